/// A NetBIOS name: fifteen bytes and a suffix that says what has it (RFC 1001, section 14).
public struct NetBIOSName: Hashable, Sendable {
  /// The fifteen bytes, padded with spaces (`*` with zeros).
  public let bytes: [UInt8]
  /// What has the name: `0x00` a workstation or a workgroup, `0x20` a file server, `0x1B`–`0x1E`
  /// browsers, `0x1C` domain controllers.
  public let suffix: UInt8

  /// The name of that text in upper case, cut to fifteen bytes of UTF-8.
  public init(_ text: String, suffix: UInt8) {
    let bytes = Array(text.uppercased().utf8.prefix(Self.length))
    self.bytes = bytes + Array(repeating: 0x20, count: Self.length - bytes.count)
    self.suffix = suffix
  }

  private init(bytes: [UInt8], suffix: UInt8) {
    self.bytes = bytes
    self.suffix = suffix
  }

  /// How many bytes come before the suffix.
  static let length = 15
  /// `*`: whoever is asked.
  public static let wildcard = NetBIOSName(
    bytes: [UInt8(ascii: "*")] + Array(repeating: 0, count: length - 1),
    suffix: 0
  )

  /// The name as text without its padding; bytes that are no UTF-8 are taken for Latin-1.
  public var text: String {
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0 || bytes[end - 1] == 0x20 { end -= 1 }
    let name = bytes[..<end]
    return String(validating: name, as: UTF8.self)
      ?? String(String.UnicodeScalarView(name.map { UnicodeScalar($0) }))
  }

  init(_ cursor: inout ByteCursor, in span: RawSpan) throws(WireError) {
    bytes = try cursor.bytes(span, count: Self.length)
    suffix = try cursor.uint8(span)
  }

  func write(to span: inout [UInt8]) {
    span.append(contentsOf: bytes)
    span.append(suffix)
  }
}

extension NetBIOSName {
  /// The name in the first-level encoding (RFC 1001, section 14.1): two letters `A`–`P` a byte.
  var encoded: DNSName {
    let letters = (bytes + [suffix]).flatMap { [0x41 + $0 >> 4, 0x41 + $0 & 15] }
    return DNSName(wire: [UInt8(letters.count)] + letters)
  }

  /// The name that the first label encodes; what follows is the scope, which is dropped.
  init?(encoded name: DNSName) {
    guard let letters = name.labels.first, letters.count == 2 * (Self.length + 1),
      letters.allSatisfy({ (0x41...0x50).contains($0) })
    else { return nil }
    let decoded = stride(from: 0, to: letters.count, by: 2).map { index in
      (letters[index] - 0x41) << 4 | (letters[index + 1] - 0x41)
    }
    self.init(bytes: Array(decoded[..<Self.length]), suffix: decoded[Self.length])
  }
}

/// A NetBIOS node status request: which names have you? (RFC 1002, section 4.2.17).
public struct NetBIOSStatusRequest: Hashable, Sendable {
  /// The number that the response carries.
  public var id: UInt16
  /// Who is asked.
  public var name: NetBIOSName

  /// A request to whoever receives it.
  public init(id: UInt16, name: NetBIOSName = .wildcard) {
    self.id = id
    self.name = name
  }

  /// The port of the NetBIOS name service.
  public static let port: UInt16 = 137
}

extension NetBIOSStatusRequest: WireFormat {
  /// Reads a request; other messages of the name service are errors.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    id = try cursor.uint16(bytes)
    let flags = try DNSFlags(rawValue: cursor.uint16(bytes))
    guard !flags.isResponse, flags.opcode == 0 else {
      throw WireError(.invalid("NetBIOS operation"), at: 2)
    }
    guard try cursor.uint16(bytes) == 1 else { throw WireError(.invalid("question count"), at: 4) }
    try cursor.skip(6, in: bytes)
    let question = try DNSQuestion(&cursor, in: bytes)
    guard question.type == .nodeStatus, let name = NetBIOSName(encoded: question.name) else {
      throw WireError(.invalid("NetBIOS question"), at: 12)
    }
    self.name = name
  }

  /// Appends the request.
  public func write(to bytes: inout [UInt8]) {
    var writer = DNSWriter(id: id, flags: .query, style: .unicast)
    writer.write(DNSQuestion(name.encoded, .nodeStatus))
    bytes.append(contentsOf: writer.bytes)
  }
}

