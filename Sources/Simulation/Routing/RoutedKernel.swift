internal import DemoHome
import Discovery
import LinuxNetwork
import Networking
import Wire

/// The machine in front of the routers, and the routers: carries out requests, keeps the clock.
struct RoutedKernel: VirtualKernel {
  private let topology: RoutedTopology
  private var random: SplitMix64
  private var queue = EventQueue<NetworkEvent>()
  private var sockets: [Ticket: Socket] = [:]
  private var buckets: [IPAddress: (tokens: Double, at: MonotonicTime)] = [:]
  private var lastPort: UInt16 = 40_000
  private let start: MonotonicTime
  private(set) var now: MonotonicTime
  private(set) var traffic = TrafficLedger()
  private(set) var sent: [SentPacket] = []

  private struct Socket {
    var options: PathSocketOptions
    var port: UInt16
    var matching = PathMatching()
  }

  init(_ topology: RoutedTopology, seed: UInt64) {
    self.topology = topology
    random = SplitMix64(seed: seed)
    start = MonotonicTime(nanoseconds: 1_000_000_000)
    now = start
  }

  /// Advances the clock to the machine's next event; `nil` at the limit.
  mutating func nextEvent(before limit: MonotonicTime) -> NetworkEvent? {
    guard let time = queue.nextTime, time < limit, let next = queue.pop() else { return nil }
    now = max(now, next.time)
    return next.event
  }

  /// Does what the machine asks for.
  mutating func perform(_ request: NetworkRequest) {
    switch request {
    case .open(let ticket, .path(let options)):
      guard topology.permitted.contains(options.method) else {
        return queue.add(.failed(ticket, .notPermitted), at: now)
      }
      lastPort += 1
      let port = options.sourcePort == 0 ? lastPort : options.sourcePort
      sockets[ticket] = Socket(options: options, port: port)
      queue.add(.opened(ticket, localPort: port), at: now)
    case .open(let ticket, _): queue.add(.failed(ticket, .notPermitted), at: now)
    case .close(let ticket): sockets[ticket] = nil
    case .launch(let ticket, let probe): launch(probe, ticket)
    case .wake(let ticket, let time): queue.add(.woke(ticket), at: max(time, now))
    default: break
    }
  }

  private mutating func launch(_ probe: PathProbe, _ ticket: Ticket) {
    let failure = topology.fault ?? (sockets[ticket] == nil ? .notPermitted : nil)
    if let failure {
      return queue.add(.pathProbeFailed(ticket, number: probe.number, failure), at: now)
    }
    guard let method = sockets[ticket]?.options.method else { return }
    let key = Endpoint(
      probe.target.address,
      port: method == .icmp ? UInt16(truncatingIfNeeded: probe.number) : probe.target.port
    )
    sockets[ticket]?.matching.add(probe.number, to: key, payload: probe.payload)
    traffic.sentPacket(to: probe.target.address, for: .path, bytes: probe.payload.count)
    sent.append(
      SentPacket(time: now, target: probe.target, purpose: .path, kind: .datagram)
    )
    queue.add(.launched(ticket, number: probe.number, at: now), at: now)
    travel(Packet(probe: probe, ticket: ticket, method: method, key: key))
  }

  private struct Packet {
    var probe: PathProbe
    var ticket: Ticket
    var method: PathMethod
    var key: Endpoint
    var stream: UInt64 = 0
    /// With the headers of IP, and of ICMP or UDP.
    var size: Int { probe.payload.count + (probe.target.address.v4 == nil ? 48 : 28) }
    /// How long it has been under way; an answer takes the same ways back, each as long as it is
    /// then.
    var age = Duration.zero
    var way: [ClosedRange<Duration>] = []
    /// Whether a translator leaves its own source in quoted packets, which match no socket then.
    var isUnknown = false
    /// The translator's address, which replaces those of the routers behind it.
    var mask: IPAddress?
  }

  /// Follows a packet to where it ends.
  private mutating func travel(_ packet: Packet) {
    var packet = packet
    packet.stream = stream(of: packet)
    var hops = Int(packet.probe.hopLimit ?? 64)
    for (number, stage) in topology.stages(at: now - start).enumerated() where !stage.isEmpty {
      var hash = SplitMix64(seed: packet.stream &+ UInt64(number))
      let hop = stage[Int(hash.next() % UInt64(stage.count))]
      guard pass(&packet, hop.delay, loss: hop.loss) else { return }
      hops -= 1
      if hops == 0 { return answer(packet, .timeExceeded, hop) }
      if hop.drops.contains(packet.method) { return }
      if let obstacle = hop.obstacle { return answer(packet, .unreachable(obstacle), hop) }
      if let mtu = hop.mtu, packet.method != .tcp, packet.size > mtu {
        if !hop.hidesMTU { answer(packet, .unreachable(.tooBig(mtu: mtu)), hop) }
        return
      }
      if let translation = hop.translation { translate(&packet, translation, at: hop.address) }
    }
    guard let target = topology.targets[packet.probe.target.address],
      pass(&packet, target.delay, loss: target.loss), !target.isSilent
    else { return }
    arrive(packet, target)
  }

