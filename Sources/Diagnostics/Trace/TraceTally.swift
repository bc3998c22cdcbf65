internal import Networking
public import Wire

/// Adds up what happens to the packets of a trace, hop by hop.
public struct TraceTally: Sendable {
  /// A packet and its fate.
  struct Packet: Sendable {
    var number: UInt32
    var round: Int
    var flow: Int
    var at: MonotonicTime
    var isLost = false
    var answer: TraceEvent.Answer?

    /// Whether its fate is known.
    var isDecided: Bool { isLost || answer != nil }
  }

  let target: TargetHost
  let options: TraceOptions
  private(set) var hops: [Int: [Packet]] = [:]
  private var places: [UInt32: Int] = [:]
  private var names: [IPAddress: String] = [:]
  private var systems: [IPAddress: UInt32] = [:]
  /// The nearest hop that the target answered at.
  private(set) var end: Int?
  /// Where packets leave from.
  var vantage = PathVantage()

  /// Nothing has happened yet.
  public init(_ target: TargetHost, _ options: TraceOptions) {
    self.target = target
    self.options = options
  }

  /// The same with nothing counted yet; names are kept.
  var cleared: TraceTally {
    var tally = TraceTally(target, options)
    (tally.names, tally.systems, tally.vantage) = (names, systems, vantage)
    return tally
  }

  /// How many packets of a hop are kept; older ones are forgotten.
  private static let mostPackets = 1000

  /// Takes what happened; says which hop it was about.
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

  /// Takes what an address is called, and whose it is.
  public mutating func learn(
    _ address: IPAddress,
    name: String? = nil,
    system: UInt32? = nil
  ) {
    if let name { names[address] = name }
    if let system { systems[address] = system }
  }

  /// What it comes to so far.
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

  /// The last hop there is: the target's, the one behind which nothing goes on, or the last that
  /// anybody answered at; 0 where packets don't leave this machine.
  var last: Int? { end ?? rejection?.hop ?? lastAnswering }

  /// The last hop that anybody answered at.
  private var lastAnswering: Int? {
    hops.filter { $0.value.contains { $0.answer != nil } }.keys.max()
  }

  /// Who says that packets can't go on, why, and how far away that is.
  ///
  /// A router that finds out only when it hands a packet on (Linux's filters and neighbours) says so of
  /// packets that would have gone one hop farther than to it. This machine itself is hop 0.
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

  /// Which way each stream took, where they are followed.
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

  /// One hop's figures so far, without a judgement.
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
    // Who would have answered what nobody answered: the only one there is, or the stream's own.
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
