package import Model
package import Networking
import Wire

/// Sends ICMP echo requests: to hosts that answered another source, for round trips; to every address
/// behind a router; and to the all-nodes group of each link (IPv6).
///
/// Other on-link addresses are left to ARP, which also finds hosts that drop echoes. Loopback gets no
/// echoes, because the local kernel answers for every address there.
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
  /// The round trips of hosts that replied.
  var roundTrips = RoundTripMeter()
  private var allNodesLeft = 0
  var pace = SendingPace(rate: 1000, burst: 64)
  private var wakeAt: MonotonicTime?

  /// Echo requests per address: lost frames and sleeping radios are common.
  private static let attempts = 2
  private static let patience: Duration = .seconds(1)
  /// The most hosts that are timed.
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
      if sockets[Int(ticket.number)].family == .v6, context.plan.checked.isEmpty {
        allNodesLeft += 1
        askAllNodes(Int(ticket.number), attempt: 1, &context)
      }
      sendWaiting(&context)
    case .failed(let ticket, _):
      sockets[Int(ticket.number)].isOpen = false
      sockets[Int(ticket.number)].hasFailed = true
      sendWaiting(&context)
    case .datagram(let ticket, let datagram):
      receive(datagram, on: Int(ticket.number), &context)
    case .woke:
      // Superseded by an earlier wake. Requesting another one for each would multiply them.
      if let wakeAt, context.now < wakeAt { return }
      wakeAt = nil
      expire(&context)
      sendWaiting(&context)
      measure(&context)
    default:
      break
    }
  }

  package mutating func learn(_ event: HostEvent, _ context: inout SourceContext) {
    guard case .answered(let address, let interface) = event, known.count < Self.mostTimed,
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
    // Nothing is sent before the sockets are open.
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
    while let target = remote?.next() {
      let socket = sockets.firstIndex {
        $0.interface.index == target.interface && $0.family == .v4 && $0.isOpen
      }
      if let socket, known.insert(.v4(target.address)).inserted {
        return Ask(address: .v4(target.address), socket: socket, attempt: 1)
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

  /// Repeats unanswered requests once.
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

  private mutating func receive(
    _ datagram: Datagram,
    on number: Int,
    _ context: inout SourceContext
  ) {
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
      // Only a requested address counts: forged senders must not make devices.
      guard subject == sent.ask.address else { return }
      open[echo.sequence] = nil
    } else if known.count < Self.mostTimed {
      // Any node that receives the request can forge replies from many addresses.
      known.insert(subject)
    }
    context.observe(.answered(rttMs: rtt), about: subject)
    // One address family per device is enough.
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

/// An echo request's payload, which identifies its reply: the scan's number and the time of sending.
///
/// The identifier can't: the kernel rewrites it on datagram sockets, and a raw socket receives all
/// processes' replies.
struct EchoCookie: Hashable, Sendable {
  /// The scan's own number.
  var scan: UInt64
  /// When the request was made.
  var sentAt: MonotonicTime

  init(scan: UInt64, sentAt: MonotonicTime) {
    self.scan = scan
    self.sentAt = sentAt
  }

  /// Reads a reply's payload; `nil` where it isn't one of ours.
  init?(_ payload: [UInt8]) {
    guard payload.count == 16 else { return nil }
    scan = payload[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    let time = payload[8...].reduce(0) { $0 << 8 | UInt64($1) }
    sentAt = MonotonicTime(nanoseconds: Int64(bitPattern: time))
  }

  /// The payload.
  var bytes: [UInt8] {
    [scan, UInt64(bitPattern: sentAt.nanoseconds)].flatMap { number in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
  }
}
