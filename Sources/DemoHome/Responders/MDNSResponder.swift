import Model
public import Networking
public import Wire

/// A simulated device's multicast DNS responder (RFC 6762).
public struct MDNSResponder: Responder {
  /// How well it keeps to the standard.
  public enum Conformance: Hashable, Sendable {
    /// As the standard says.
    case conforming
    /// Answers everything to the group, whatever the query prefers and whichever port it comes
    /// from.
    case multicastOnly
    /// Ignores queries that don't come from port 5353.
    case ignoresLegacy
    /// Answers the first question of a packet and no other.
    case firstQuestionOnly
  }

  /// Where multicast DNS listens.
  public let port = MulticastDNS.port
  /// The IPv4 group.
  public let groups: [IPAddress] = [.v4(MulticastDNS.ipv4Group)]

  private let records: MDNSRecords
  private let conformance: Conformance
  /// How late it is by nature, beside the standard's own delays.
  private let lateness: Duration
  /// Its delay, which keeps many responders from answering at once (RFC 6762, section 6).
  private let spread: Duration

  /// The responder of a device; `nil` if it speaks no mDNS.
  public init?(_ device: SimulatedDevice, conformance: Conformance = .conforming) {
    guard let records = MDNSRecords(device) else { return nil }
    self.records = records
    self.conformance = conformance
    lateness = device.lateness
    spread = .milliseconds(20 + Int64((device.address.rawValue &* 2_654_435_761) >> 16) % 101)
  }

  /// All records, twice, a second apart (RFC 6762, section 8.3).
  public func announcements() -> [Response] {
    [Duration.zero, .seconds(1)].flatMap { delay in
      say(records.all, delay: delay + lateness)
    }
  }

  /// Its goodbyes: all records with a TTL of 0 (RFC 6762, section 10.1).
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
    if isLegacy, conformance == .ignoresLegacy { return [] }
    let questions =
      conformance == .firstQuestionOnly ? Array(query.questions.prefix(1)) : query.questions
    let group = Self.group(for: datagram.source.address)
    if conformance == .multicastOnly {
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
    // Unique records are answered at once, shared ones after a random delay (RFC 6762, section 6).
    let delay = answers.allSatisfy(\.cacheFlush) ? .zero : spread
    return response.packets().map { packet in
      Response(to: destination, payload: packet, delay: delay + lateness)
    }
  }
}

/// The multicast DNS records of a simulated device.
struct MDNSRecords: Sendable {
  /// Everything that is answered when asked for.
  private(set) var all: [DNSRecord] = []
  /// What a name has, and so hasn't (RFC 6762, section 6.1); answers questions for other types.
  private(set) var denials: [DNSRecord] = []
  /// The host's own name.
  let host: DNSName

  /// The records of a device; `nil` if it speaks no mDNS.
  init?(_ device: SimulatedDevice) {
    guard let text = device.mdnsHost, let host = DNSName(text) else { return nil }
    self.host = host
    let address = DNSRecord(
      host,
      .a(device.address),
      ttl: MulticastDNS.hostTTL,
      cacheFlush: true
    )
    let reverse = DNSRecord(
      DNSName(reverseOf: .v4(device.address)),
      .ptr(host),
      ttl: MulticastDNS.hostTTL,
      cacheFlush: true
    )
    all = [address, reverse]
    deny(host, except: [.a])
    for service in device.services {
      add(service, host: service.host.flatMap { DNSName($0) } ?? host)
    }
  }

  private mutating func add(_ service: ServiceInstance, host: DNSName) {
    guard let type = DNSServiceType(service.type),
      let name = DNSServiceName(service.name, type).name
    else { return }
    let attributes = DNSRecord(
      name,
      .txt(TXTRecord(service.txt.sorted { $0.key < $1.key }.map(TXTRecord.Entry.init))),
      ttl: MulticastDNS.otherTTL,
      cacheFlush: true
    )
    // Apple's model record is attributes alone: it is nowhere, and no browsing finds it.
    if type.service == "device-info" {
      all.append(attributes)
      return
    }
    let location = DNSServiceLocation(port: service.port ?? 9, target: host)
    let kind = DNSRecord(
      DNSServiceType.metaQuery,
      .ptr(type.name()),
      ttl: MulticastDNS.otherTTL
    )
    if !all.contains(kind) { all.append(kind) }
    all.append(DNSRecord(type.name(), .ptr(name), ttl: MulticastDNS.otherTTL))
    all.append(
      DNSRecord(name, .srv(location), ttl: MulticastDNS.hostTTL, cacheFlush: true)
    )
    all.append(attributes)
    deny(name, except: [.txt, .srv])
  }

  private mutating func deny(_ name: DNSName, except types: [DNSType]) {
    denials.append(
      DNSRecord(name, .nsec(name, types), ttl: MulticastDNS.hostTTL, cacheFlush: true)
    )
  }

  /// The answers to a question: records, or the denial of the type asked for.
  func answers(to question: DNSQuestion) -> [DNSRecord] {
    let found = all.filter(question.isAnswered(by:))
    if !found.isEmpty { return found }
    return denials.filter { $0.name == question.name }
  }

  /// Additional records for these answers (RFC 6763, section 12).
  func additionals(to answers: [DNSRecord]) -> [DNSRecord] {
    var wanted: [DNSRecord] = []
    let add = { (record: DNSRecord, wanted: inout [DNSRecord]) in
      if !answers.contains(record), !wanted.contains(record) { wanted.append(record) }
    }
    for answer in answers {
      guard case .ptr(let target) = answer.data else { continue }
      for record in all + denials where record.name == target { add(record, &wanted) }
      guard let service = DNSServiceName(target) else { continue }
      for record in all where DNSServiceName(record.name)?.isModel(of: service) == true {
        add(record, &wanted)
      }
    }
    for answer in answers + wanted {
      guard case .srv(let location) = answer.data else { continue }
      for record in all + denials where record.name == location.target { add(record, &wanted) }
    }
    return wanted
  }
}

extension DNSServiceName {
  fileprivate func isModel(of other: DNSServiceName) -> Bool {
    type.service == "device-info" && instance == other.instance
  }
}

extension TXTRecord.Entry {
  /// An attribute of a service instance.
  init(_ key: String, _ value: TXTValue) {
    switch value {
    case .present: self.init(key, nil)
    case .text(let text): self.init(key, text: text)
    case .bytes(let bytes): self.init(key, bytes)
    }
  }
}
