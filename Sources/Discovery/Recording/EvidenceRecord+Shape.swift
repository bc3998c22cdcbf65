import Model
import Wire

/// The keys of a record as they stand on file.
struct RecordShape: Codable {
  /// How many entries of a list are read.
  private static let listLimit = 256

  var id: String?
  var ip: String?
  var gateway: Bool?
  var mac: String?
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
  var system: [String: String]?

  /// The evidence in the model's own words.
  var evidence: Evidence {
    var evidence = Evidence()
    evidence.ip = ip.flatMap { IPAddress($0) }
    evidence.isGateway = gateway ?? false
    evidence.mac = mac.flatMap { MACAddress($0) }
    evidence.hostname = hostname?.bounded
    evidence.dhcp = dhcp?.request
    evidence.services = Self.bounded(mdns).map(\.instance)
    evidence.ssdp = Self.bounded(ssdp).map(\.announcement)
    evidence.http = Self.bounded(http).map(\.answer)
    evidence.tls = Self.bounded(tls).map(\.identity)
    evidence.banners = Self.bounded(banners).map(\.banner)
    evidence.snmp = snmp?.identity
    evidence.netbios = netbios?.identity
    evidence.smb = smb.map {
      SMBIdentity(nativeOS: $0.native_os?.bounded, nativeLM: $0.native_lm?.bounded)
    }
    evidence.udp = Self.bounded(udp).map(\.answer)
    evidence.wsDiscovery = ws_discovery.map { answer in
      WSDiscoveryAnswer(
        types: answer.types?.bounded,
        scopes: Self.bounded(answer.scopes).map(\.bounded)
      )
    }
    if let system {
      for part in MachineDescription.Part.allCases { evidence.system[part] = system[part.rawValue] }
    }
    evidence.openPorts = Self.bounded(open_ports).sorted()
    return evidence
  }

  private static func bounded<Element>(_ list: [Element]?) -> ArraySlice<Element> {
    list?.prefix(listLimit) ?? []
  }

  // MARK: Parts

  struct DHCP: Codable {
    var hostname: String?
    var vendor_class: String?
    var parameters: [UInt8]?

    var request: DHCPRequest {
      DHCPRequest(
        hostname: hostname?.bounded,
        vendorClass: vendor_class?.bounded,
        parameters: Array(RecordShape.bounded(parameters))
      )
    }
  }

  struct Service: Codable {
    var type: String?
    var name: String?
    var host: String?
    var port: UInt16?
    var txt: [String: TXTValue]?

    var instance: ServiceInstance {
      var attributes = txt ?? [:]
      if !RecordShape.isFolded(attributes) {
        attributes = [:]
        for (key, value) in RecordShape.firsts(of: txt ?? [:]) {
          let key = key.lowercased()
          if attributes[key] == nil { attributes[key] = value }
        }
      }
      return ServiceInstance(
        type: type?.bounded ?? "",
        name: name?.bounded ?? "",
        host: host?.bounded,
        port: port,
        txt: attributes
      )
    }
  }

  struct SSDP: Codable {
    var nt: String?
    var st: String?
    var usn: String?
    var server: String?
    var location: String?
    var headers: [String: String]?
    var description: String?

    var announcement: SSDPAnnouncement {
      SSDPAnnouncement(
        target: (nt ?? st)?.bounded ?? "",
        usn: usn?.bounded ?? "",
        server: server?.bounded,
        location: location?.bounded,
        headers: RecordShape.fields(headers),
        description: description?.boundedBody
      )
    }
  }

  struct HTTP: Codable {
    var port: UInt16?
    var tls: Bool?
    var path: String?
    var status: Int?
    var headers: [String: String]?
    var body: String?
    var favicon_md5: String?

    var answer: HTTPAnswer {
      HTTPAnswer(
        port: port,
        isTLS: tls ?? false,
        path: path?.bounded,
        status: status,
        headers: RecordShape.fields(headers),
        body: body?.boundedBody,
        faviconMD5: favicon_md5?.bounded.lowercased()
      )
    }
  }

  struct TLS: Codable {
    var port: UInt16?
    var subject: String?
    var issuer: String?
    var san: [String]?

    var identity: CertificateIdentity {
      CertificateIdentity(
        port: port,
        subject: subject?.bounded,
        issuer: issuer?.bounded,
        alternativeNames: RecordShape.bounded(san).map(\.bounded)
      )
    }
  }

  struct Banner: Codable {
    var port: UInt16?
    var `protocol`: String?
    var text: String?

    var banner: ServiceBanner {
      ServiceBanner(port: port, transport: `protocol`?.bounded ?? "", text: text?.bounded ?? "")
    }
  }

  struct SNMP: Codable {
    var sys_descr: String?
    var sys_object_id: String?
    var sys_name: String?

    var identity: SNMPIdentity {
      SNMPIdentity(
        description: sys_descr?.bounded,
        objectID: sys_object_id?.bounded,
        name: sys_name?.bounded
      )
    }
  }

  struct NetBIOS: Codable {
    var names: [String]?
    var mac: String?

    var identity: NetBIOSIdentity {
      NetBIOSIdentity(
        names: RecordShape.bounded(names).map(\.bounded),
        mac: mac.flatMap { MACAddress($0) }
      )
    }
  }

  struct SMB: Codable {
    var native_os: String?
    var native_lm: String?
  }

  struct UDP: Codable {
    var port: UInt16?
    var text: String?
    var hex: String?

    var answer: DatagramAnswer {
      DatagramAnswer(
        port: port ?? 0,
        text: text?.boundedBody,
        bytes: hex.map { Hex.decodePrefix($0.boundedBody.utf8) } ?? []
      )
    }
  }

  struct WSDiscovery: Codable {
    var types: String?
    var scopes: [String]?
  }

  private static func fields(_ headers: [String: String]?) -> [String: String] {
    guard let headers else { return [:] }
    var fields: [String: String] = [:]
    for (name, value) in firsts(of: headers) { fields[name.lowercased()] = value.bounded }
    return fields
  }

  /// The first members of a keyed list, in order of their keys.
  private static func firsts<Value>(
    of members: [String: Value]
  ) -> ArraySlice<(key: String, value: Value)> {
    members.sorted { $0.key < $1.key }.prefix(listLimit)
  }

  /// Whether nothing has to be cut and no key has a capital.
  private static func isFolded<Value>(_ members: [String: Value]) -> Bool {
    members.count <= listLimit
      && members.keys.allSatisfy { key in
        key.utf8.allSatisfy { $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      }
  }
}

extension String {
  /// Not more than a line of text needs.
  fileprivate var bounded: String { cut(to: 4096) }
  /// Not more than a page needs.
  fileprivate var boundedBody: String { cut(to: 1 << 17) }

  private func cut(to limit: Int) -> String {
    utf8.count <= limit ? self : String(decoding: utf8.prefix(limit), as: UTF8.self)
  }
}
