public import Model
public import Networking
import Wire

/// Finds UPnP devices: searches for them, and listens for their announcements (UPnP Device
/// Architecture 2.0, section 1).
///
/// Descriptions are not fetched: a `LOCATION` is only text here.
public struct SSDPSource: DiscoverySource {
  /// SSDP.
  public let source = Source.ssdp

  private var links: [SSDPLink] = []
  private var senders: [IPAddress: Sender] = [:]
  private var asked: Set<IPAddress> = []
  /// Bytes that all senders' announcements take, roughly.
  private var size = 0

  /// What was reported of a sender.
  private struct Sender: Sendable {
    var announcements: [Key: SSDPAnnouncement] = [:]
    var count = 0
  }

  private struct Key: Hashable, Sendable {
    var target: String
    var usn: String
  }

  /// Routers announce a device inside a device inside a device: some forty lines.
  private static let mostOfASender = 128
  private static let mostSenders = 4096
  /// Forged senders cost nothing; a home's announcements are some hundred kilobytes.
  private static let mostSize = 16 * 1024 * 1024
  private static let mostAsked = 1024
  /// A line is kept as evidence, not as a way to fill the memory.
  private static let longestField = 1024
  private static let mostFields = 32
  /// How long answers may be spread, in seconds.
  private static let maximumWait = 2
  /// A lost search is repeated; answers already on their way are not waited for.
  private static let gaps = [Duration.seconds(1), .seconds(2)]

  /// A source that has yet to start.
  public init() {}

  /// Whether the first searches have yet to be sent.
  public var isActive: Bool {
    links.contains { !$0.isSettled }
  }

  /// Opens the sockets.
  public mutating func start(_ context: inout SourceContext) {
    links = SSDPLink.links(of: context.plan.interfaces)
    for link in links {
      for socket in link.sockets {
        context.request(.open(context.ticket(socket.number), .udp(socket.options)))
      }
    }
    for (host, interface) in context.hosts.answering.sorted(by: { $0.key < $1.key }) {
      learn(.answered(host, interface: interface), &context)
    }
  }

  /// Where there is no multicast, asks whoever answers.
  public mutating func learn(_ news: HostNews, _ context: inout SourceContext) {
    guard case .answered(let host, let interface) = news, host.v4 != nil,
      let link = links.first(where: { $0.interface.index == interface }), !link.hasMulticast,
      context.plan.mayAsk(host), !context.plan.isOwn(host),
      asked.count < Self.mostAsked, asked.insert(host).inserted
    else { return }
    if link.isOpen { search(link, host: host, &context) }
  }

  /// Takes what came in.
  public mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    let index = Int(event.ticket.number / 4)
    guard links.indices.contains(index) else { return }
    let isSearcher = event.ticket.number == links[index].searcher
    switch event {
    case .opened where isSearcher:
      links[index].isSettled = true
      links[index].isOpen = true
      begin(index, &context)
    case .failed where isSearcher:
      links[index].isSettled = true
      links[index].isOpen = false
    case .woke:
      search(links[index], host: nil, &context)
      wakeAgain(index, &context)
    case .datagram(_, let datagram):
      hear(datagram, on: links[index], isAnswer: isSearcher, &context)
    default:
      break
    }
  }

  private mutating func begin(_ index: Int, _ context: inout SourceContext) {
    guard links[index].hasMulticast else {
      for host in asked.sorted() { search(links[index], host: host, &context) }
      return
    }
    search(links[index], host: nil, &context)
    wakeAgain(index, &context)
  }

  private mutating func wakeAgain(_ index: Int, _ context: inout SourceContext) {
    guard links[index].repeats < Self.gaps.count else { return }
    let moment = context.now + Self.gaps[links[index].repeats]
    links[index].repeats += 1
    context.request(.wake(context.ticket(links[index].timer), at: moment))
  }

  private func search(_ link: SSDPLink, host: IPAddress?, _ context: inout SourceContext) {
    for target in [SSDP.all, SSDP.rootDevice] {
      let message = SSDPMessage.search(
        target,
        maximumWait: Self.maximumWait,
        host: link.hostField(host)
      )
      context.request(
        .send(
          context.ticket(link.searcher),
          to: Endpoint(host ?? link.group, port: SSDP.port),
          payload: message.serialised,
          purpose: .ssdp
        )
      )
    }
  }

  private mutating func hear(
    _ datagram: Datagram,
    on link: SSDPLink,
    isAnswer: Bool,
    _ context: inout SourceContext
  ) {
    let sender = datagram.source.address
    guard datagram.interface == link.interface.index || datagram.interface == 0,
      context.plan.isOnLink(sender, interface: link.interface.index),
      let message = try? SSDPMessage(parsing: datagram.payload)
    else { return }
    switch message.kind {
    case .response(status: 200) where isAnswer, .notify: break
    case .search:
      // Whoever searches is there; our own searches come back from the group.
      if !context.plan.isOwn(sender) { note(sender, &context) }
      return
    case .response: return
    }
    guard note(sender, &context), var state = senders.removeValue(forKey: sender) else { return }
    take(message, from: sender, &state, &context)
    senders[sender] = state
  }

  /// Notes a sender; false where there are too many.
  @discardableResult
  private mutating func note(_ sender: IPAddress, _ context: inout SourceContext) -> Bool {
    if senders[sender] != nil { return true }
    guard senders.count < Self.mostSenders else { return false }
    senders[sender] = Sender()
    context.observe(.answered(rttMs: nil), about: sender)
    return true
  }

  private mutating func take(
    _ message: SSDPMessage,
    from sender: IPAddress,
    _ state: inout Sender,
    _ context: inout SourceContext
  ) {
    guard let target = message.target, let usn = message.usn, !target.isEmpty,
      target.utf8.count <= Self.longestField, usn.utf8.count <= Self.longestField
    else { return }
    let key = Key(target: target, usn: usn)
    if message.announcement == .byebye {
      state.announcements[key] = nil
      return
    }
    var announcement = SSDPAnnouncement(
      target: target,
      usn: usn,
      server: message.server.flatMap(Self.bounded),
      location: message.location.flatMap(Self.bounded),
      headers: Self.headers(of: message)
    )
    // An update speaks of a server that it doesn't name.
    if announcement.server == nil { announcement.server = state.announcements[key]?.server }
    if let known = state.announcements[key], known.says(sameAs: announcement) { return }
    guard state.count < Self.mostOfASender, size + announcement.cost <= Self.mostSize else {
      return
    }
    size += announcement.cost
    state.count += 1
    state.announcements[key] = announcement
    context.observe(.ssdp(announcement), about: sender)
  }

  private static func headers(of message: SSDPMessage) -> [String: String] {
    let fields = message.headers.filter {
      $0.key.utf8.count <= longestField && $0.value.utf8.count <= longestField
    }
    guard fields.count > mostFields else { return fields }
    let kept = fields.sorted { $0.key < $1.key }.prefix(mostFields)
    return Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }

  private static func bounded(_ text: String) -> String? {
    text.utf8.count <= longestField ? text : nil
  }
}

extension SSDPAnnouncement {
  /// Bytes that it takes, roughly.
  fileprivate var cost: Int {
    headers.reduce(256 + target.utf8.count + usn.utf8.count) { sum, field in
      sum + field.key.utf8.count + field.value.utf8.count + 64
    }
  }

  /// Whether it tells nothing new; the date, the boot's number and the like don't count.
  fileprivate func says(sameAs other: Self) -> Bool {
    server == other.server && location == other.location
  }
}
