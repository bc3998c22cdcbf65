public import Networking
public import Wire

/// Per-hop statistics of a trace.
public struct TraceTally: Sendable {
  struct Packet: Sendable {
    var number: UInt32
    var round: Int
    var flow: Int
    var at: MonotonicTime
    var isLost = false
    var answer: TraceEvent.Answer?

    var isDecided: Bool { isLost || answer != nil }
  }

  let target: TargetHost
  let options: TraceOptions
  private(set) var hops: [Int: [Packet]] = [:]
  private var places: [UInt32: Int] = [:]
  private var names: [IPAddress: String] = [:]
  private var systems: [IPAddress: UInt32] = [:]
  /// The lowest hop at which the target answered.
  private(set) var end: Int?
  var vantage = PathVantage()

  /// Empty statistics.
  public init(_ target: TargetHost, _ options: TraceOptions) {
    self.target = target
    self.options = options
  }

  /// Empty statistics that keep names and ASNs.
  var cleared: TraceTally {
    var tally = TraceTally(target, options)
    (tally.names, tally.systems, tally.vantage) = (names, systems, vantage)
    return tally
  }

  /// Per hop; older packets are dropped.
  private static let mostPackets = 1000

  /// Adds an event; returns its hop.
  @discardableResult
  public mutating func take(_ event: TraceEvent) -> Int? {
    switch event {
    case .unavailable, .round: return nil
    case .sent(let packet):
      places[packet.number] = packet.hop
      var packets = hops[packet.hop] ?? []
      if packets.count >= Self.mostPackets { places[packets.removeFirst().number] = nil }
      packets.append(
        Packet(number: packet.number, round: packet.round, flow: packet.flow, at: packet.at)
      )
      hops[packet.hop] = packets
      return packet.hop
    case .lost(let number):
      return change(number) { $0.isLost = true }
    case .answered(let number, let answer):
      let hop = change(number) { $0.answer = answer }
      if answer.isTarget, let hop { end = min(end ?? hop, hop) }
      return hop
    }
  }

  private mutating func change(_ number: UInt32, _ body: (inout Packet) -> Void) -> Int? {
    guard let hop = places[number],
      let index = hops[hop]?.lastIndex(where: { $0.number == number })
    else { return nil }
    if var packet = hops[hop]?[index] {
      body(&packet)
      hops[hop]?[index] = packet
    }
    return hop
  }

  /// Adds the name or ASN of an address.
  public mutating func learn(
    _ address: IPAddress,
    name: String? = nil,
    system: UInt32? = nil
  ) {
    if let name { names[address] = name }
    if let system { systems[address] = system }
  }

  /// The report on everything so far.
  public var report: TraceReport {
    let last = last ?? 0
    let first = options.firstHop
    var hops: [TraceHop] = last < first ? [] : (first...last).map { hop($0) }
    LossClassifier.classify(&hops, self)
    return TraceReport(
      host: target.host,
      address: target.address,
      method: options.mode,
      isReached: end != nil,
      hops: hops,
      flows: flowPaths(to: last),
      verdict: PathVerdict(hops, self)
    )
  }

  /// The last hop: the target, the rejecting router, or the last that answered; 0 where packets don't
  /// leave this machine.
  var last: Int? { end ?? rejection?.hop ?? lastAnswering }

  private var lastAnswering: Int? {
    hops.filter { $0.value.contains { $0.answer != nil } }.keys.max()
  }

  /// The first unreachable error, and its router's hop; this machine is hop 0.
  ///
  /// A router that fails on forwarding (Linux's filters, ARP) reports packets sent one hop farther.
  var rejection: (hop: Int, source: IPAddress, obstacle: PathObstacle)? {
    let first = hops.keys.sorted().lazy.compactMap { hop in
      (hops[hop] ?? []).lazy.compactMap { packet -> (Int, IPAddress, PathObstacle)? in
        guard let answer = packet.answer, case .unreachable(let obstacle) = answer.kind else {
          return nil
        }
        return (hop, answer.source.withoutZone, obstacle)
      }
      .first
    }
    .first
    guard let (hop, source, obstacle) = first else { return nil }
    if vantage.isOwn(source) { return (0, source, obstacle) }
    let isNearer = hops[hop - 1]?.contains { packet in
      packet.answer?.kind == .timeExceeded && packet.answer?.source.withoutZone == source
    }
    return (isNearer == true ? hop - 1 : hop, source, obstacle)
  }

