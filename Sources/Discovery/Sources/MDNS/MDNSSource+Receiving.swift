import Model
import Networking
import Wire

extension MDNSSource {
  private static let mostSenders = 4096
  private static let mostSize = 16 * 1024 * 1024
  private static let mostTypes = 192
  private static let mostTypesOfASender = 64
  private static let mostReportsOfASender = 64

  /// Takes a packet.
  mutating func receive(
    _ datagram: Datagram,
    on index: Int,
    _ socket: UInt32,
    _ context: inout SourceContext
  ) {
    let link = links[index]
    let sender = datagram.source.address
    guard datagram.interface == link.interface.index || datagram.interface == 0,
      context.plan.isOnLink(sender, interface: link.interface.index),
      let message = try? DNSMessage(parsing: datagram.payload)
    else { return }
    guard message.flags.isResponse else {
      // A query proves its sender present; our own queries loop back from the group.
      if !context.plan.isOwn(sender) { noteSender(sender, &context) }
      return
    }
    // Other ports are no multicast DNS responders (RFC 6762, section 6).
    guard datagram.source.port == MulticastDNS.port, noteSender(sender, &context) else { return }
    let isLegacy = socket == link.asker && !message.questions.isEmpty
    take(message, isLegacy: isLegacy, from: sender, on: index, &context)
  }

  /// Adds a sender; false if there are too many.
  @discardableResult
  private mutating func noteSender(_ sender: IPAddress, _ context: inout SourceContext) -> Bool {
    if senders[sender] != nil { return true }
    guard senders.count < Self.mostSenders else { return false }
    senders[sender] = MDNSSender()
    context.observe(.answered(rttMs: nil), about: sender)
    return true
  }

  private mutating func take(
    _ message: DNSMessage,
    isLegacy: Bool,
    from sender: IPAddress,
    on index: Int,
    _ context: inout SourceContext
  ) {
    guard var state = senders.removeValue(forKey: sender) else { return }
    let sizeBefore = state.cache.size
    let zone = links[index].interface.name
    var changed: [DNSName] = []
    var seen: Set<DNSName> = []
    for record in message.answers + message.additionals
    where record.recordClass == .internet {
      switch record.data {
      case .ptr(let target) where record.name == DNSServiceType.metaQuery:
        if record.ttl > 0, let type = DNSServiceType(target) {
          noteType(type, from: sender, &state, on: index, now: context.now)
        }
        continue
      case .ptr(let target):
        if let address = record.name.reverseAddress {
          if record.ttl > 0, address == sender.withoutZone, target != .root {
            report(.name(target.description), of: sender, &state, &context)
          }
          continue
        }
      case .a, .aaaa, .srv, .txt:
        guard record.name.isInside(.local) else { continue }
      default:
        continue
      }
      guard size + state.cache.size - sizeBefore < Self.mostSize else { continue }
      let names = state.cache.write(record, isLegacy: isLegacy, zone: zone, now: context.now)
      for name in names where seen.insert(name).inserted { changed.append(name) }
      claim(record, from: sender, zone: zone, &state, &context)
    }
    size += state.cache.size - sizeBefore
    for name in changed { settle(name, from: sender, &state, on: index, &context) }
    settleModels(from: sender, &state, &context)
    senders[sender] = state
  }

  private mutating func noteType(
    _ type: DNSServiceType,
    from sender: IPAddress,
    _ state: inout MDNSSender,
    on index: Int,
    now: MonotonicTime
  ) {
    if knownTypes.contains(type) {
      inquiries.add(.init(.own(type, by: sender), link: index, alone: true), now: now)
    } else {
      guard types.count < Self.mostTypes, state.newTypes < Self.mostTypesOfASender else { return }
      state.newTypes += 1
      knownTypes.insert(type)
      types.append(type)
      inquiries.add(
        .init(
          .instances(type, by: sender),
          link: index,
          hasMulticast: links[index].hasMulticast
        ),
        now: now
      )
    }
    announcedTypes[type] = now
  }

  /// Reports a host's address from an address record.
  private mutating func claim(
    _ record: DNSRecord,
    from sender: IPAddress,
    zone: String,
    _ state: inout MDNSSender,
    _ context: inout SourceContext
  ) {
    guard record.ttl > 0 else { return }
    let address: IPAddress
    switch record.data {
    case .a(let v4): address = .v4(v4)
    case .aaaa(let v6): address = .v6(v6, zone: v6.scope == .linkLocal ? zone : nil)
    default: return
    }
    switch address.scope {
    case .linkLocal, .privateUse, .global: break
    case .loopback where sender.scope == .loopback: break
    default: return
    }
    let host = record.name.description
    if address.withoutZone == sender.withoutZone {
      report(.name(host), of: sender, &state, &context)
      report(.hostAddress(host: host, address: sender), of: sender, &state, &context)
    } else {
      report(.hostAddress(host: host, address: address), of: sender, &state, &context)
    }
  }

