public import Networking
public import Wire

/// A simulated device's multicast DNS responder (RFC 6762).
public struct MDNSResponder: Responder {
  /// How well it keeps to the standard.
  public enum Manner: Hashable, Sendable {
    /// As the standard says.
    case conforming
    /// Answers everything to the group, whatever the asker prefers and wherever it asks from.
    case multicastOnly
    /// Takes no notice of queries that don't come from port 5353.
    case ignoresLegacy
    /// Answers the first question of a packet and no other.
    case firstQuestionOnly
  }

  /// Where multicast DNS listens.
  public let port = MulticastDNS.port
  /// The IPv4 group.
  public let groups: [IPAddress] = [.v4(MulticastDNS.ipv4Group)]

  private let records: MDNSRecords
  private let manner: Manner
  /// How late it is by nature, beside the standard's own delays.
  private let lateness: Duration
  /// Its share of the delay that keeps many responders from answering at once (RFC 6762, section 6).
  private let spread: Duration

  /// The responder of a device; `nil` if it speaks no mDNS.
  public init?(_ device: SimulatedDevice, manner: Manner = .conforming) {
    guard let records = MDNSRecords(device) else { return nil }
    self.records = records
    self.manner = manner
    lateness = device.lateness
    spread = .milliseconds(20 + Int64((device.address.rawValue &* 2_654_435_761) >> 16) % 101)
  }

  /// All records, twice, a second apart (RFC 6762, section 8.3).
  public func announcements() -> [Response] {
    [Duration.zero, .seconds(1)].flatMap { delay in
      say(records.all, delay: delay + lateness)
    }
  }

  /// What it says when it leaves: all records with no time to live (RFC 6762, section 10.1).
  public func goodbyes() -> [Response] {
    say(
      records.all.map { record in
        var record = record
        record.ttl = 0
        return record
      },
      delay: .zero
    )
  }

  private func say(_ answers: [DNSRecord], delay: Duration) -> [Response] {
    MulticastDNSResponse(answers: answers).packets().map { packet in
      Response(to: Self.group(for: nil), payload: packet, delay: delay)
    }
  }

  private static func group(for asker: IPAddress?) -> Endpoint {
    if case .v6(_, let zone) = asker {
      return Endpoint(.v6(MulticastDNS.ipv6Group, zone: zone), port: MulticastDNS.port)
    }
    return Endpoint(.v4(MulticastDNS.ipv4Group), port: MulticastDNS.port)
  }

  /// The answers to a query: to its sender where it wants that or knows no other way, else to all.
  public func responses(to datagram: Datagram) -> [Response] {
    guard let query = try? DNSMessage(parsing: datagram.payload), !query.flags.isResponse,
      query.flags.opcode == 0
    else { return [] }
    let isLegacy = MulticastDNS.isLegacy(sourcePort: datagram.source.port)
    if isLegacy, manner == .ignoresLegacy { return [] }
    let questions =
      manner == .firstQuestionOnly ? Array(query.questions.prefix(1)) : query.questions
    let group = Self.group(for: datagram.source.address)
    if manner == .multicastOnly {
      return respond(to: questions, of: query, at: group)
    }
    if isLegacy {
      let answers = self.answers(to: questions, of: query)
      if answers.isEmpty { return [] }
      let response = MulticastDNSResponse(
        answers: answers,
        additionals: records.additionals(to: answers)
      )
      let packet = response.legacyPacket(to: query)
      return [Response(to: datagram.source, payload: packet, delay: lateness)]
    }
    let isDirect = datagram.destination.map { $0.scope != .multicast } ?? false
    let direct = questions.filter { $0.wantsUnicast || isDirect }
    let open = questions.filter { !$0.wantsUnicast && !isDirect }
    return respond(to: direct, of: query, at: datagram.source)
      + respond(to: open, of: query, at: group)
  }

  private func answers(to questions: [DNSQuestion], of query: DNSMessage) -> [DNSRecord] {
    var answers: [DNSRecord] = []
    for question in questions {
      for record in records.answers(to: question)
      where !query.suppresses(record) && !answers.contains(record) {
        answers.append(record)
      }
    }
    return answers
  }

  private func respond(
    to questions: [DNSQuestion],
    of query: DNSMessage,
    at destination: Endpoint
  ) -> [Response] {
    let answers = self.answers(to: questions, of: query)
    let response = MulticastDNSResponse(
      answers: answers,
      additionals: records.additionals(to: answers)
    )
    // Records that nobody else can have are answered at once, shared ones after a random time.
    let delay = answers.allSatisfy(\.cacheFlush) ? .zero : spread
    return response.packets().map { packet in
      Response(to: destination, payload: packet, delay: delay + lateness)
    }
  }
}
