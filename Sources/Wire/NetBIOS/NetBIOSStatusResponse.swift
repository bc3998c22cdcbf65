/// A NetBIOS node status response: a host's names and its link address (RFC 1002, section 4.2.18).
public struct NetBIOSStatusResponse: Hashable, Sendable {
  /// One of the host's names.
  public struct Entry: Hashable, Sendable {
    /// The name.
    public var name: NetBIOSName
    /// The name's flags as on the wire.
    public var flags: UInt16

    /// The given name, active.
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

  /// The given response.
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
