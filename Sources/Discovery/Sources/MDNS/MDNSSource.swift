public import Model
public import Networking
import Wire

/// Finds devices and their services by multicast DNS (RFC 6762, RFC 6763).
///
/// Everything is asked at once in a few packets of many questions: the meta-query and the known
/// types, first from a port of its own, so that answers come back even where another program holds
/// port 5353, then from port 5353 with known answers and growing gaps. Types, hosts and attributes
/// that were referred to but not received are queried; hosts that answered other sources but sent
/// no mDNS are queried one by one for their names.
public struct MDNSSource: DiscoverySource {
  /// Multicast DNS.
  public let source = Source.mdns

  /// It asks each host once.
  public var asksHosts: Bool { true }

  var generator: SplitMix64
  var links: [MDNSLink] = []
  var senders: [IPAddress: MDNSSender] = [:]
  /// The size of all senders' caches, in bytes.
  var size = 0
  /// The types to browse: the known ones, then others in the order in which they were announced.
  var types = KnownServiceTypes.all
  var knownTypes = Set(KnownServiceTypes.all)
  /// The types that the meta-query's answers named, and when they last did.
  var announcedTypes: [DNSServiceType: MonotonicTime] = [:]
  var inquiries = MDNSInquiries()
  /// Hosts without mDNS packets so far, in order of their queries.
  var silent: [(host: IPAddress, link: Int, due: MonotonicTime)] = []
  var silentAsked: Set<IPAddress> = []
  private var armed: MonotonicTime?

  private static let timer = UInt32.max

  /// A source whose query numbers come from the generator.
  public init(generator: SplitMix64) {
    self.generator = generator
  }

  /// Whether a first query is still to be sent.
  public var isActive: Bool {
    links.contains { !$0.isSettled || $0.hasMulticast && $0.repeater != nil && $0.wavesSent == 0 }
      || inquiries.hasFresh || !silent.isEmpty
  }

  /// Opens the sockets.
  public mutating func start(_ context: inout SourceContext) {
    links = MDNSLink.links(of: context.plan.interfaces)
    for link in links {
      for socket in link.sockets {
        context.request(.open(context.ticket(socket.number), .udp(socket.options)))
      }
    }
    for (host, interface) in context.hosts.answering.sorted(by: { $0.key < $1.key }) {
      learn(.answered(host, interface: interface), &context)
    }
    arm(&context)
  }

  /// Queues answering hosts, to query those that send no mDNS.
  public mutating func learn(_ event: HostEvent, _ context: inout SourceContext) {
    guard case .answered(let host, let interface) = event else { return }
    noteHost(host, interface: interface, &context)
    arm(&context)
  }

  /// Handles received datagrams.
  public mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    let number = event.ticket.number
    if case .woke = event, number == Self.timer {
      // Superseded by an earlier wake.
      if let armed, context.now < armed { return }
      armed = nil
      askWhatIsDue(&context)
    } else if links.indices.contains(Int(number / 2)) {
      let index = Int(number / 2)
      switch event {
      case .opened: settle(index, number, isOpen: true, &context)
      case .failed: settle(index, number, isOpen: false, &context)
      case .datagram(_, let datagram): receive(datagram, on: index, number, &context)
      default: break
      }
    }
    arm(&context)
  }

  private mutating func settle(
    _ index: Int,
    _ number: UInt32,
    isOpen: Bool,
    _ context: inout SourceContext
  ) {
    if number == links[index].listener {
      links[index].noteListener(isOpen: isOpen, now: context.now)
    } else {
      links[index].isAskerOpen = isOpen
      links[index].isSettled = true
    }
    if links[index].isSettled, links[index].wavesSent == 0 { sendWave(index, &context) }
  }

  /// Requests a wake for the next due query.
  private mutating func arm(_ context: inout SourceContext) {
    let moments =
      links.compactMap(\.nextWave) + [inquiries.nextDue, silent.first?.due].compactMap(\.self)
    guard let next = moments.min() else { return }
    if let armed, armed <= next { return }
    armed = next
    context.request(.wake(context.ticket(Self.timer), at: next))
  }
}

/// The state of one sender.
struct MDNSSender: Sendable {
  var cache = MDNSCache()
  /// The names and claims that were reported.
  var reported: Set<Fact> = []
  /// Names whose `_device-info` was queried.
  var models: Set<DNSName> = []
  /// How many unknown types it has named.
  var newTypes = 0
}

/// Multicast DNS over one address family on one interface: the sockets, and when to ask again.
struct MDNSLink: Sendable {
  /// The interface.
  let interface: Interface
  /// The group's address, with the interface as its zone in IPv6.
  let group: IPAddress
  /// Whether the group can be reached; else hosts are asked one by one.
  let hasMulticast: Bool
  /// The number of the ticket of the socket that asks, from a port of its own.
  let asker: UInt32
  /// The ticket number of the socket that shares port 5353 and joins the group.
  let listener: UInt32

  /// Whether the sockets are open.
  var isAskerOpen = false
  var isListenerOpen = false
  /// Whether the asker's open request has been answered.
  var isSettled = false
  /// How many times everything has been asked, and when it will be again.
  var wavesSent = 0
  private var repeats = 0
  var nextWave: MonotonicTime?

