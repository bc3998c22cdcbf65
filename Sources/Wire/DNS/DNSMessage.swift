/// A DNS message (RFC 1035, section 4), unicast or multicast.
public struct DNSMessage: Hashable, Sendable {
  /// The number that ties an answer to its query; 0 in multicast DNS.
  public var id: UInt16
  /// What kind of message it is.
  public var flags: DNSFlags
  /// What is asked.
  public var questions: [DNSQuestion]
  /// What is answered; in multicast queries the answers already known.
  public var answers: [DNSRecord]
  /// Who knows; in multicast probes what is to be claimed.
  public var authorities: [DNSRecord]
  /// What the answers' reader will ask next.
  public var additionals: [DNSRecord]

  /// The given message.
  public init(
    id: UInt16 = 0,
    flags: DNSFlags = .query,
    questions: [DNSQuestion] = [],
    answers: [DNSRecord] = [],
    authorities: [DNSRecord] = [],
    additionals: [DNSRecord] = []
  ) {
    self.id = id
    self.flags = flags
    self.questions = questions
    self.answers = answers
    self.authorities = authorities
    self.additionals = additionals
  }

  /// The most questions and records, together, that are read from one message.
  ///
  /// A multicast message of 9,000 bytes has room for about 750.
  public static let mostEntries = 2_048

  /// The records of all sections, answers first.
  public var records: [DNSRecord] { answers + authorities + additionals }
}

extension DNSMessage: WireFormat {
  /// Reads a message; bytes after its last record are ignored.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    id = try cursor.uint16(bytes)
    flags = try DNSFlags(rawValue: cursor.uint16(bytes))
    let questionCount = try Int(cursor.uint16(bytes))
    let answerCount = try Int(cursor.uint16(bytes))
    let authorityCount = try Int(cursor.uint16(bytes))
    let additionalCount = try Int(cursor.uint16(bytes))
    let entries = questionCount + answerCount + authorityCount + additionalCount
    guard entries <= Self.mostEntries else { throw WireError(.tooMany("records"), at: 4) }
    questions = []
    for _ in 0..<questionCount { try questions.append(DNSQuestion(&cursor, in: bytes)) }
    answers = try Self.records(answerCount, &cursor, in: bytes)
    authorities = try Self.records(authorityCount, &cursor, in: bytes)
    additionals = try Self.records(additionalCount, &cursor, in: bytes)
  }

  private static func records(
    _ count: Int,
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) -> [DNSRecord] {
    var records: [DNSRecord] = []
    // The shortest record takes 11 bytes: a count alone must not make us reserve memory.
    records.reserveCapacity(min(count, cursor.remaining / 11))
    for _ in 0..<count { try records.append(DNSRecord(&cursor, in: bytes)) }
    return records
  }

  /// Appends the message, names compressed as unicast DNS permits; entries beyond `mostEntries` in
  /// a section are left out.
  public func write(to bytes: inout [UInt8]) {
    var writer = DNSWriter(id: id, flags: flags, style: .unicast)
    for question in questions { writer.write(question) }
    for (section, records) in zip(DNSWriter.Section.allCases, [answers, authorities, additionals]) {
      for record in records { writer.write(record, in: section) }
    }
    bytes.append(contentsOf: writer.bytes)
  }
}
