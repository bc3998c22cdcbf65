import Networking
import Wire

extension MDNSSource {
  /// The longest one-shot query in bytes: avahi repeats all its questions in an answer of at most
  /// 512 bytes, and drops the records that don't fit.
  private static let oneShotPacket = 320
  /// A host received within this time is not queried for its name.
  private static let silence = Duration.milliseconds(500)
  /// Silent hosts are asked in groups, so that their answers don't come all at once.
  private static let group = (hosts: 16, pause: Duration.milliseconds(20))
  private static let mostSilent = 1024
  private static let mostKnownAnswers = 2048

  /// Asks everything on a link.
  mutating func sendWave(_ index: Int, _ context: inout SourceContext) {
    let link = links[index]
    guard link.hasMulticast else {
      links[index].wavesSent = 1
      askOneByOne(on: index, &context)
      return
    }
    guard let repeater = link.repeater else { return }
    let isFirst = link.wavesSent == 0 && link.isAskerOpen
    let socket = isFirst ? link.asker : repeater.number
    let isOwnPort = isFirst || repeater.isOwnPort
    let query = MulticastDNSQuery(
      questions: browsing(wave: link.wavesSent, wantsUnicast: isOwnPort),
      knownAnswers: isFirst ? [] : knownAnswers(now: context.now),
      id: isOwnPort ? number() : 0
    )
    let packets = isFirst ? query.packets(limit: Self.oneShotPacket) : query.packets()
    for packet in packets {
      send(packet, from: socket, to: link.groupEndpoint, &context)
    }
    links[index].noteWave(isOneShot: isFirst, now: context.now)
  }

  /// The meta-query and the types.
  ///
  /// Later waves begin elsewhere in the list: some responders answer a packet's first questions only.
  private func browsing(wave: Int, wantsUnicast: Bool) -> [DNSQuestion] {
    let turn = wave * 7 % types.count
    let names =
      [DNSServiceType.metaQuery] + (types[turn...] + types[..<turn]).map { $0.name() }
    return names.map { DNSQuestion($0, .ptr, wantsUnicast: wantsUnicast) }
  }

  /// The known answers of the next query (RFC 6762, section 7.1).
  private func knownAnswers(now: MonotonicTime) -> [DNSRecord] {
    let announced = announcedTypes.filter { now - $0.value < .seconds(60) }.keys
      .sorted { "\($0)" < "\($1)" }
      .map {
        DNSRecord(DNSServiceType.metaQuery, .ptr($0.name()), ttl: MulticastDNS.otherTTL)
      }
    var records = Set(announced)
    var known = announced
    for (_, sender) in senders.sorted(by: { $0.key < $1.key }) {
      for record in sender.cache.knownAnswers(now: now) where records.insert(record).inserted {
        known.append(record)
      }
      if known.count > Self.mostKnownAnswers { break }
    }
    return known
  }

  /// Asks whatever is due: waves, inquiries, silent hosts.
  mutating func askWhatIsDue(_ context: inout SourceContext) {
    for index in links.indices {
      guard let due = links[index].nextWave, due <= context.now else { continue }
      if links[index].wavesSent > 4 { purge(now: context.now) }
      sendWave(index, &context)
    }
    askSilentHosts(&context)
    let senders = self.senders
    let due = inquiries.take(now: context.now) { subject in
      senders.lacks(subject, now: context.now)
    }
    send(due.fresh, isFirst: true, &context)
    send(due.direct, isFirst: true, &context)
    send(due.again, isFirst: false, &context)
    for inquiry in due.lost { giveUp(inquiry.subject, &context) }
  }

