internal import Wire

/// A question over a stream: each message after its length in two bytes (RFC 1035, section 4.2.2).
struct DNSStreamProtocol: StreamProtocol {
  let query: DNSQuery
  private(set) var delivery: DNSDelivery?
  private(set) var failure: DNSFailure?
  private var bytes: [UInt8] = []
  private var messages = 0
  private let now: @Sendable () -> ContinuousClock.Instant
  private var sent: ContinuousClock.Instant?

  /// How many messages that are no answer are read.
  private static let mostMessages = 16
  /// A zone that is larger is no home's.
  private static let mostRecords = 200_000
  private static let mostBytes = 32 << 20

  /// What came of a zone so far, in the first of its messages.
  private var transfer: DNSDelivery?

  /// Sends one query, and waits for its answer.
  ///
  /// - Parameters:
  ///   - query: What is asked.
  ///   - now: The time, for how long the answer takes.
  init(
    _ query: DNSQuery,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.query = query
    self.now = now
  }

  var isDone: Bool { delivery != nil || failure != nil }

  /// What came of it, when the stream ended so.
  func outcome(_ end: StreamEnd) -> Result<DNSDelivery, DNSFailure> {
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
        delivery = DNSDelivery(answer, size: length, elapsed: elapsed)
      } else if messages >= Self.mostMessages || (try? DNSMessage(parsing: message)) == nil {
        failure = .malformed("it does not send a DNS answer")
      }
    }
    return []
  }

  // MARK: Zones

  /// Whether all records of a zone are asked for, which come in many messages (RFC 5936, section 2.2).
  private var isTransfer: Bool { query.message.questions.first?.type == .axfr }

  /// Takes a message of a zone; it begins with its SOA record, and ends with it.
  private mutating func take(part bytes: [UInt8], at received: ContinuousClock.Instant) {
    guard var message = try? DNSMessage(parsing: bytes), message.id == query.message.id,
      message.flags.isResponse,
      message.questions.isEmpty && transfer != nil || message.questions == query.message.questions
        || message.responseCode != .noError
    else {
      failure = .malformed("it does not send a zone")
      return
    }
    let elapsed = sent.map { $0.duration(to: received) }
    if message.responseCode != .noError {
      // Refused, or broken off.
      if transfer != nil { message.answers = [] }
      delivery = DNSDelivery(message, size: bytes.count, elapsed: elapsed)
      return
    }
    var whole = transfer ?? DNSDelivery(message, size: 0)
    if transfer != nil { whole.message.answers += message.answers }
    whole.size += bytes.count
    whole.elapsed = elapsed
    guard whole.message.answers.first?.type == .soa else {
      // A server that knows nothing of the zone may say so without a code.
      if whole.message.answers.isEmpty { delivery = whole } else { failure = Self.noZone }
      return
    }
    guard whole.message.answers.count <= Self.mostRecords, whole.size <= Self.mostBytes else {
      failure = .malformed("the zone has more records than are taken")
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

  private static let noZone = DNSFailure.malformed("its zone does not begin with a SOA record")
}
