public import Networking
public import Wire

/// Probes all hops towards a target in parallel, in rounds, and reports each packet's outcome.
public struct TraceMachine: NetworkMachine {
  /// One per packet, answer, loss and round.
  public typealias Output = TraceEvent

  private let target: IPAddress
  private let options: TraceOptions
  private let token: UInt64
  private var horizon: TraceDepth
  private var outstanding: [UInt32: OutstandingProbe] = [:]
  private var waiting: Set<UInt32> = []
  private var lastNumber: UInt32 = 0
  private var round = 0
  private var roundBeganAt = MonotonicTime(nanoseconds: 0)
  private var sentUpTo = 0
  private var nearest: [Int: (hop: Int, roundTrip: Duration)] = [:]
  private var recheck = LossRecheck()
  private var streams = UnansweredFlows()
  private var beganAt: MonotonicTime?
  private var wakeAt: MonotonicTime?
  private var isOpen = false
  private let isPaused: @Sendable () -> Bool

  private struct OutstandingProbe {
    var hop: Int
    var round: Int
    var flow: Int
    var at: MonotonicTime?
    var isAnswered = false
  }

  /// `token` marks the packets; while `isPaused`, no new round begins.
  public init(
    _ target: IPAddress,
    _ options: TraceOptions,
    token: UInt64,
    isPaused: @escaping @Sendable () -> Bool = { false }
  ) {
    self.target = target
    self.isPaused = isPaused
    self.options = options
    self.token = token
    horizon = TraceDepth(most: options.maxHops)
  }

  private static let socket = Ticket(owner: 0, number: 1)
  private static let waking = Ticket(owner: 0, number: 0)

  /// The last router reports host-unreachable after three ARP or NDP requests, a second apart.
  private static let neighbourPatience = Duration.milliseconds(3300)
  private static let mostOutstanding = 20_000
  private static let pauseCheck = Duration.milliseconds(100)

  /// Opens the probe socket.
  public mutating func start(_ port: inout NetworkPort<TraceEvent>) {
    let socket = PathSocketOptions(
      family: target.family,
      method: options.mode,
      patience: max(options.timeout, .seconds(1)),
      source: options.source
    )
    port.request(.open(Self.socket, .path(socket)))
  }

