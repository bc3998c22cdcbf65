import Networking
internal import Wire

/// Tells ICMP rate limiting from packet loss.
enum LossClassifier {
  /// Sets each hop's state.
  static func classify(_ hops: inout [TraceHop], _ tally: TraceTally) {
    for index in hops.indices {
      let hop = hops[index]
      if hop.isSilent {
        hops[index].state = .silent
      } else if hop.received == hop.sent {
        hops[index].state = .answers
      } else {
        let packets = (tally.hops[hop.number] ?? []).filter(\.isDecided)
        (hops[index].state, hops[index].isDoubtful) = losing(packets, tally.options)
      }
    }
    // Loss at a hop that later hops don't share is not loss of forwarded packets.
    var least: TraceHop?
    for index in hops.indices.reversed() where !hops[index].isSilent {
      let hop = hops[index]
      if let least, hop.state == .lossy || hop.isDoubtful, losesMore(hop, least) {
        hops[index].state = .rateLimited
        hops[index].isDoubtful = false
      }
      if hops[index].state != .rateLimited, hop.loss <= least?.loss ?? 1 { least = hop }
    }
  }

  /// Rate limiting where a bucket fits many packets, or where only quick packets were lost.
  private static func losing(
    _ packets: [TraceTally.Packet],
    _ options: TraceOptions
  ) -> (state: TraceHop.State, isDoubtful: Bool) {
    let isSlow = { (packet: TraceTally.Packet) in
      options.settlesDoubt && options.rounds.map { packet.round >= $0 } ?? false
    }
    let fates = { (packets: [TraceTally.Packet]) in packets.map { ($0.at, $0.answer != nil) } }
    let slow = packets.filter(isSlow)
    let quick = packets.filter { !isSlow($0) }
    if RateLimitDetector.explains(fates(quick)), slow.allSatisfy({ $0.answer != nil }) {
      return (.rateLimited, false)
    }
    guard !slow.isEmpty, slow.allSatisfy({ $0.answer != nil }) else { return (.lossy, false) }
    if options.pace != nil, !RateLimitDetector.mayExplain(fates(quick)) { return (.lossy, false) }
    let share = ResponseRate(received: quick.count { $0.answer != nil }, of: quick.count)
    return (.rateLimited, !share.isRuledOut(byLosing: 0, of: slow.count))
  }

  /// Whether the difference in loss exceeds three standard deviations.
  private static func losesMore(_ hop: TraceHop, _ other: TraceHop) -> Bool {
    guard hop.sent > 0, other.sent > 0 else { return false }
    let difference = hop.loss - other.loss
    // Add-one smoothing: few packets are no certainty.
    let deviation = [hop, other].map { hop in
      let share = (Double(hop.sent - hop.received) + 1) / (Double(hop.sent) + 2)
      return share * (1 - share) / Double(hop.sent)
    }
    .reduce(0, +)
    if other.received == other.sent { return difference > 0 }
    return difference * difference > 9 * deviation && difference > 0
  }

  /// The hop from which loss persists to the last hop; `nil` where the last hop loses nothing.
  static func lossBegins(_ hops: [TraceHop]) -> Int? {
    guard let last = hops.last, last.state == .lossy else { return nil }
    var begins = last.number
    for hop in hops.dropLast().reversed() where !hop.isSilent && hop.state != .rateLimited {
      guard hop.loss > 0, hop.loss >= last.loss * 0.4 else { break }
      begins = hop.number
    }
    return begins
  }

  /// The routers of a routing loop.
  static func loop(_ tally: TraceTally) -> [IPAddress]? {
    var rounds: [Int: [(hop: Int, address: IPAddress)]] = [:]
    for (hop, packets) in tally.hops where hop <= tally.end ?? .max {
      for packet in packets {
        guard let answer = packet.answer, answer.kind == .timeExceeded else { continue }
        rounds[packet.round, default: []].append((hop, answer.source.withoutZone))
      }
    }
    for round in rounds.keys.sorted() {
      let way = (rounds[round] ?? []).sorted { $0.hop < $1.hop }
      var seen: [IPAddress: Int] = [:]
      for (index, step) in way.enumerated() {
        // Behind NAT neighbouring hops may answer from one address: that is no loop.
        if let before = seen[step.address],
          way[before..<index].contains(where: {
            $0.address != step.address
          })
        {
          var members: [IPAddress] = []
          for step in way[before..<index] where !members.contains(step.address) {
            members.append(step.address)
          }
          return members
        }
        seen[step.address] = index
      }
    }
    return nil
  }

  /// The first hop whose router was replaced during the trace and stayed so.
  static func change(_ tally: TraceTally) -> (hop: Int, from: IPAddress, to: IPAddress)? {
    for hop in tally.hops.keys.sorted() where hop <= tally.end ?? .max {
      let answers = (tally.hops[hop] ?? []).compactMap { packet in
        packet.answer.map { (flow: packet.flow, address: $0.source.withoutZone) }
      }
      var flows: [Int: [IPAddress]] = [:]
      for answer in answers {
        // Where each packet is its own flow, compare the whole hop over time.
        flows[tally.options.hasFixedFlows ? answer.flow : 0, default: []].append(answer.address)
      }
      for flow in flows.keys.sorted() {
        if let change = change(flows[flow] ?? [], isFixed: tally.options.hasFixedFlows) {
          return (hop, change.from, change.to)
        }
      }
    }
    return nil
  }

  private static func change(
    _ way: [IPAddress],
    isFixed: Bool
  ) -> (from: IPAddress, to: IPAddress)? {
    guard let first = way.first, let last = way.last, first != last,
      let turn = way.firstIndex(where: { $0 != first })
    else { return nil }
    // Parallel paths alternate; a path change happens once. Separate flows need more evidence.
    let needed = isFixed ? 1 : 4
    guard turn >= needed, way.count - turn >= needed,
      way[turn...].allSatisfy({ $0 == last })
    else { return nil }
    return (first, last)
  }
}
