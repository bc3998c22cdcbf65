internal import Wire

/// A question over a stream: each message after its length in two bytes (RFC 1035, section 4.2.2).
struct DNSStreamTalk: StreamTalk {
  let asking: DNSAsking
  private(set) var delivery: DNSDelivery?
  private(set) var failure: DNSFailure?
  private var bytes: [UInt8] = []
  private var messages = 0

  /// How many messages that are no answer are read.
  private static let mostMessages = 16

  init(_ asking: DNSAsking) {
    self.asking = asking
  }

  var isDone: Bool { delivery != nil || failure != nil }

  /// What came of it, when the stream ended so.
  func outcome(_ end: StreamEnd) -> Result<DNSDelivery, DNSFailure> {
    if let delivery { return .success(delivery) }
    return .failure(failure ?? DNSFailure(end))
  }

  mutating func begin() -> [UInt8] {
    let query = asking.bytes
    return [UInt8(truncatingIfNeeded: query.count >> 8), UInt8(truncatingIfNeeded: query.count)]
      + query
  }

  mutating func receive(_ more: [UInt8]) -> [UInt8] {
    bytes += more
    while !isDone, bytes.count >= 2 {
      let length = Int(bytes[0]) << 8 | Int(bytes[1])
      guard bytes.count >= 2 + length else { break }
      let message = Array(bytes[2..<2 + length])
      bytes.removeFirst(2 + length)
      messages += 1
      if let answer = asking.answer(in: message) {
        delivery = DNSDelivery(answer, size: length)
      } else if messages >= Self.mostMessages || (try? DNSMessage(parsing: message)) == nil {
        failure = .malformed("what it sends is no answer")
      }
    }
    return []
  }
}
