import FoundationEssentials
public import Model
import Wire

/// One device's evidence on file, a line of JSON.
///
/// Missing and unknown keys are ignored. Lists and texts are cut to sizes that no honest device
/// needs.
public struct EvidenceRecord: Hashable, Sendable {
  /// The record's id; its line number if it has none.
  public var id: String
  /// What is known.
  public var evidence: Evidence

  /// The record of a device with that name.
  public init(id: String, evidence: Evidence) {
    self.id = id
    self.evidence = evidence
  }

  /// The longest line that is read, in bytes.
  public static let lineLimit = 1 << 20

  /// Why a line is no record.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    public var line: Int
    /// What is wrong with it.
    public var reason: String

    /// `line 3: …`.
    public var description: String { "line \(line): \(reason)" }
  }
}

extension EvidenceRecord {
  /// Parses the line with that number, counted from 1.
  public init(parsing line: [UInt8], number: Int) throws(ParseError) {
    guard line.count <= Self.lineLimit else {
      throw ParseError(line: number, reason: "longer than \(Self.lineLimit) bytes")
    }
    do {
      // Nearly every record is plain JSON; the library decodes or rejects the others.
      let record =
        try RecordShape(plainText: line)
        ?? JSONDecoder().decode(RecordShape.self, from: Data(line))
      self.init(id: record.id ?? String(number), evidence: record.evidence)
    } catch let error as DecodingError {
      throw ParseError(line: number, reason: Self.words(for: error))
    } catch {
      throw ParseError(line: number, reason: "not JSON")
    }
  }

  private static func words(for error: DecodingError) -> String {
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default:
      return "not an evidence record"
    }
    let path = context.codingPath.map { key in
      key.intValue.map { "[\($0)]" } ?? key.stringValue
    }
    return path.isEmpty
      ? "not an evidence record" : "\(path.joined(separator: ".")): not what belongs there"
  }
}

extension EvidenceRecord {
  /// The record as a line of JSON, without its newline; what is not known is left out.
  ///
  /// Pages are cut where the line would otherwise be longer than is read.
  public func line() throws -> String {
    var record = self
    for limit in [8192, 1024, 0] {
      let line = try JSONText.encode(RecordShape(record))
      if line.utf8.count <= Self.lineLimit { return line }
      record.evidence.cutTexts(to: limit)
    }
    record.evidence = Evidence()
    return try JSONText.encode(RecordShape(record))
  }
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

extension RecordShape {
  /// The record in its written form; `nil` values are left out.
  init(_ record: EvidenceRecord) {
    self.init()
    let evidence = record.evidence
    id = record.id
    ip = evidence.ip?.description
    gateway = evidence.isGateway ? true : nil
    mac = evidence.mac?.description
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
    netbios = evidence.netbios.map { NetBIOS(names: $0.names, mac: $0.mac?.description) }
    smb = evidence.smb.map { SMB(native_os: $0.nativeOS, native_lm: $0.nativeLM) }
    udp = Self.list(evidence.udp) { answer in
      UDP(
        port: answer.port,
        text: answer.text,
        hex: answer.bytes.isEmpty ? nil : Hex.encode(answer.bytes)
      )
    }
    ws_discovery = evidence.wsDiscovery.map { WSDiscovery(types: $0.types, scopes: $0.scopes) }
    system =
      evidence.system.isEmpty
      ? nil
      : [String: String](
        uniqueKeysWithValues: evidence.system.known.map { ($0.part.rawValue, $0.text) }
      )
    open_ports = evidence.openPorts.isEmpty ? nil : evidence.openPorts
  }

  private static func list<Said, Written>(
    _ said: [Said],
    _ write: (Said) -> Written
  ) -> [Written]? {
    said.isEmpty ? nil : said.map(write)
  }
}
