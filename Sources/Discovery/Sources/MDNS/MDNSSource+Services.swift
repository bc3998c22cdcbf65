import Model
import Networking
import Wire

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
    guard let entry = state.book.entries[name], !entry.isLeaving, !entry.service.isModel
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
    let addresses = state.book.addresses(of: host, now: context.now)
    if addresses.isEmpty {
      ask(.addresses(host, by: sender), &inquiries, links[index])
      // What was placed before stays there when its address record runs out.
      guard let reported = entry.reported else { return }
      report(name, entry, subject: reported.subject, &state, &context)
      return
    }
    let isOwn = addresses.contains { $0.withoutZone == sender.withoutZone }
    report(name, entry, subject: isOwn ? sender : nil, &state, &context)
    if isOwn, Self.typesWithModel.contains(entry.service.type.service),
      let model = entry.service.model, state.book.entries[model] == nil,
      state.models.contains(model) || state.models.count < Self.mostModels
    {
      state.models.insert(model)
      ask(.model(model, by: sender), &inquiries, links[index])
    }
  }

  /// Reports models, which are nowhere themselves, with the services that share their names.
  func settleModels(
    from sender: IPAddress,
    _ state: inout MDNSSender,
    _ context: inout SourceContext
  ) {
    let models = state.book.entries.filter { $0.value.service.isModel && !$0.value.isLeaving }
    guard !models.isEmpty else { return }
    // Once for all models: a sender may have hundreds, and this is done for each of its packets.
    let own = Set(
      state.book.entries.values.lazy.filter { $0.reported?.subject == sender }
        .compactMap(\.service.model)
    )
    for (name, entry) in models.filter({ own.contains($0.key) })
      .sorted(by: { "\($0.key)" < "\($1.key)" })
    {
      report(name, entry, subject: sender, &state, &context)
    }
  }

  /// Reports what could not be completed as it is, to wait for its address.
  mutating func giveUp(_ subject: MDNSInquiries.Subject, _ context: inout SourceContext) {
    switch subject {
    case .instances, .own, .attributes, .model: break
    case .location(let name, let sender):
      guard var state = senders[sender], let entry = state.book.entries[name],
        entry.reported == nil, !entry.isLeaving
      else { return }
      report(name, entry, subject: nil, &state, &context)
      senders[sender] = state
    case .addresses(let host, let sender):
      guard var state = senders[sender] else { return }
      let waiting = state.book.entries.filter {
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
    _ entry: MDNSBook.Entry,
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
    guard state.book.note(MDNSBook.Report(service: service, subject: subject), of: name)
    else { return }
    context.observe(.service(service), about: subject)
  }

  /// Drops what holds no longer from all books.
  mutating func purge(now: MonotonicTime) {
    size = 0
    for sender in senders.keys {
      senders[sender]?.book.purge(now: now)
      size += senders[sender]?.book.size ?? 0
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
