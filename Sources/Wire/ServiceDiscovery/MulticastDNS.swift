/// Multicast DNS's fixed numbers (RFC 6762).
public enum MulticastDNS {
  /// The port that queries go to and answers come from.
  public static let port: UInt16 = 5353
  /// `224.0.0.251`.
  public static let ipv4Group = IPv4Address(224, 0, 0, 251)
  /// `ff02::fb`.
  public static let ipv6Group = IPv6Address(high: 0xFF02_0000_0000_0000, low: 0xFB)
  /// The longest payload that we send: an Ethernet frame's 1,500 bytes less IPv6 and UDP headers,
  /// and a little for tunnels (RFC 6762, section 17).
  public static let longestPayload = 1_440
  /// The time to live of records that hold a host name, in seconds (RFC 6762, section 10).
  public static let hostTTL: UInt32 = 120
  /// The time to live of other records, in seconds (RFC 6762, section 10).
  public static let otherTTL: UInt32 = 4_500
  /// The most that a legacy unicast answer may promise, in seconds (RFC 6762, section 6.7).
  public static let legacyTTL: UInt32 = 10

  /// Whether a query comes from a resolver that knows unicast DNS only, by its source port; it is
  /// answered as `MulticastDNSResponse.legacyPacket(to:)` says (RFC 6762, section 6.7).
  public static func isLegacy(sourcePort: UInt16) -> Bool { sourcePort != port }
}

/// A multicast DNS query of many questions, and what is known of their answers already.
public struct MulticastDNSQuery: Hashable, Sendable {
  /// The questions, the most important first.
  public var questions: [DNSQuestion]
  /// Answers that need not be sent again (RFC 6762, section 7.1).
  ///
  /// Those whose time to live is half gone are the caller's to leave out.
  public var knownAnswers: [DNSRecord]
  /// The message's number: 0 from port 5353, a number of one's own from any other.
  public var id: UInt16

  /// A query of any number of questions; ``packets(limit:)`` splits it into packets.
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

/// What a multicast DNS responder says.
public struct MulticastDNSResponse: Hashable, Sendable {
  /// The answers; unique records have the cache-flush bit set.
  public var answers: [DNSRecord]
  /// Records that the querier would ask for next.
  public var additionals: [DNSRecord]

  /// A response of any number of records; ``packets(limit:)`` splits it into packets.
  public init(answers: [DNSRecord], additionals: [DNSRecord] = []) {
    self.answers = answers
    self.additionals = additionals
  }

  /// The response's packets of at most `limit` bytes, for the group or for a QU question's asker.
  ///
  /// Answers that find no room begin another packet, additional records that find none are left out
  /// (RFC 6762, section 17), and so is an answer longer than a packet.
  public func packets(limit: Int = MulticastDNS.longestPayload) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var writer = DNSWriter(id: 0, flags: .authoritativeAnswer, style: .multicast)
    var isEmpty = true
    for answer in answers {
      if writer.fits(limit, { $0.write(answer, in: .answer) }) {
        isEmpty = false
        continue
      }
      var next = DNSWriter(id: 0, flags: .authoritativeAnswer, style: .multicast)
      guard next.fits(limit, { $0.write(answer, in: .answer) }) else { continue }
      packets.append(writer.bytes)
      writer = next
    }
    guard !isEmpty else { return [] }
    for record in additionals {
      guard writer.fits(limit, { $0.write(record, in: .additional) }) else { break }
    }
    packets.append(writer.bytes)
    return packets
  }

  /// The answer to a legacy query, for its sender alone (RFC 6762, section 6.7): with its number and
  /// questions, without cache-flush bits, good for at most ten seconds, and in one packet.
  public func legacyPacket(
    to query: DNSMessage,
    limit: Int = MulticastDNS.longestPayload
  ) -> [UInt8] {
    var flags = DNSFlags.authoritativeAnswer
    flags.isRecursionDesired = query.flags.isRecursionDesired
    var writer = DNSWriter(id: query.id, flags: flags, style: .unicast)
    for question in query.questions {
      var question = question
      question.wantsUnicast = false
      guard writer.fits(limit, { $0.write(question) }) else { break }
    }
    for record in answers {
      guard writer.fits(limit, { $0.write(record.asLegacyAnswer, in: .answer) }) else {
        writer.isTruncated = true
        return writer.bytes
      }
    }
    for record in additionals {
      guard writer.fits(limit, { $0.write(record.asLegacyAnswer, in: .additional) }) else { break }
    }
    return writer.bytes
  }
}

extension DNSRecord {
  fileprivate var asLegacyAnswer: DNSRecord {
    var record = self
    record.cacheFlush = false
    record.ttl = min(ttl, MulticastDNS.legacyTTL)
    return record
  }
}

extension DNSMessage {
  /// Whether the query suppresses the record: it lists it with at least half of its time to live
  /// (RFC 6762, section 7.1).
  public func suppresses(_ record: DNSRecord) -> Bool {
    !flags.isResponse
      && answers.contains { known in
        known.name == record.name && known.recordClass == record.recordClass
          && known.data == record.data && known.ttl >= record.ttl / 2
      }
  }
}