  /// Where multicast questions go.
  var groupEndpoint: Endpoint { Endpoint(group, port: MulticastDNS.port) }

  /// The sockets to be opened.
  var sockets: [(number: UInt32, options: UDPSocketOptions)] {
    let family: AddressFamily = group.v4 == nil ? .v6 : .v4
    let asking = UDPSocketOptions(family: family, interface: interface.index)
    guard hasMulticast else { return [(asker, asking)] }
    let listening = UDPSocketOptions(
      family: family,
      interface: interface.index,
      port: MulticastDNS.port,
      groups: [group]
    )
    // The listener first: answers to the group may come at once.
    return [(listener, listening), (asker, asking)]
  }

  /// The socket for repeated queries: from port 5353, so that answers go to the group (RFC 6762,
  /// section 5.2).
  ///
  /// Some responders answer only such queries.
  var repeater: (number: UInt32, isOwnPort: Bool)? {
    if isListenerOpen { return (listener, false) }
    return isAskerOpen ? (asker, true) : nil
  }

  private static let pause = Duration.milliseconds(150)

  /// Notes that the socket on port 5353 is open, which can be after the first query.
  mutating func noteListener(isOpen: Bool, now: MonotonicTime) {
    isListenerOpen = isOpen
    guard isOpen, wavesSent == 1, repeats == 1 else { return }
    repeats = 0
    nextWave = now + Self.pause
  }

  /// Notes that everything has been asked, and when it will be again.
  ///
  /// From port 5353 a fraction of a second after the one-shot query from the other port; then after
  /// one second, doubled each time up to an hour (RFC 6762, section 5.2).
  mutating func noteWave(isOneShot: Bool, now: MonotonicTime) {
    wavesSent += 1
    if isOneShot, isListenerOpen {
      nextWave = now + Self.pause
    } else {
      nextWave = now + .seconds(min(1 << min(repeats, 12), 3600))
      repeats += 1
    }
  }

  /// The links of a plan's interfaces.
  static func links(of interfaces: [Interface]) -> [MDNSLink] {
    var links: [MDNSLink] = []
    for interface in interfaces {
      let hasMulticast = interface.isMulticast && !interface.isLoopback
      var groups: [IPAddress] = []
      if !interface.ipv4.isEmpty { groups.append(.v4(MulticastDNS.ipv4Group)) }
      if hasMulticast, interface.ipv6.contains(where: { $0.address.scope == .linkLocal }) {
        groups.append(.v6(MulticastDNS.ipv6Group, zone: interface.name))
      }
      for group in groups {
        let number = UInt32(links.count) * 2
        links.append(
          MDNSLink(
            interface: interface,
            group: group,
            hasMulticast: hasMulticast,
            asker: number,
            listener: number + 1
          )
        )
      }
    }
    return links
  }
}

/// The service types that are always browsed.
///
/// Many devices answer the meta-query (RFC 6763, section 9) late or not at all, so the usual types
/// are asked for at once, those that tell most about a home's devices first: a responder that
/// answers only the beginning of a long packet still answers what matters.
enum KnownServiceTypes {
  /// The types, highest yield first.
  static let all: [DNSServiceType] = names.compactMap(DNSServiceType.init)

  private static let names = [
    // Apple's types, which many other players, phones and computers use too.
    "_airplay._tcp", "_raop._tcp", "_companion-link._tcp", "_googlecast._tcp",
    // Speakers.
    "_sonos._tcp", "_spotify-connect._tcp",
    // Smart home.
    "_hap._tcp", "_hap._udp", "_matter._tcp", "_matterc._udp", "_meshcop._udp",
    "_home-assistant._tcp", "_esphomelib._tcp", "_hue._tcp", "_shelly._tcp", "_trel._udp",
    // Printing and scanning.
    "_ipp._tcp", "_ipps._tcp", "_printer._tcp", "_pdl-datastream._tcp", "_uscan._tcp",
    "_uscans._tcp", "_scanner._tcp",
    // Computers and storage.
    "_smb._tcp", "_workstation._tcp", "_ssh._tcp", "_sftp-ssh._tcp", "_afpovertcp._tcp",
    "_nfs._tcp", "_rfb._tcp", "_adisk._tcp", "_http._tcp", "_https._tcp", "_ftp._tcp",
    "_webdav._tcp", "_device-info._tcp",
    // Phones and tablets, and remote control.
    "_remotepairing._tcp", "_apple-mobdev2._tcp", "_androidtvremote2._tcp", "_amzn-wplay._tcp",
    "_touch-able._tcp", "_sleep-proxy._udp", "_asquic._udp", "_airport._tcp",
    // Media.
    "_roku._tcp", "_mediaremotetv._tcp", "_daap._tcp", "_dacp._tcp", "_homekit._tcp",
    "_plexmediasvr._tcp",
    "_jellyfin._tcp", "_nvstream._tcp", "_bose._tcp", "_soundtouch._tcp", "_heos-audio._tcp",
    "_musc._tcp", "_linkplay._tcp", "_mqtt._tcp", "_axis-video._tcp", "_rtsp._tcp", "_wled._tcp",
    "_elg._tcp", "_nanoleafapi._tcp", "_leap._tcp", "_octoprint._tcp", "_teamviewer._tcp",
  ]
}
