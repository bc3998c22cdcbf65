/// What a multicast DNS responder says.
public struct MulticastDNSResponse: Hashable, Sendable {
  /// The answers; unique records have the cache-flush bit set.
  public var answers: [DNSRecord]
  /// What the asker will want next.
  public var additionals: [DNSRecord]

  /// The given response.
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
  /// Whether the query's sender knows the record well enough not to be told: it lists it with at
  /// least half of its time to live (RFC 6762, section 7.1).
  public func suppresses(_ record: DNSRecord) -> Bool {
    !flags.isResponse
      && answers.contains { known in
        known.name == record.name && known.recordClass == record.recordClass
          && known.data == record.data && known.ttl >= record.ttl / 2
      }
  }
}
