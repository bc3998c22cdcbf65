/// A multicast DNS query of many questions, and what is known of their answers already.
public struct MulticastDNSQuery: Hashable, Sendable {
  /// What is asked, most wanted first.
  public var questions: [DNSQuestion]
  /// Answers that need not be sent again (RFC 6762, section 7.1).
  ///
  /// Those whose time to live is half gone are the caller's to leave out.
  public var knownAnswers: [DNSRecord]
  /// The message's number: 0 from port 5353, a number of one's own from any other.
  public var id: UInt16

  /// The given query.
  public init(questions: [DNSQuestion], knownAnswers: [DNSRecord] = [], id: UInt16 = 0) {
    self.questions = questions
    self.knownAnswers = knownAnswers
    self.id = id
  }

  /// The query's packets of at most `limit` bytes, in the order they are to be sent.
  ///
  /// Questions that find no room in a packet begin another. Known answers go with the packet whose
  /// question they answer; those that find no room follow in packets of their own, each but the last
  /// marked as truncated (RFC 6762, section 7.2). A question or answer longer than a packet is left
  /// out.
  public func packets(limit: Int = MulticastDNS.longestPayload) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var rest = questions[...]
    while !rest.isEmpty {
      var writer = DNSWriter(id: id, flags: .query, style: .multicast)
      var asked: [DNSQuestion] = []
      while let question = rest.first {
        if writer.fits(limit, { $0.write(question) }) {
          asked.append(question)
        } else if !asked.isEmpty {
          break
        }
        rest = rest.dropFirst()
      }
      guard !asked.isEmpty else { break }
      let known = knownAnswers.filter { record in asked.contains { $0.isAnswered(by: record) } }
      packets += Self.packets(begunBy: writer, id: id, known: known, limit: limit)
    }
    return packets
  }

  private static func packets(
    begunBy first: DNSWriter,
    id: UInt16,
    known: [DNSRecord],
    limit: Int
  ) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var writer = first
    for record in known {
      let known = record.asKnownAnswer
      if writer.fits(limit, { $0.write(known, in: .answer) }) { continue }
      var next = DNSWriter(id: id, flags: .query, style: .multicast)
      guard next.fits(limit, { $0.write(known, in: .answer) }) else { continue }
      writer.isTruncated = true
      packets.append(writer.bytes)
      writer = next
    }
    packets.append(writer.bytes)
    return packets
  }
}

extension DNSRecord {
  /// The record without its cache-flush bit, which queries must not carry (RFC 6762, section 10.2).
  fileprivate var asKnownAnswer: DNSRecord {
    var record = self
    record.cacheFlush = false
    return record
  }
}
