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
  /// Authoritative servers or an SOA record; in multicast probes the records to be claimed.
  public var authorities: [DNSRecord]
  /// Records that the resolver would query next.
  public var additionals: [DNSRecord]

  /// By default a query (QR 0, recursion not desired) with the ID of multicast DNS and empty
  /// sections.
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

  /// By default a question of class IN without the QU bit.
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

/// A resource record of a DNS message (RFC 1035, section 4.1.3).
public struct DNSRecord: Hashable, Sendable {
  /// Whose record it is.
  public var name: DNSName
  /// Its class without the top bit; in OPT records all sixteen bits of the payload size.
  public var recordClass: DNSClass
  /// Whether it replaces what is known of its name, type and class (RFC 6762, section 10.2); never
  /// so in OPT records.
  public var cacheFlush: Bool
  /// How many seconds it is good for; 0 says goodbye (RFC 6762, section 10.1).
  ///
  /// In OPT records it holds the extended response code and flags.
  public var ttl: UInt32
  /// Its type and contents.
  public var data: DNSData

  /// The time to live is in seconds, by default that of multicast host records (RFC 6762, section
  /// 10).
  public init(
    _ name: DNSName,
    _ data: DNSData,
    ttl: UInt32 = 120,
    recordClass: DNSClass = .internet,
    cacheFlush: Bool = false
  ) {
    self.name = name
    self.recordClass = recordClass
    self.cacheFlush = cacheFlush && data.type != .opt
    self.ttl = ttl
    self.data = data
  }

  /// Its type.
  public var type: DNSType { data.type }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    name = try DNSName(&cursor, in: bytes)
    let type = try DNSType(rawValue: cursor.uint16(bytes))
    let word = try cursor.uint16(bytes)
    // An OPT record's class is a payload size.
    let isFlush = type != .opt && word & DNSClass.topBit != 0
    recordClass = DNSClass(rawValue: isFlush ? word & ~DNSClass.topBit : word)
    cacheFlush = isFlush
    ttl = try cursor.uint32(bytes)
    let length = try Int(cursor.uint16(bytes))
    data = DNSData(type, recordClass, try cursor.slice(length, in: bytes), in: bytes)
  }
}