  /// Handles replies, timeouts and send results.
  public mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<TraceEvent>) {
    switch event {
    case .opened:
      isOpen = true
      beganAt = port.now
      roundBeganAt = port.now
    case .failed(_, let failure):
      port.output(.unavailable(failure))
      return port.finish()
    case .launched(_, let number, let moment): launched(number, moment, &port)
    case .pathProbeFailed(_, let number, let failure):
      waiting.remove(number)
      outstanding[number] = nil
      // Full buffers pass; the rest does not.
      if failure != .noBuffers, outstanding.allSatisfy({ $0.value.at == nil }) {
        port.output(.unavailable(failure))
        return port.finish()
      }
    case .pathReply(_, let reply): take(reply, &port)
    case .woke: if let wakeAt, wakeAt <= port.now { self.wakeAt = nil }
    default: break
    }
    if isOpen { proceed(&port) }
  }

  private mutating func launched(
    _ number: UInt32,
    _ moment: MonotonicTime,
    _ port: inout NetworkPort<TraceEvent>
  ) {
    guard var probe = outstanding[number] else { return }
    probe.at = moment
    outstanding[number] = probe
    let packet = TraceEvent.Packet(
      number: number,
      hop: probe.hop,
      round: probe.round,
      flow: probe.flow,
      at: moment
    )
    port.output(.sent(packet))
  }

  // MARK: Rounds

  private mutating func proceed(_ port: inout NetworkPort<TraceEvent>) {
    if round == 0 { horizon.wait(until: port.now) }
    ask(&port)
    expire(&port)
    while isRoundOver(port.now) {
      guard !isLastRound else {
        guard isDone(port.now) else { break }
        if addsSlowRounds() { continue }
        port.output(.round(round))
        return port.finish()
      }
      if isPaused() { break }
      port.output(.round(round))
      round += 1
      roundBeganAt = port.now
      sentUpTo = 0
      ask(&port)
    }
    sleep(&port)
  }

  private mutating func ask(_ port: inout NetworkPort<TraceEvent>) {
    let reach = round == 0 ? horizon.reach : horizon.settled
    while sentUpTo < reach {
      sentUpTo += 1
      if sentUpTo < options.firstHop { continue }
      if options.streams > 1, recheck.lastRound != nil, streams.left(at: sentUpTo).isEmpty {
        continue
      }
      launch(sentUpTo, &port)
    }
  }

  private var isLastRound: Bool {
    (recheck.lastRound ?? options.rounds.map { $0 - 1 }).map { round >= $0 } ?? false
  }

  /// The interval of rounds; `nil` for as soon as all probes are answered or lost.
  private var pace: Duration? { recheck.pace ?? options.pace }

  /// Adds slow rounds after the last quick one if its losses are ambiguous.
  private mutating func addsSlowRounds() -> Bool {
    // An unreachable error needs no recheck.
    guard options.settlesDoubt, let target = horizon.target else { return false }
    if options.streams > 1 { return recheck.fill(streams.most(upTo: target), after: round) }
    let isOpen = mayBeLimit(at: target)
    return isOpen && recheck.settle(at: target, after: round)
  }

  /// Whether a hop's losses may be rate limiting; rounds without a pace always leave that open.
  private func mayBeLimit(at hop: Int) -> Bool {
    guard options.pace != nil else { return true }
    let packets = outstanding.filter { $0.value.hop == hop }.sorted { $0.key < $1.key }
      .compactMap { _, probe in probe.at.map { (at: $0, isAnswered: probe.isAnswered) } }
    return !RateLimitDetector.explains(packets) && RateLimitDetector.mayExplain(packets)
  }

  private func isRoundOver(_ now: MonotonicTime) -> Bool {
    if round == 0, !horizon.isFound { return false }
    if isLastRound { return isEverythingKnown }
    if let pace { return roundBeganAt + pace <= now }
    return isEverythingKnown || roundBeganAt + Self.longestRound <= now
  }

  /// Without a pace, the next round begins after this even if probes are unanswered.
  private static let longestRound = Duration.milliseconds(200)

  private var isEverythingKnown: Bool {
    let end = horizon.end ?? .max
    return waiting.allSatisfy { outstanding[$0].map { $0.hop > end } ?? true }
  }

  private func isDone(_ now: MonotonicTime) -> Bool {
    guard horizon.end == nil, horizon.farthest < options.maxHops, let beganAt else { return true }
    return now >= beganAt + Self.neighbourPatience
  }

  private mutating func sleep(_ port: inout NetworkPort<TraceEvent>) {
    var moments = waiting.compactMap { deadline(of: $0) }
    if round == 0, let step = horizon.nextStep(now: port.now) { moments.append(step) }
    if !isLastRound {
      moments.append(roundBeganAt + (pace ?? Self.longestRound))
      if isPaused() { moments.append(port.now + Self.pauseCheck) }
    } else if let beganAt {
      moments.append(beganAt + Self.neighbourPatience)
    }
    guard let next = moments.filter({ $0 > port.now }).min(),
      wakeAt.map({ next < $0 }) ?? true
    else { return }
    wakeAt = next
    port.request(.wake(Self.waking, at: next))
  }

  /// A packet's timeout: shorter once a farther hop of its round has answered.
  private func deadline(of number: UInt32) -> MonotonicTime? {
    guard let probe = outstanding[number], let at = probe.at else { return nil }
    guard let farther = nearest[probe.round], farther.hop > probe.hop else {
      return at + options.timeout
    }
    return at + min(options.timeout, max(.milliseconds(300), farther.roundTrip * 10))
  }

  private mutating func expire(_ port: inout NetworkPort<TraceEvent>) {
    for number in waiting.sorted() {
      guard let deadline = deadline(of: number), deadline <= port.now else { continue }
      waiting.remove(number)
      if let probe = outstanding[number] {
        recheck.lost(at: probe.hop, in: probe.round, end: horizon.end)
      }
      port.output(.lost(number: number))
    }
  }

  // MARK: Packets

  private mutating func launch(_ hop: Int, _ port: inout NetworkPort<TraceEvent>) {
    let number = lastNumber
    lastNumber &+= 1
    // In slow rounds only unanswered flows are probed.
    let turn = recheck.lastRound == nil ? nil : streams.left(at: hop).min()
    let flow = TraceFlow(options, number: number, round: turn ?? round)
    streams.sent(flow.number, at: hop)
    outstanding[number] = OutstandingProbe(hop: hop, round: round, flow: flow.number)
    waiting.insert(number)
    if number >= UInt32(Self.mostOutstanding) {
      outstanding[number - UInt32(Self.mostOutstanding)] = nil
    }
    let probe = PathProbe(
      number: number,
      target: Endpoint(target, port: flow.port),
      hopLimit: UInt8(clamping: hop),
      payload: flow.payload(token: token)
    )
    port.request(.launch(Self.socket, probe))
  }

  private mutating func take(_ reply: PathReply, _ port: inout NetworkPort<TraceEvent>) {
    guard let number = reply.number ?? onlyWaiting(for: reply), var probe = outstanding[number],
      let at = probe.at, !probe.isAnswered
    else { return }
    probe.isAnswered = true
    outstanding[number] = probe
    waiting.remove(number)
    let answer = TraceEvent.Answer(
      source: reply.source,
      kind: reply.kind,
      roundTrip: max(.zero, reply.receivedAt - at),
      labels: (try? ICMPExtensions(parsing: reply.extensions))?.labels ?? [],
      isTarget: reply.isArrival(at: target)
    )
    horizon.receive(answer, at: probe.hop, now: port.now)
    recheck.answered(at: probe.hop)
    streams.answered(probe.flow, at: probe.hop)
    if probe.hop > nearest[probe.round]?.hop ?? 0 {
      nearest[probe.round] = (probe.hop, answer.roundTrip)
      nearest[probe.round - 16] = nil
    }
    port.output(.answered(number: number, answer))
  }

  /// The only waiting packet, for a router that quotes too little of it to match.
  private func onlyWaiting(for reply: PathReply) -> UInt32? {
    waiting.count == 1 && reply.kind == .timeExceeded ? waiting.first : nil
  }
}

