/// A question of a DNS message (RFC 1035, section 4.1.2).
public struct DNSQuestion: Hashable, Sendable {
  /// What is asked about.
  public var name: DNSName
  /// The type of record wanted.
  public var type: DNSType
  /// The class wanted, without the top bit.
  public var questionClass: DNSClass
  /// Whether a unicast answer is preferred (QU; RFC 6762, section 5.4).
  public var wantsUnicast: Bool

  /// The given question.
  public init(
    _ name: DNSName,
    _ type: DNSType,
    questionClass: DNSClass = .internet,
    wantsUnicast: Bool = false
  ) {
    self.name = name
    self.type = type
    self.questionClass = questionClass
    self.wantsUnicast = wantsUnicast
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    name = try DNSName(&cursor, in: bytes)
    type = try DNSType(rawValue: cursor.uint16(bytes))
    let word = try cursor.uint16(bytes)
    questionClass = DNSClass(rawValue: word & ~DNSClass.topBit)
    wantsUnicast = word & DNSClass.topBit != 0
  }

  /// Whether the record answers the question.
  public func isAnswered(by record: DNSRecord) -> Bool {
    (type == .any || type == record.type)
      && (questionClass == .any || questionClass == record.recordClass)
      && name == record.name
  }
}