  private mutating func send(
    _ inquiries: [MDNSInquiries.Inquiry],
    isFirst: Bool,
    _ context: inout SourceContext
  ) {
    struct Route: Hashable {
      var link: Int
      var host: IPAddress?
      var alone: MDNSInquiries.Subject?
    }
    var routes: [Route] = []
    var questions: [Route: [DNSQuestion]] = [:]
    for inquiry in inquiries {
      let link = links[inquiry.link]
      guard let repeater = link.repeater else { continue }
      let isOwnPort = isFirst && link.isAskerOpen || repeater.isOwnPort
      let route = Route(
        link: inquiry.link,
        host: inquiry.host,
        alone: inquiry.isAlone ? inquiry.subject : nil
      )
      if questions[route] == nil { routes.append(route) }
      for question in inquiry.subject.questions(wantsUnicast: isOwnPort)
      where !questions[route, default: []].contains(question) {
        questions[route, default: []].append(question)
      }
    }
    for route in routes {
      let link = links[route.link]
      guard let repeater = link.repeater, let questions = questions[route] else { continue }
      let isOwnPort = isFirst && link.isAskerOpen || repeater.isOwnPort
      let query = MulticastDNSQuery(questions: questions, id: isOwnPort ? number() : 0)
      let target = route.host.map { Endpoint($0, port: MulticastDNS.port) }
      for packet in query.packets(limit: isFirst ? Self.oneShotPacket : MulticastDNS.longestPayload)
      {
        send(
          packet,
          from: isOwnPort && link.isAskerOpen ? link.asker : repeater.number,
          to: target ?? link.groupEndpoint,
          &context
        )
      }
    }
  }

  private func send(
    _ packet: [UInt8],
    from socket: UInt32,
    to target: Endpoint,
    _ context: inout SourceContext
  ) {
    context.request(
      .send(context.ticket(socket), to: target, payload: packet, purpose: .mdns)
    )
  }

  /// A query's number; 0 would be a multicast query's.
  private mutating func number() -> UInt16 {
    UInt16.random(in: 1 ... .max, using: &generator)
  }

  // MARK: Silent hosts

  /// Notes a host that answers others.
  mutating func noteHost(_ host: IPAddress, interface: UInt32, _ context: inout SourceContext) {
    guard senders[host] == nil, silentAsked.count < Self.mostSilent,
      context.plan.mayAsk(host), !context.plan.isOwn(host),
      let link = links.firstIndex(where: {
        $0.interface.index == interface && ($0.group.v4 == nil) == (host.v4 == nil)
      }),
      silentAsked.insert(host).inserted
    else { return }
    // Without multicast only unicast reaches responders.
    let wait = links[link].hasMulticast ? Self.silence : .zero
    silent.append((host, link, context.now + wait))
  }

  private mutating func askOneByOne(on index: Int, _ context: inout SourceContext) {
    for place in silent.indices where silent[place].link == index {
      silent[place].due = context.now
    }
  }

  /// Asks the silent hosts whose time has come for their names, and what they have.
  private mutating func askSilentHosts(_ context: inout SourceContext) {
    var room = Self.group.hosts
    var kept: [(host: IPAddress, link: Int, due: MonotonicTime)] = []
    for entry in silent {
      let link = links[entry.link]
      if !link.isSettled || entry.due <= context.now && room == 0 {
        kept.append((entry.host, entry.link, context.now + Self.group.pause))
      } else if entry.due > context.now {
        kept.append(entry)
      } else if senders[entry.host] == nil, link.isAskerOpen {
        room -= 1
        // The name alone where there is multicast: room for the answer matters more than the types,
        // and those that the meta-query names are asked for one by one.
        let names =
          [DNSName(reverseOf: entry.host), DNSServiceType.metaQuery]
          + (link.hasMulticast ? [] : types.map { $0.name() })
        let query = MulticastDNSQuery(
          questions: names.map { DNSQuestion($0, .ptr, wantsUnicast: true) },
          id: number()
        )
        for packet in query.packets(limit: Self.oneShotPacket) {
          send(
            packet,
            from: link.asker,
            to: Endpoint(entry.host, port: MulticastDNS.port),
            &context
          )
        }
      }
    }
    silent = kept.sorted { $0.due < $1.due }
  }
}

extension [IPAddress: MDNSSender] {
  /// Whether the answer is still missing.
  fileprivate func lacks(_ subject: MDNSInquiries.Subject, now: MonotonicTime) -> Bool {
    switch subject {
    case .instances: return true
    case .own(let type, let sender):
      return self[sender].map { !$0.cache.entries.values.contains { $0.service.type == type } }
        ?? false
    case .location(let name, let sender):
      guard let entry = self[sender]?.cache.entries[name] else { return false }
      return entry.location == nil && !entry.isLeaving
    case .attributes(let name, let sender):
      guard let entry = self[sender]?.cache.entries[name] else { return false }
      return entry.attributes == nil && !entry.isLeaving
    case .model(let name, let sender): return self[sender]?.cache.entries[name] == nil
    case .addresses(let host, let sender):
      return self[sender]?.cache.addresses(of: host, now: now).isEmpty ?? false
    }
  }
}
