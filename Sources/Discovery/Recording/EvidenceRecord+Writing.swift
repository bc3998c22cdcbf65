import Model
import Wire

extension EvidenceRecord {
  /// The record as a line of JSON, without its newline; what is not known is left out.
  ///
  /// Pages are cut where the line would otherwise be longer than is read.
  public func line() throws -> String {
    var record = self
    for limit in [8192, 1024, 0] {
      let line = try JSONText.encode(record.shape)
      if line.utf8.count <= Self.lineLimit { return line }
      record.evidence.cutTexts(to: limit)
    }
    record.evidence = Evidence()
    return try JSONText.encode(record.shape)
  }

  private var shape: WrittenRecord { WrittenRecord(self) }
}

extension Evidence {
  /// Cuts what may be long.
  fileprivate mutating func cutTexts(to limit: Int) {
    func cut(_ text: String?) -> String? {
      text.map { String(decoding: $0.utf8.prefix(limit), as: UTF8.self) }
    }
    for index in http.indices { http[index].body = cut(http[index].body) }
    for index in ssdp.indices { ssdp[index].description = cut(ssdp[index].description) }
    for index in udp.indices {
      udp[index].text = cut(udp[index].text)
      udp[index].bytes = Array(udp[index].bytes.prefix(limit))
    }
  }
}

/// The keys of a record as they stand on file; `nil` is not written.
private struct WrittenRecord: Encodable {
  var id: String
  var ip: IPAddress?
  var gateway: Bool?
  var mac: MACAddress?
  var hostname: String?
  var dhcp: DHCP?
  var mdns: [Service]?
  var ssdp: [SSDP]?
  var http: [HTTP]?
  var tls: [TLS]?
  var banners: [Banner]?
  var snmp: SNMP?
  var netbios: NetBIOS?
  var smb: SMB?
  var udp: [UDP]?
  var ws_discovery: WSDiscovery?
  var open_ports: [UInt16]?
  var system: MachineDescription?

  init(_ record: EvidenceRecord) {
    let evidence = record.evidence
    id = record.id
    ip = evidence.ip
    gateway = evidence.isGateway ? true : nil
    mac = evidence.mac
    // Records have one key for names.
    hostname = evidence.hostname ?? evidence.statedNames.first?.text
    dhcp = evidence.dhcp.map {
      DHCP(hostname: $0.hostname, vendor_class: $0.vendorClass, parameters: $0.parameters)
    }
    mdns = Self.list(evidence.services) {
      Service(type: $0.type, name: $0.name, host: $0.host, port: $0.port, txt: $0.txt)
    }
    ssdp = Self.list(evidence.ssdp) {
      SSDP(
        nt: $0.target,
        usn: $0.usn,
        server: $0.server,
        location: $0.location,
        headers: $0.headers,
        description: $0.description
      )
    }
    http = Self.list(evidence.http) {
      HTTP(
        port: $0.port,
        tls: $0.isTLS,
        path: $0.path,
        status: $0.status,
        headers: $0.headers,
        body: $0.body,
        favicon_md5: $0.faviconMD5
      )
    }
    tls = Self.list(evidence.tls) {
      TLS(port: $0.port, subject: $0.subject, issuer: $0.issuer, san: $0.alternativeNames)
    }
    banners = Self.list(evidence.banners) {
      Banner(port: $0.port, protocol: $0.transport, text: $0.text)
    }
    snmp = evidence.snmp.map {
      SNMP(sys_descr: $0.description, sys_object_id: $0.objectID, sys_name: $0.name)
    }
    netbios = evidence.netbios.map { NetBIOS(names: $0.names, mac: $0.mac) }
    smb = evidence.smb.map { SMB(native_os: $0.nativeOS, native_lm: $0.nativeLM) }
    udp = Self.list(evidence.udp) { answer in
      UDP(
        port: answer.port,
        text: answer.text,
        hex: answer.bytes.isEmpty ? nil : Hex.encode(answer.bytes)
      )
    }
    ws_discovery = evidence.wsDiscovery.map { WSDiscovery(types: $0.types, scopes: $0.scopes) }
    system = evidence.system.isEmpty ? nil : evidence.system
    open_ports = evidence.openPorts.isEmpty ? nil : evidence.openPorts
  }

  private static func list<Said, Written>(
    _ said: [Said],
    _ write: (Said) -> Written
  ) -> [Written]? {
    said.isEmpty ? nil : said.map(write)
  }

  struct DHCP: Encodable {
    var hostname: String?
    var vendor_class: String?
    var parameters: [UInt8]
  }

  struct Service: Encodable {
    var type: String
    var name: String
    var host: String?
    var port: UInt16?
    var txt: [String: TXTValue]
  }

  struct SSDP: Encodable {
    var nt: String
    var usn: String
    var server: String?
    var location: String?
    var headers: [String: String]
    var description: String?
  }

  struct HTTP: Encodable {
    var port: UInt16?
    var tls: Bool
    var path: String?
    var status: Int?
    var headers: [String: String]
    var body: String?
    var favicon_md5: String?
  }

  struct TLS: Encodable {
    var port: UInt16?
    var subject: String?
    var issuer: String?
    var san: [String]
  }

  struct Banner: Encodable {
    var port: UInt16?
    var `protocol`: String
    var text: String
  }

  struct SNMP: Encodable {
    var sys_descr: String?
    var sys_object_id: String?
    var sys_name: String?
  }

  struct NetBIOS: Encodable {
    var names: [String]
    var mac: MACAddress?
  }

  struct SMB: Encodable {
    var native_os: String?
    var native_lm: String?
  }

  struct UDP: Encodable {
    var port: UInt16
    var text: String?
    var hex: String?
  }

  struct WSDiscovery: Encodable {
    var types: String?
    var scopes: [String]
  }
}
