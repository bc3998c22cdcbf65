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

  /// What has been reported for a sender.
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
  /// A bound against forged senders; a home's announcements take a few hundred kilobytes.
  private static let mostSize = 16 * 1024 * 1024
  private static let mostAsked = 1024
  /// Longer header fields are cut.
  private static let longestField = 1024
  private static let mostFields = 32
  /// How long answers may be spread, in seconds.
  private static let maximumWait = 2
  /// The searches are repeated after these times, since datagrams are lost.
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

  /// Without multicast, queries each answering host by unicast.
  public mutating func learn(_ event: HostEvent, _ context: inout SourceContext) {
    guard case .answered(let host, let interface) = event, host.v4 != nil,
      let link = links.first(where: { $0.interface.index == interface }), !link.hasMulticast,
      context.plan.mayAsk(host), !context.plan.isOwn(host),
      asked.count < Self.mostAsked, asked.insert(host).inserted
    else { return }
    if link.isOpen { search(link, host: host, &context) }
  }

  /// Handles received datagrams.
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
      receive(datagram, on: links[index], isAnswer: isSearcher, &context)
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

  private mutating func receive(
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
      // A search proves its sender present; our own searches loop back from the group.
      if !context.plan.isOwn(sender) { note(sender, &context) }
      return
    case .response: return
    }
    guard note(sender, &context), var state = senders.removeValue(forKey: sender) else { return }
    take(message, from: sender, &state, &context)
    senders[sender] = state
  }

  /// Adds a sender; false if there are too many.
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
    // `ssdp:update` has no SERVER field.
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
  /// Approximate size in bytes.
  fileprivate var cost: Int {
    headers.reduce(256 + target.utf8.count + usn.utf8.count) { sum, field in
      sum + field.key.utf8.count + field.value.utf8.count + 64
    }
  }

  /// Whether SERVER and LOCATION are equal; DATE, BOOTID and the like don't count.
  fileprivate func says(sameAs other: Self) -> Bool {
    server == other.server && location == other.location
  }
}

/// SSDP over one address family on one interface.
package struct SSDPLink: Sendable {
  /// The interface.
  let interface: Interface
  /// The group's address, with the interface as its zone in IPv6.
  let group: IPAddress
  /// Whether the group can be reached; else hosts are asked one by one.
  let hasMulticast: Bool
  /// Ticket numbers: of the search socket, of the socket in the group, of the timer.
  let searcher: UInt32
  let listener: UInt32
  let timer: UInt32

  /// Whether the search socket's open request has been answered, and whether it is open.
  var isSettled = false
  var isOpen = false
  /// How many times the search has been repeated, or soon will be.
  var repeats = 0

  /// The sockets to be opened, the listening one first.
  var sockets: [(number: UInt32, options: UDPSocketOptions)] {
    let family: AddressFamily = group.v4 == nil ? .v6 : .v4
    // UPnP asks for two hops; a home's devices are one away.
    let searching = UDPSocketOptions(
      family: family,
      interface: interface.index,
      multicastHops: 2
    )
    guard hasMulticast else { return [(searcher, searching)] }
    let listening = UDPSocketOptions(
      family: family,
      interface: interface.index,
      port: SSDP.port,
      groups: [group]
    )
    return [(listener, listening), (searcher, searching)]
  }

  /// The HOST field of a search.
  func hostField(_ host: IPAddress?) -> String {
    Endpoint((host ?? group).withoutZone, port: SSDP.port).description
  }

  /// The links of a plan's interfaces.
  static func links(of interfaces: [Interface]) -> [SSDPLink] {
    var links: [SSDPLink] = []
    for interface in interfaces {
      let hasMulticast = interface.isMulticast && !interface.isLoopback
      var groups: [IPAddress] = []
      if !interface.ipv4.isEmpty { groups.append(.v4(SSDP.ipv4Group)) }
      if hasMulticast, interface.ipv6.contains(where: { $0.address.scope == .linkLocal }) {
        groups.append(.v6(SSDP.ipv6Group, zone: interface.name))
      }
      for group in groups {
        let number = UInt32(links.count) * 4
        links.append(
          SSDPLink(
            interface: interface,
            group: group,
            hasMulticast: hasMulticast,
            searcher: number,
            listener: number + 1,
            timer: number + 2
          )
        )
      }
    }
    return links
  }
}