  private func flowPaths(to last: Int) -> [TraceFlowPath] {
    guard case .dublin(let count) = options.flows, last > 0 else { return [] }
    return (0..<count).compactMap { number in
      var path = [IPAddress?](repeating: nil, count: last)
      var isSent = false
      for hop in 1...last {
        for packet in hops[hop] ?? [] where packet.flow == number {
          isSent = true
          if let answer = packet.answer { path[hop - 1] = answer.source.withoutZone }
        }
      }
      let port = TraceFlow(options, number: 0, round: number).port
      return isSent ? TraceFlowPath(number: number, port: port, path: path) : nil
    }
  }

  /// One hop's statistics; `state` is not set.
  public func hop(_ number: Int) -> TraceHop {
    let packets = (hops[number] ?? []).filter(\.isDecided)
    var order: [IPAddress] = []
    var nodes: [IPAddress: TraceNode] = [:]
    var owners: [Int: IPAddress] = [:]
    for packet in packets {
      guard let answer = packet.answer else { continue }
      let address = answer.source.withoutZone
      if nodes[address] == nil { order.append(address) }
      var node = nodes[address] ?? TraceNode(address: address)
      node.sent += 1
      node.received += 1
      node.roundTrips.add(answer.roundTrip)
      if !answer.labels.isEmpty { node.labels = answer.labels }
      if case .unreachable(let obstacle) = answer.kind { node.obstacle = obstacle }
      node.name = names[address]
      node.system = systems[address]
      nodes[address] = node
      owners[packet.flow] = address
    }
    if let rejection, rejection.hop == number {
      nodes[rejection.source]?.obstacle = rejection.obstacle
    }
    // Attribute lost packets to the hop's only router, or to their flow's.
    for packet in packets where packet.answer == nil {
      let owner =
        order.count == 1 ? order[0] : options.hasFixedFlows ? owners[packet.flow] : nil
      if let owner { nodes[owner]?.sent += 1 }
    }
    return TraceHop(
      number: number,
      nodes: order.compactMap { nodes[$0] }.sorted {
        ($1.received, $0.address) < ($0.received, $1.address)
      },
      sent: packets.count,
      received: packets.count { $0.answer != nil }
    )
  }
}

/// An event of a trace.
public enum TraceEvent: Hashable, Sendable {
  /// Nothing can be sent at all.
  case unavailable(LocalFailure)
  /// A packet went out.
  case sent(Packet)
  /// The packet was answered.
  case answered(number: UInt32, Answer)
  /// The timeout passed; an answer may still come.
  case lost(number: UInt32)
  /// All packets of a round have been sent.
  case round(Int)

  /// A probe that was sent.
  public struct Packet: Hashable, Sendable {
    /// Unique within the trace.
    public var number: UInt32
    /// The hop limit.
    public var hop: Int
    /// The round, from 0.
    public var round: Int
    /// The flow (`TraceFlow.number`).
    public var flow: Int
    /// When it was sent.
    public var at: MonotonicTime
  }

  /// An answer to a probe.
  public struct Answer: Hashable, Sendable {
    /// The address that answered.
    public var source: IPAddress
    /// The kind of reply.
    public var kind: PathReply.Kind
    /// The round-trip time.
    public var roundTrip: Duration
    /// The packet's MPLS labels when its hop limit ran out (RFC 4950).
    public var labels: [MPLSLabel]
    /// Whether the packet reached the target.
    public var isTarget: Bool
  }
}
