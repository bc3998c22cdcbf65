public import Networking
public import Wire

/// Asks every hop towards a target at once, in rounds, and says what becomes of each packet.
public struct TraceMachine: NetworkMachine {
  /// Its outputs.
  public typealias Output = TraceEvent

  private let target: IPAddress
  private let options: TraceOptions
  private let token: UInt64
  private var horizon: TraceHorizon
  private var outstanding: [UInt32: OutstandingProbe] = [:]
  private var waiting: Set<UInt32> = []
  private var lastNumber: UInt32 = 0
  private var round = 0
  private var roundBeganAt = MonotonicTime(nanoseconds: 0)
  private var sentUpTo = 0
  private var nearest: [Int: (hop: Int, roundTrip: Duration)] = [:]
  private var recheck = LossRecheck()
  private var streams = UnansweredStreams()
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

  /// A machine for that target.
  ///
  /// - Parameters:
  ///   - target: The host to ask.
  ///   - options: How.
  ///   - token: What packets carry so that other programs' are not taken for ours.
  ///   - isPaused: Whether the next round has to wait.
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
    horizon = TraceHorizon(most: options.maxHops)
  }

  private static let socket = Ticket(owner: 0, number: 1)
  private static let waking = Ticket(owner: 0, number: 0)

  /// How long the last router is given to say that the target does not answer it: it asks three
  /// times, a second apart.
  private static let neighbourPatience = Duration.milliseconds(3300)
  /// How many packets are remembered.
  private static let mostOutstanding = 20_000
  /// How often is looked whether a pause is over.
  private static let pauseCheck = Duration.milliseconds(100)

  /// Opens the socket.
  public mutating func start(_ port: inout NetworkPort<TraceEvent>) {
    let socket = PathSocketOptions(
      family: target.family,
      method: options.mode,
      patience: max(options.timeout, .seconds(1)),
      source: options.source
    )
    port.request(.open(Self.socket, .path(socket)))
  }

  /// Takes one event.
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
    case .notLaunched(_, let number, let failure):
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
    if isOpen { goOn(&port) }
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

  private mutating func goOn(_ port: inout NetworkPort<TraceEvent>) {
    if round == 0 { horizon.wait(until: port.now) }
    ask(&port)
    expire(&port)
    while isRoundOver(port.now) {
      guard !isLastRound else {
        guard isDone(port.now) else { break }
        if asksSlowly() { continue }
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

  /// Sends what the round still lacks.
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

  /// The time from the beginning of this round to the next; `nil` for as soon as all have answered.
  private var pace: Duration? { recheck.pace ?? options.pace }

  /// Adds slow rounds behind the last quick one, where they may tell more.
  private mutating func asksSlowly() -> Bool {
    // Whoever says that nothing goes on has told all.
    guard options.settlesDoubt, let target = horizon.target else { return false }
    if options.streams > 1 { return recheck.fill(streams.most(upTo: target), after: round) }
    let isOpen = mayBeLimit(at: target)
    return isOpen && recheck.settle(at: target, after: round)
  }

  /// Whether a hop's losses may come of a limit of answers; two or three rounds at once never tell.
  private func mayBeLimit(at hop: Int) -> Bool {
    guard options.pace != nil else { return true }
    let packets = outstanding.filter { $0.value.hop == hop }.sorted { $0.key < $1.key }
      .compactMap { _, probe in probe.at.map { (at: $0, isAnswered: probe.isAnswered) } }
    return !AnswerLimit.explains(packets) && AnswerLimit.mayExplain(packets)
  }

  /// Whether the next round may begin.
  private func isRoundOver(_ now: MonotonicTime) -> Bool {
    if round == 0, !horizon.isFound { return false }
    if isLastRound { return isEverythingKnown }
    if let pace { return roundBeganAt + pace <= now }
    return isEverythingKnown || roundBeganAt + Self.longestRound <= now
  }

  /// How long a round waits for the next to begin where some don't answer; rounds may overlap.
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

  /// When a packet is given up: sooner where one that went farther was answered long ago.
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
    // Each stream was asked quickly before any is asked slowly.
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
    guard let number = reply.number ?? onlyOneMeant(by: reply), var probe = outstanding[number],
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
    horizon.heard(answer, at: probe.hop, now: port.now)
    recheck.answered(at: probe.hop)
    streams.answered(probe.flow, at: probe.hop)
    if probe.hop > nearest[probe.round]?.hop ?? 0 {
      nearest[probe.round] = (probe.hop, answer.roundTrip)
      nearest[probe.round - 16] = nil
    }
    port.output(.answered(number: number, answer))
  }

  /// Where a router quotes too little to tell, the packet that it must be, if it can only be one.
  private func onlyOneMeant(by reply: PathReply) -> UInt32? {
    waiting.count == 1 && reply.kind == .timeExceeded ? waiting.first : nil
  }
}