  private func report(
    _ fact: Fact,
    of sender: IPAddress,
    _ state: inout MDNSSender,
    _ context: inout SourceContext
  ) {
    guard state.reported.count < Self.mostReportsOfASender, state.reported.insert(fact).inserted
    else { return }
    context.observe(fact, about: sender)
  }
}

extension MDNSSource {
  /// Computers and Apple's devices announce a model under the names of these.
  private static let typesWithModel = Set(
    [
      "airplay", "companion-link", "smb", "afpovertcp", "rfb", "ssh", "sftp-ssh", "adisk",
    ]
  )

  /// Names whose models are asked for; a computer has one, or two.
  private static let mostModels = 4

  /// Reports an instance if enough is known of it, and asks for what is lacking.
  mutating func settle(
    _ name: DNSName,
    from sender: IPAddress,
    _ state: inout MDNSSender,
    on index: Int,
    _ context: inout SourceContext
  ) {
    guard let entry = state.cache.entries[name], !entry.isLeaving, !entry.service.isModel
    else { return }
    let now = context.now
    let ask = { (subject: MDNSInquiries.Subject, inquiries: inout MDNSInquiries, link: MDNSLink) in
      inquiries.add(.init(subject, link: index, hasMulticast: link.hasMulticast), now: now)
    }
    guard let host = entry.host, entry.location != nil else {
      ask(.location(name, by: sender), &inquiries, links[index])
      return
    }
    if entry.attributes == nil { ask(.attributes(name, by: sender), &inquiries, links[index]) }
    let addresses = state.cache.addresses(of: host, now: context.now)
    if addresses.isEmpty {
      ask(.addresses(host, by: sender), &inquiries, links[index])
      // An instance keeps its subject when the address record expires.
      guard let reported = entry.reported else { return }
      report(name, entry, subject: reported.subject, &state, &context)
      return
    }
    let isOwn = addresses.contains { $0.withoutZone == sender.withoutZone }
    report(name, entry, subject: isOwn ? sender : nil, &state, &context)
    if isOwn, Self.typesWithModel.contains(entry.service.type.service),
      let model = entry.service.model, state.cache.entries[model] == nil,
      state.models.contains(model) || state.models.count < Self.mostModels
    {
      state.models.insert(model)
      ask(.model(model, by: sender), &inquiries, links[index])
    }
  }

  /// Reports models with the services that share their names, since a model has no address of its
  /// own.
  func settleModels(
    from sender: IPAddress,
    _ state: inout MDNSSender,
    _ context: inout SourceContext
  ) {
    let models = state.cache.entries.filter { $0.value.service.isModel && !$0.value.isLeaving }
    guard !models.isEmpty else { return }
    // Once for all models: a sender may have hundreds, and this is done for each of its packets.
    let own = Set(
      state.cache.entries.values.lazy.filter { $0.reported?.subject == sender }
        .compactMap(\.service.model)
    )
    for (name, entry) in models.filter({ own.contains($0.key) })
      .sorted(by: { "\($0.key)" < "\($1.key)" })
    {
      report(name, entry, subject: sender, &state, &context)
    }
  }

  /// Reports an incomplete instance, which then waits for its address.
  mutating func giveUp(_ subject: MDNSInquiries.Subject, _ context: inout SourceContext) {
    switch subject {
    case .instances, .own, .attributes, .model: break
    case .location(let name, let sender):
      guard var state = senders[sender], let entry = state.cache.entries[name],
        entry.reported == nil, !entry.isLeaving
      else { return }
      report(name, entry, subject: nil, &state, &context)
      senders[sender] = state
    case .addresses(let host, let sender):
      guard var state = senders[sender] else { return }
      let waiting = state.cache.entries.filter {
        $0.value.host == host && $0.value.reported == nil && !$0.value.isLeaving
      }
      for (name, entry) in waiting.sorted(by: { "\($0.key)" < "\($1.key)" }) {
        report(name, entry, subject: nil, &state, &context)
      }
      senders[sender] = state
    }
  }

  private func report(
    _ name: DNSName,
    _ entry: MDNSCache.Entry,
    subject: IPAddress?,
    _ state: inout MDNSSender,
    _ context: inout SourceContext
  ) {
    let service = ServiceInstance(
      type: entry.service.type.description,
      name: entry.service.instance,
      host: entry.host?.description,
      port: entry.port,
      txt: entry.txt
    )
    guard state.cache.note(MDNSCache.Report(service: service, subject: subject), of: name)
    else { return }
    context.observe(.service(service), about: subject)
  }

  /// Drops expired records from all caches.
  mutating func purge(now: MonotonicTime) {
    size = 0
    for sender in senders.keys {
      senders[sender]?.cache.purge(now: now)
      size += senders[sender]?.cache.size ?? 0
    }
  }
}

extension DNSServiceName {
  /// Whether it is no service but a model.
  fileprivate var isModel: Bool { type.service == "device-info" }

  /// The name under which its computer's model is announced.
  fileprivate var model: DNSName? {
    DNSServiceType("_device-info._tcp").flatMap { DNSServiceName(instance, $0).name }
  }
}