  /// The flow key that routers hash: a checksum for echoes, ports for the rest.
  private mutating func stream(of packet: Packet) -> UInt64 {
    switch packet.method {
    case .icmp:
      let echo = ICMPEcho(
        identifier: sockets[packet.ticket]?.port ?? 0,
        sequence: UInt16(truncatingIfNeeded: packet.probe.number),
        payload: packet.probe.payload
      )
      let bytes = ICMPv4Message.echoRequest(echo).serialised
      return UInt64(bytes[2]) << 8 | UInt64(bytes[3])
    case .udp:
      return UInt64(sockets[packet.ticket]?.port ?? 0) << 16 | UInt64(packet.probe.target.port)
    case .tcp:
      lastPort = lastPort == .max ? 40_000 : lastPort + 1
      return UInt64(lastPort) << 16 | UInt64(packet.probe.target.port)
    }
  }

  /// Gives a packet another source: routers behind take it for another stream.
  private func translate(
    _ packet: inout Packet,
    _ translation: RoutedTranslation,
    at address: IPAddress
  ) {
    var hash = SplitMix64(seed: packet.stream)
    packet.stream = hash.next()
    packet.isUnknown = packet.isUnknown || !translation.restoresQuotes
    if translation.hidesRouters, packet.mask == nil { packet.mask = address }
  }

  private mutating func pass(
    _ packet: inout Packet,
    _ delay: ClosedRange<Duration>,
    loss: Double
  ) -> Bool {
    packet.age += some(delay)
    packet.way.append(delay)
    return !happens(loss)
  }

  private mutating func answer(_ packet: Packet, _ kind: PathReply.Kind, _ hop: RoutedHop) {
    // What a translator leaves as it is quotes a socket that isn't there; echoes are matched on what
    // they carry.
    guard !packet.isUnknown || packet.method == .icmp else { return }
    guard !hop.isSilent, grants(hop.limit, hop.address, at: now + packet.age),
      !happens(hop.answerLoss)
    else { return }
    let quoted = hop.quotesPayload || packet.method == .tcp ? packet.probe.payload : []
    let number =
      packet.method == .tcp
      ? packet.probe.number
      : sockets[packet.ticket]?.matching.number(target: packet.key, payload: quoted)
    let labels = hop.labels.isEmpty ? [] : ICMPExtensions(labels: hop.labels).serialised
    reply(packet, number, packet.mask ?? hop.address, kind, labels, doubling: hop.doubling)
  }

  private mutating func arrive(_ packet: Packet, _ target: RoutedTarget) {
    let kind: PathReply.Kind
    switch packet.method {
    case .icmp: kind = .echoed
    case .tcp:
      let isOpen = target.ports.contains(packet.probe.target.port)
      guard isOpen || !target.dropsOtherPorts else { return }
      kind = isOpen ? .open : .refused
    case .udp:
      let address = packet.probe.target.address
      guard !packet.isUnknown, grants(target.limit, address, at: now + packet.age) else { return }
      kind = .portUnreachable
    }
    let source = packet.probe.target.address
    reply(packet, packet.probe.number, source, kind, [], doubling: target.doubling)
  }

  private mutating func reply(
    _ packet: Packet,
    _ number: UInt32?,
    _ source: IPAddress,
    _ kind: PathReply.Kind,
    _ extensions: [UInt8],
    doubling: Double
  ) {
    var time = now + packet.age
    for delay in packet.way { time = time + some(delay) }
    let copies = happens(doubling) ? 2 : 1
    for copy in 0..<copies {
      let moment = time + .microseconds(50) * copy
      let reply = PathReply(
        number: number,
        source: source,
        kind: kind,
        receivedAt: moment,
        hopLimit: UInt8(clamping: 64 - packet.way.count),
        extensions: extensions
      )
      queue.add(.pathReply(packet.ticket, reply), at: moment)
    }
  }

  /// Takes a token from the owner's bucket; false where it is empty.
  private mutating func grants(
    _ bucket: AnswerBucket?,
    _ owner: IPAddress,
    at time: MonotonicTime
  ) -> Bool {
    guard let bucket else { return true }
    var (tokens, last) = buckets[owner] ?? (bucket.left ?? Double(bucket.size), time)
    tokens = min(Double(bucket.size), tokens + max(.zero, time - last) / bucket.pace)
    let isGranted = tokens >= 1
    buckets[owner] = (isGranted ? tokens - 1 : tokens, max(last, time))
    return isGranted
  }

  private mutating func happens(_ share: Double) -> Bool {
    share > 0 && Double.random(in: 0..<1, using: &random) < share
  }

  private mutating func some(_ range: ClosedRange<Duration>) -> Duration {
    let (low, high) = (range.lowerBound.wholeNanoseconds, range.upperBound.wholeNanoseconds)
    return .nanoseconds(low == high ? low : Int64.random(in: low...high, using: &random))
  }
}
