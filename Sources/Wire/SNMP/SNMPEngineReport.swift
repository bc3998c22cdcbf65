/// What an SNMP version 3 agent reports to somebody who doesn't know its engine yet (RFC 3412,
/// section 6; RFC 3414, section 4).
///
/// It is said without a community or a user.
public struct SNMPEngineReport: Hashable, Sendable {
  /// The engine's identifier (RFC 3411, section 5).
  public var engineID: [UInt8]

  /// The given report.
  public init(engineID: [UInt8]) {
    self.engineID = engineID
  }

  /// The maker that the identifier names, by IANA's enterprise number; `nil` where it names none.
  public var enterprise: UInt32? {
    guard engineID.count >= 5 else { return nil }
    return engineID.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
  }

  /// Asks which engine it is.
  public static let request = message(flags: 4, engineID: [], tag: 0xA0)

  private static let sequence: UInt8 = 0x30
  private static let report: UInt8 = 0xA8

  private static func message(flags: UInt8, engineID: [UInt8], tag: UInt8) -> [UInt8] {
    var header: [UInt8] = []
    header.appendBER(0x486E)
    header.appendBER(65_507)
    header.appendBER(0x04, [flags])
    // The user-based security model.
    header.appendBER(3)
    var security: [UInt8] = []
    security.appendBER(0x04, engineID)
    security.appendBER(0)
    security.appendBER(0)
    for _ in 0..<3 { security.appendBER(0x04, []) }
    var wrapped: [UInt8] = []
    wrapped.appendBER(sequence, security)
    var unit: [UInt8] = []
    for number in [0x486E, 0, 0] as [Int64] { unit.appendBER(number) }
    unit.appendBER(sequence, [])
    var scoped: [UInt8] = []
    scoped.appendBER(0x04, engineID)
    scoped.appendBER(0x04, [])
    scoped.appendBER(tag, unit)
    var message: [UInt8] = []
    message.appendBER(3)
    message.appendBER(sequence, header)
    message.appendBER(0x04, wrapped)
    message.appendBER(sequence, scoped)
    var bytes: [UInt8] = []
    bytes.appendBER(sequence, message)
    return bytes
  }
}

extension SNMPEngineReport: WireFormat {
  /// Reads a report; the rest of it is left.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    var message = try BERElement(Self.sequence, &cursor, in: bytes).contents
    guard try BERElement(0x02, &message, in: bytes).integer(bytes) == 3 else {
      throw WireError(.invalid("SNMP version"), at: 2)
    }
    _ = try BERElement(Self.sequence, &message, in: bytes)
    // An octet string that holds a sequence.
    var security = try BERElement(0x04, &message, in: bytes).contents
    var parameters = try BERElement(Self.sequence, &security, in: bytes).contents
    engineID = try BERElement(0x04, &parameters, in: bytes).octets(bytes)
    guard (5...32).contains(engineID.count) else {
      throw WireError(.invalid("engine"), at: parameters.offset)
    }
  }

  /// Appends the report.
  public func write(to bytes: inout [UInt8]) {
    bytes += Self.message(flags: 0, engineID: engineID, tag: Self.report)
  }
}
