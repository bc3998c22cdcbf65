internal import Wire

/// A question over a stream: each message after its length in two bytes (RFC 1035, section 4.2.2).
struct DNSStreamTalk: StreamTalk {
  let asking: DNSAsking
  private(set) var delivery: DNSDelivery?
  private(set) var failure: DNSFailure?
  private var bytes: [UInt8] = []
  private var messages = 0
  private let now: @Sendable () -> ContinuousClock.Instant
  private var sent: ContinuousClock.Instant?

  /// How many messages that are no answer are read.
  private static let mostMessages = 16

  /// The given question.
  ///
  /// - Parameters:
  ///   - asking: What is asked.
  ///   - now: The time, for how long the answer takes.
  init(
    _ asking: DNSAsking,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.asking = asking
    self.now = now
  }

  var isDone: Bool { delivery != nil || failure != nil }

  /// What came of it, when the stream ended so.
  func outcome(_ end: StreamEnd) -> Result<DNSDelivery, DNSFailure> {
    if let delivery { return .success(delivery) }
    return .failure(failure ?? DNSFailure(end))
  }

  mutating func begin() -> [UInt8] {
    let query = asking.bytes
    sent = now()
    return [UInt8(truncatingIfNeeded: query.count >> 8), UInt8(truncatingIfNeeded: query.count)]
      + query
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
      if let answer = asking.answer(in: message) {
        let elapsed = sent.map { $0.duration(to: received) }
        delivery = DNSDelivery(answer, size: length, elapsed: elapsed)
      } else if messages >= Self.mostMessages || (try? DNSMessage(parsing: message)) == nil {
        failure = .malformed("what it sends is no answer")
      }
    }
    return []
  }
}
