/// A message of SNMP versions 1 and 2c, but for version 1's traps (RFC 1157, RFC 3416).
public struct SNMPMessage: Hashable, Sendable {
  /// What the message does; the raw value is its tag.
  public enum Operation: UInt8, Hashable, Sendable {
    /// `GetRequest`.
    case get = 0xA0
    /// `GetNextRequest`.
    case getNext = 0xA1
    /// `Response`.
    case response = 0xA2
    /// `SetRequest`, which homenet never sends.
    case set = 0xA3
    /// `GetBulkRequest`.
    case getBulk = 0xA5
    /// `InformRequest`.
    case inform = 0xA6
    /// `SNMPv2-Trap`.
    case trap = 0xA7
    /// `Report`.
    case report = 0xA8
  }

  /// A variable and its value.
  public struct Binding: Hashable, Sendable {
    /// The variable.
    public var name: SNMPObjectIdentifier
    /// Its value.
    public var value: SNMPValue

    /// By default NULL, as requests have it (RFC 3416, section 3).
    public init(_ name: SNMPObjectIdentifier, _ value: SNMPValue = .null) {
      self.name = name
      self.value = value
    }
  }

  /// 0 for version 1, 1 for version 2c.
  public var version: Int64
  /// The community, SNMP's weak password.
  public var community: [UInt8]
  /// What the message does.
  public var operation: Operation
  /// The number that the response carries.
  public var id: Int64
  /// What went wrong; 0 for nothing.
  public var errorStatus: Int64
  /// With which variable, from 1.
  public var errorIndex: Int64
  /// The variables.
  public var bindings: [Binding]

  /// The port of agents.
  public static let port: UInt16 = 161
  /// How many variables are read of one message.
  public static let mostBindings = 64

  /// A message of version 2c; the error fields are for responses (RFC 3416, section 3).
  public init(
    _ operation: Operation,
    id: Int32,
    community: String = "public",
    errorStatus: Int64 = 0,
    errorIndex: Int64 = 0,
    bindings: [Binding]
  ) {
    version = 1
    self.community = Array(community.utf8)
    self.operation = operation
    self.id = Int64(id)
    self.errorStatus = errorStatus
    self.errorIndex = errorIndex
    self.bindings = bindings
  }

  /// Asks for variables.
  public static func get(_ names: [SNMPObjectIdentifier], id: Int32) -> SNMPMessage {
    SNMPMessage(.get, id: id, bindings: names.map { Binding($0) })
  }

  /// The value of a variable; `nil` where the message hasn't it.
  public subscript(_ name: SNMPObjectIdentifier) -> SNMPValue? {
    bindings.first { $0.name == name }?.value
  }
}

extension SNMPMessage: WireFormat {
  private static let sequence: UInt8 = 0x30

  /// Reads a message; what follows it is left.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    var message = try BERElement(Self.sequence, &cursor, in: bytes).contents
    version = try BERElement(0x02, &message, in: bytes).integer(bytes)
    guard version == 0 || version == 1 else { throw WireError(.invalid("SNMP version"), at: 2) }
    community = try BERElement(0x04, &message, in: bytes).octets(bytes)
    let start = message.offset
    let unit = try BERElement(&message, in: bytes)
    guard let operation = Operation(rawValue: unit.tag) else {
      throw WireError(.invalid("SNMP operation"), at: start)
    }
    self.operation = operation
    var contents = unit.contents
    id = try BERElement(0x02, &contents, in: bytes).integer(bytes)
    errorStatus = try BERElement(0x02, &contents, in: bytes).integer(bytes)
    errorIndex = try BERElement(0x02, &contents, in: bytes).integer(bytes)
    var list = try BERElement(Self.sequence, &contents, in: bytes).contents
    bindings = []
    while !list.isAtEnd {
      guard bindings.count < Self.mostBindings else {
        throw WireError(.tooMany("variables"), at: list.offset)
      }
      var pair = try BERElement(Self.sequence, &list, in: bytes).contents
      let name = try SNMPObjectIdentifier(BERElement(0x06, &pair, in: bytes), in: bytes)
      try bindings.append(Binding(name, SNMPValue(&pair, in: bytes)))
    }
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    var list: [UInt8] = []
    for binding in bindings {
      var pair: [UInt8] = []
      pair.appendBER(0x06, binding.name.encoded)
      binding.value.write(to: &pair)
      list.appendBER(Self.sequence, pair)
    }
    var unit: [UInt8] = []
    for number in [id, errorStatus, errorIndex] { unit.appendBER(number) }
    unit.appendBER(Self.sequence, list)
    var message: [UInt8] = []
    message.appendBER(version)
    message.appendBER(0x04, community)
    message.appendBER(operation.rawValue, unit)
    bytes.appendBER(Self.sequence, message)
  }
}

/// An SNMP version 3 agent's report to a client that doesn't know its engine yet (RFC 3412, section
/// 6; RFC 3414, section 4).
///
/// It needs no community and no user.
public struct SNMPEngineReport: Hashable, Sendable {
  /// The engine's identifier (RFC 3411, section 5).
  public var engineID: [UInt8]

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