/// The range of hops a trace probes: extended while answers come, and hardly beyond the target, whose
/// answers may be rate-limited.
struct TraceDepth: Sendable {
  private let most: Int
  /// The lowest hop at which the target answered.
  private(set) var target: Int?
  /// The lowest hop with an unreachable error.
  private(set) var obstacle: Int?
  /// The highest hop at which a router answered.
  private(set) var farthest = 0
  private var patience = 0
  private var slowest = Duration.milliseconds(75)
  private var movedAt: MonotonicTime?

  init(most: Int) {
    self.most = most
  }

  /// The reach before any answer.
  private static let first = 4
  /// The reach beyond `farthest`.
  private static let ahead = 3

  /// The path's last hop, if known.
  var end: Int? { [target, obstacle].compactMap(\.self).min() }

  /// The last hop to probe now.
  var reach: Int {
    min(most, end ?? max(Self.first, farthest + Self.ahead) + patience)
  }

  var isFound: Bool { end != nil || reach >= most }

  /// The last hop to probe after the first round; past `farthest`, since the target may have lost the
  /// first packets.
  var settled: Int { min(most, end ?? max(Self.first, farthest + Self.ahead)) }

  /// When to extend the reach if no answer comes.
  func nextStep(now: MonotonicTime) -> MonotonicTime? {
    isFound ? nil : (movedAt ?? now) + max(.milliseconds(50), slowest * 2)
  }

  /// Extends the reach if `nextStep` has passed.
  mutating func wait(until now: MonotonicTime) {
    guard let movedAt else {
      self.movedAt = now
      return
    }
    guard let step = nextStep(now: now), step <= now, now > movedAt else { return }
    patience += 2
    self.movedAt = now
  }

  mutating func receive(_ answer: TraceEvent.Answer, at hop: Int, now: MonotonicTime) {
    slowest = farthest == 0 && end == nil ? answer.roundTrip : max(slowest, answer.roundTrip)
    movedAt = now
    if answer.isTarget {
      target = min(target ?? hop, hop)
    } else if case .unreachable = answer.kind {
      obstacle = min(obstacle ?? hop, hop)
    } else {
      farthest = max(farthest, hop)
      // The path is no longer blocked.
      if let obstacle, obstacle < hop { self.obstacle = nil }
    }
  }
}
