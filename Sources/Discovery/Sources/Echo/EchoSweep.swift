package import Model
package import Networking
import Wire

/// Asks ICMP echo of whoever answers elsewhere, for round trips, of every address behind a router,
/// and of all IPv6 nodes on each link at once.
///
/// Addresses on the link that nobody has heard of are left to ARP, which also finds what drops
/// echoes; loopback isn't asked, because the local kernel answers for every address there.
package struct EchoSweep: DiscoverySource {
  package let source = Source.icmp

  package var asksHosts: Bool { true }

  struct Socket: Sendable {
    var interface: Interface
    var family: AddressFamily
    var isOpen = false
    var hasFailed = false
  }

  struct Ask: Sendable {
    var address: IPAddress
    var socket: Int
    var attempt: Int
  }

  struct Sent: Sendable {
    var ask: Ask
    var cookie: EchoCookie
    var sequence: UInt16
  }

  private let scan: UInt64
  private(set) var sockets: [Socket] = []
  private var remote: AddressQueue?
  private var waiting = Fifo<Ask>()
  private var inFlight = Fifo<Sent>()
  /// By sequence number: the request that waits for its reply.
  private var open: [UInt16: Sent] = [:]
  private var known: Set<IPAddress> = []
  private var sequence: UInt16 = 0
  /// How far away those are who replied.
  var roundTrips = RoundTripBook()
  private var allNodesLeft = 0
  var pace = SendingPace(rate: 1000, burst: 64)
  private var wakeAt: MonotonicTime?

  /// Echoes that one address gets: lost frames and sleeping radios are common, guests are polite.
  private static let attempts = 2
  private static let patience: Duration = .seconds(1)
  /// More than that are not timed: the answer is known already.
  private static let mostTimed = 1024
  private static let wakeNumber = UInt32.max

  /// A sweep whose echoes carry that number.
  package init(scan: UInt64) {
    self.scan = scan
  }

  package var isActive: Bool {
    guard sockets.contains(where: { !$0.hasFailed }) else { return false }
    return !waiting.isEmpty || !open.isEmpty || allNodesLeft > 0 || !(remote?.isEmpty ?? true)
  }

  package mutating func start(_ context: inout SourceContext) {
    remote = AddressQueue(plan: context.plan) { !$0.isOnLink && !$0.interface.isLoopback }
    for interface in context.plan.interfaces where !interface.isLoopback {
      if !interface.ipv4.isEmpty { openSocket(interface, .v4, &context) }
      if interface.ipv6.contains(where: { $0.address.scope == .linkLocal }), interface.isMulticast {
        openSocket(interface, .v6, &context)
      }
    }
  }

  private mutating func openSocket(
    _ interface: Interface,
    _ family: AddressFamily,
    _ context: inout SourceContext
  ) {
    let ticket = context.ticket(UInt32(sockets.count))
    sockets.append(Socket(interface: interface, family: family))
    context.request(.open(ticket, .echo(family: family, interface: interface.index)))
  }

  package mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    switch event {
    case .opened(let ticket, _):
      sockets[Int(ticket.number)].isOpen = true
      if sockets[Int(ticket.number)].family == .v6 {
        allNodesLeft += 1
        askAllNodes(Int(ticket.number), attempt: 1, &context)
      }
      sendWaiting(&context)
    case .failed(let ticket, _):
      sockets[Int(ticket.number)].isOpen = false
      sockets[Int(ticket.number)].hasFailed = true
      sendWaiting(&context)
    case .datagram(let ticket, let datagram):
      hear(datagram, on: Int(ticket.number), &context)
    case .woke:
      // An earlier wake took this one's place; were each answered by new ones, they would multiply.
      if let wakeAt, context.now < wakeAt { return }
      wakeAt = nil
      expire(&context)
      sendWaiting(&context)
      measure(&context)
    default:
      break
    }
  }

  package mutating func learn(_ news: HostNews, _ context: inout SourceContext) {
    guard case .answered(let address, let interface) = news, known.count < Self.mostTimed,
      address.scope != .loopback, !context.plan.isOwn(address), known.insert(address).inserted
    else { return }
    let family: AddressFamily = address.v4 == nil ? .v6 : .v4
    let socket = sockets.firstIndex { $0.interface.index == interface && $0.family == family }
    guard let socket else { return }
    waiting.append(Ask(address: address, socket: socket, attempt: 1))
    sendWaiting(&context)
  }

  /// Asks all nodes of a link, and once more a second later.
  private mutating func askAllNodes(
    _ number: Int,
    attempt: Int,
    _ context: inout SourceContext
  ) {
    let group = IPAddress.v6(.allNodes, zone: sockets[number].interface.name)
    send(Ask(address: group, socket: number, attempt: attempt), &context)
  }

  private mutating func sendWaiting(_ context: inout SourceContext) {
    // Nothing goes before the sockets are there.
    guard sockets.allSatisfy({ $0.isOpen || $0.hasFailed }) else { return }
    while let ask = nextAsk(context.plan) {
      guard pace.take(1, now: context.now) == 1 else {
        waiting.append(ask)
        return wake(at: pace.time(for: 16, now: context.now), &context)
      }
      send(ask, &context)
    }
  }

  private mutating func nextAsk(_ plan: ScanPlan) -> Ask? {
    while let ask = waiting.popFirst() {
      if sockets[ask.socket].isOpen { return ask }
    }
    while let spot = remote?.next() {
      let socket = sockets.firstIndex {
        $0.interface.index == spot.interface && $0.family == .v4 && $0.isOpen
      }
      if let socket, known.insert(.v4(spot.address)).inserted {
        return Ask(address: .v4(spot.address), socket: socket, attempt: 1)
      }
    }
    return nil
  }

  private mutating func send(_ ask: Ask, _ context: inout SourceContext) {
    let sent = transmit(ask, purpose: .echo, &context)
    open[sent.sequence] = sent
    inFlight.append(sent)
    if ask.attempt == 1, ask.address.v4 != nil, context.hosts.answering[ask.address] == nil {
      context.countAsked(1)
    }
    wake(at: context.now + Self.patience, &context)
  }

  mutating func transmit(_ ask: Ask, purpose: Purpose, _ context: inout SourceContext) -> Sent {
    repeat { sequence &+= 1 } while open[sequence] != nil || roundTrips.isOpen(sequence)
    let cookie = EchoCookie(scan: scan, sentAt: context.now)
    let echo = ICMPEcho(identifier: 0, sequence: sequence, payload: cookie.bytes)
    let message: [UInt8] =
      switch sockets[ask.socket].family {
      case .v4: ICMPv4Message.echoRequest(echo).serialised
      case .v6: ICMPv6Message.echoRequest(echo).serialised
      }
    context.request(
      .send(
        context.ticket(UInt32(ask.socket)),
        to: Endpoint(ask.address, port: 0),
        payload: message,
        purpose: purpose
      )
    )
    return Sent(ask: ask, cookie: cookie, sequence: sequence)
  }

  /// Asks those again that have not replied in time, once.
  private mutating func expire(_ context: inout SourceContext) {
    while let sent = inFlight.first, sent.cookie.sentAt + Self.patience <= context.now {
      _ = inFlight.popFirst()
      guard open[sent.sequence]?.cookie == sent.cookie else { continue }
      open[sent.sequence] = nil
      var ask = sent.ask
      ask.attempt += 1
      let isGroup = ask.address.scope == .multicast
      if ask.attempt > Self.attempts {
        if isGroup { allNodesLeft -= 1 }
      } else if isGroup {
        askAllNodes(ask.socket, attempt: ask.attempt, &context)
      } else {
        waiting.append(ask)
      }
    }
    if let next = inFlight.first { wake(at: next.cookie.sentAt + Self.patience, &context) }
  }

  private mutating func hear(_ datagram: Datagram, on number: Int, _ context: inout SourceContext) {
    guard sockets.indices.contains(number),
      let echo = Self.reply(datagram.payload, sockets[number].family),
      let cookie = EchoCookie(echo.payload)
    else { return }
    let interface = sockets[number].interface
    guard let subject = subject(datagram.source.address, interface, context.plan) else { return }
    let rtt = max(0, (datagram.receivedAt - cookie.sentAt).milliseconds)
    if roundTrips.take(rtt, from: subject, sequence: echo.sequence, cookie) {
      return report(subject, &context)
    }
    guard let sent = open[echo.sequence], sent.cookie == cookie else { return }
    if sent.ask.address.scope != .multicast {
      // Only who was asked can answer; a forged sender would make a device of nobody.
      guard subject == sent.ask.address else { return }
      open[echo.sequence] = nil
    } else if known.count < Self.mostTimed {
      // Whoever hears the request can answer it in any number of names.
      known.insert(subject)
    }
    context.observe(.answered(rttMs: rtt), about: subject)
    // Of a device's addresses of both families one is enough.
    if subject.v4 != nil || interface.ipv4.isEmpty {
      roundTrips.begin(with: subject, socket: number, now: context.now)
      measure(&context)
    }
  }

  private static func reply(_ message: [UInt8], _ family: AddressFamily) -> ICMPEcho? {
    switch family {
    case .v4:
      guard case .echoReply(let echo)? = try? ICMPv4Message(parsing: message) else { return nil }
      return echo
    case .v6:
      guard case .echoReply(let echo)? = try? ICMPv6Message(parsing: message) else { return nil }
      return echo
    }
  }

  private func subject(
    _ address: IPAddress,
    _ interface: Interface,
    _ plan: ScanPlan
  ) -> IPAddress? {
    switch address {
    case .v4:
      return address
    case .v6(let v6, _):
      let zoned = IPAddress.v6(v6, zone: v6.scope == .linkLocal ? interface.name : nil)
      return plan.isOwn(zoned) || !plan.isOnLink(zoned, interface: interface.index) ? nil : zoned
    }
  }

  mutating func wake(at time: MonotonicTime, _ context: inout SourceContext) {
    if let wakeAt, wakeAt <= time { return }
    wakeAt = time
    context.request(.wake(context.ticket(Self.wakeNumber), at: time))
  }
}
