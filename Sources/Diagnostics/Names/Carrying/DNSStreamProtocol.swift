import Model
internal import Wire

/// DNS over a stream: each message follows its two-byte length (RFC 1035, section 4.2.2).
struct DNSStreamProtocol: StreamProtocol {
  let query: DNSQuery
  private(set) var delivery: DNSResponse?
  private(set) var failure: DNSFailure?
  private var bytes: [UInt8] = []
  private var messages = 0
  private let now: @Sendable () -> ContinuousClock.Instant
  private var sent: ContinuousClock.Instant?

  /// The limit of messages that answer something else.
  private static let mostMessages = 16
  private static let mostRecords = 200_000
  private static let mostBytes = 32 << 20

  /// The zone so far, in its first message.
  private var transfer: DNSResponse?

  /// Sends one query, and waits for its answer.
  init(
    _ query: DNSQuery,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.query = query
    self.now = now
  }

  var isDone: Bool { delivery != nil || failure != nil }

  func outcome(_ end: StreamEnd) -> Result<DNSResponse, DNSFailure> {
    if let delivery { return .success(delivery) }
    return .failure(failure ?? DNSFailure(end))
  }

  mutating func begin() -> [UInt8] {
    let bytes = query.bytes
    sent = now()
    return [UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)]
      + bytes
  }

  mutating func receive(_ more: [UInt8]) -> [UInt8] {
    let received = now()
    bytes += more
    while !isDone, bytes.count >= 2 {
      let length = Int(bytes[0]) << 8 | Int(bytes[1])
      guard bytes.count >= 2 + length else { break }
      let message = Array(bytes[2..<2 + length])
      bytes.removeFirst(2 + length)
      messages += 1
      if isTransfer {
        take(part: message, at: received)
      } else if let answer = query.answer(in: message) {
        let elapsed = sent.map { $0.duration(to: received) }
        delivery = DNSResponse(answer, size: length, elapsed: elapsed)
      } else if messages >= Self.mostMessages || (try? DNSMessage(parsing: message)) == nil {
        failure = .malformed(Message(.dnsNoMessage))
      }
    }
    return []
  }

  // MARK: Zones

  /// A zone transfer comes in many messages (RFC 5936, section 2.2).
  private var isTransfer: Bool { query.message.questions.first?.type == .axfr }

  /// Takes a message of a zone transfer, which begins and ends with the SOA record.
  private mutating func take(part bytes: [UInt8], at received: ContinuousClock.Instant) {
    guard var message = try? DNSMessage(parsing: bytes), message.id == query.message.id,
      message.flags.isResponse,
      message.questions.isEmpty && transfer != nil || message.questions == query.message.questions
        || message.responseCode != .noError
    else {
      failure = .malformed(Message(.dnsNoZone))
      return
    }
    let elapsed = sent.map { $0.duration(to: received) }
    if message.responseCode != .noError {
      if transfer != nil { message.answers = [] }
      delivery = DNSResponse(message, size: bytes.count, elapsed: elapsed)
      return
    }
    var whole = transfer ?? DNSResponse(message, size: 0)
    if transfer != nil { whole.message.answers += message.answers }
    whole.size += bytes.count
    whole.elapsed = elapsed
    guard whole.message.answers.first?.type == .soa else {
      // A server without the zone may answer NOERROR and no records.
      if whole.message.answers.isEmpty { delivery = whole } else { failure = Self.noZone }
      return
    }
    guard whole.message.answers.count <= Self.mostRecords, whole.size <= Self.mostBytes else {
      failure = .malformed(Message(.dnsZoneTooLong))
      return
    }
    let start = whole.message.answers.first?.data
    if whole.message.answers.count > 1, whole.message.answers.last?.data == start {
      whole.message.answers.removeLast()
      delivery = whole
      transfer = nil
    } else {
      transfer = whole
    }
  }

  private static let noZone = DNSFailure.malformed(Message(.dnsZoneWithoutStart))
}