/// A NetBIOS node status response: a host's names and its link address (RFC 1002, section 4.2.18).
public struct NetBIOSStatusResponse: Hashable, Sendable {
  /// One of the host's names.
  public struct Entry: Hashable, Sendable {
    /// The name.
    public var name: NetBIOSName
    /// The name's flags as on the wire.
    public var flags: UInt16

    /// A name in the active state (ACT), with or without the group flag (G).
    public init(_ name: NetBIOSName, isGroup: Bool = false) {
      self.name = name
      flags = isGroup ? 0x8400 : 0x0400
    }

    init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
      name = try NetBIOSName(&cursor, in: bytes)
      flags = try cursor.uint16(bytes)
    }

    /// Whether many hosts share the name: a workgroup or domain.
    public var isGroup: Bool { flags & 0x8000 != 0 }
  }

  /// The number of the request.
  public var id: UInt16
  /// The host's names in its order.
  public var entries: [Entry]
  /// The host's link address; `nil` where it says zeros, as samba does.
  public var mac: MACAddress?

  /// Answers the request of that number; only the first 255 names are written.
  public init(id: UInt16, entries: [Entry], mac: MACAddress? = nil) {
    self.id = id
    self.entries = entries
    self.mac = mac
  }

  /// The statistics after the names: the link address and forty bytes of counters.
  private static let statistics = 46
}

extension NetBIOSStatusResponse: WireFormat {
  /// Reads a response; a missing end of the statistics is forgiven.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    id = try cursor.uint16(bytes)
    let flags = try DNSFlags(rawValue: cursor.uint16(bytes))
    guard flags.isResponse, flags.opcode == 0, flags.responseCode == 0 else {
      throw WireError(.invalid("NetBIOS operation"), at: 2)
    }
    let questions = try cursor.uint16(bytes)
    guard questions <= 1 else { throw WireError(.tooMany("questions"), at: 4) }
    guard try cursor.uint16(bytes) >= 1 else { throw WireError(.invalid("answer count"), at: 6) }
    try cursor.skip(4, in: bytes)
    if questions == 1 { _ = try DNSQuestion(&cursor, in: bytes) }
    let start = cursor.offset
    _ = try DNSName(&cursor, in: bytes)
    guard try cursor.uint16(bytes) == DNSType.nodeStatus.rawValue else {
      throw WireError(.invalid("NetBIOS answer"), at: start)
    }
    try cursor.skip(6, in: bytes)
    let length = try Int(cursor.uint16(bytes))
    cursor = try cursor.slice(min(length, cursor.remaining), in: bytes)
    let count = try Int(cursor.uint8(bytes))
    entries = []
    for _ in 0..<count { try entries.append(Entry(&cursor, in: bytes)) }
    guard cursor.remaining >= 6 else { return }
    let mac = try cursor.macAddress(bytes)
    self.mac = mac.rawValue == 0 ? nil : mac
  }

  /// Appends the response; names beyond the 255th are left out.
  public func write(to bytes: inout [UInt8]) {
    let entries = entries.prefix(255)
    bytes.append(bigEndian: id)
    bytes.append(bigEndian: DNSFlags.authoritativeAnswer.rawValue)
    // No questions, one answer.
    bytes.append(contentsOf: [0, 0, 0, 1, 0, 0, 0, 0])
    bytes.append(contentsOf: NetBIOSName.wildcard.encoded.wire)
    bytes.append(0)
    bytes.append(bigEndian: DNSType.nodeStatus.rawValue)
    bytes.append(bigEndian: DNSClass.internet.rawValue)
    bytes.append(bigEndian: UInt32(0))
    bytes.append(bigEndian: UInt16(1 + 18 * entries.count + Self.statistics))
    bytes.append(UInt8(entries.count))
    for entry in entries {
      entry.name.write(to: &bytes)
      bytes.append(bigEndian: entry.flags)
    }
    bytes.append(mac ?? MACAddress(rawValue: 0))
    bytes.append(contentsOf: repeatElement(0, count: Self.statistics - 6))
  }
}
