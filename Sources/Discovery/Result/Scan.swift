import Identification
public import Model
public import Network

/// A running scan: a stream of updates, then the result.
///
/// It ends by itself, or soon after `interrupt()`: then with what it has.
public struct Scan: Sendable {
  /// What it tells, to one reader; `finished` is the last event.
  public let events: AsyncStream<ScanEvent>
  private let pump: Task<Void, Never>

  /// Starts scanning as planned.
  ///
  /// - Parameters:
  ///   - planned: What to scan.
  ///   - network: The way to it.
  ///   - sources: The sources that a plan calls for.
  ///   - started: The present in universal time.
  ///   - instant: The present, or a little earlier, where the program's start counts too.
  ///   - tellsObservations: Whether each observation is told as well.
  ///   - onStep: Takes each step, for a log; never blocks.
  public init(
    _ planned: PlannedScan,
    on network: some Network,
    sources: ScanSources,
    started: Timestamp,
    instant: ContinuousClock.Instant = .now,
    tellsObservations: Bool = false,
    onStep: (@Sendable (ScanStep) -> Void)? = nil
  ) {
    var plan = planned.plan
    plan.tellsSteps = onStep != nil
    let engine = ScanEngine(plan: plan, startedAt: started, sources: sources(plan))
    self.init(
      engine,
      networks: planned.networks,
      on: network,
      started: started,
      instant: instant,
      tellsObservations: tellsObservations,
      onStep: onStep
    )
  }

  /// Starts any machine that makes a scan's outputs.
  init(
    _ machine: some NetworkMachine<ScanOutput>,
    networks: [NetworkReport],
    on network: some Network,
    started: Timestamp,
    instant: ContinuousClock.Instant = .now,
    tellsObservations: Bool = false,
    onStep: (@Sendable (ScanStep) -> Void)? = nil
  ) {
    let (events, teller) = AsyncStream.makeStream(of: ScanEvent.self)
    self.events = events
    let loop = ScanLoop(
      networks: networks,
      teller: teller,
      instant: instant,
      tellsObservations: tellsObservations
    )
    let pump = Task {
      for await output in network.run(machine) {
        if case .step(let step) = output {
          onStep?(step)
          continue
        }
        await loop.take(output)
      }
      let isInterrupted = Task.isCancelled
      let traffic = await network.traffic()
      await loop.finish(
        networks: networks,
        started: started,
        isInterrupted: isInterrupted,
        traffic: traffic
      )
    }
    self.pump = pump
    // A reader that goes away ends the scan.
    teller.onTermination = { _ in pump.cancel() }
  }

  /// Stops at once: every socket is closed, and what is known is told as the result.
  public func interrupt() {
    pump.cancel()
  }
}

/// Folds a scan's outputs, and tells updates at the pacer's times.
private actor ScanLoop {
  private let teller: AsyncStream<ScanEvent>.Continuation
  private let instant: ContinuousClock.Instant
  private let tellsObservations: Bool
  private var picture: ScanPicture
  private var tick: Task<Void, Never>?

  init(
    networks: [NetworkReport],
    teller: AsyncStream<ScanEvent>.Continuation,
    instant: ContinuousClock.Instant,
    tellsObservations: Bool
  ) {
    picture = ScanPicture(identifier: Identifier(), networks: networks)
    self.teller = teller
    self.instant = instant
    self.tellsObservations = tellsObservations
  }

  private var elapsed: Duration { instant.duration(to: .now) }

  func take(_ output: ScanOutput) {
    if tellsObservations, case .observation(let observation) = output {
      teller.yield(.observation(observation))
    }
    picture.take(output, at: elapsed)
    guard tick == nil, let due = picture.due else { return }
    tick = Task {
      try? await Task.sleep(until: instant + due, tolerance: .zero, clock: .continuous)
      if !Task.isCancelled { tell() }
    }
  }

  private func tell() {
    tick = nil
    teller.yield(.update(picture.update(at: elapsed)))
  }

  func finish(
    networks: [NetworkReport],
    started: Timestamp,
    isInterrupted: Bool,
    traffic: TrafficLedger
  ) {
    tick?.cancel()
    tick = nil
    let duration = elapsed
    if picture.due != nil { teller.yield(.update(picture.update(at: duration))) }
    let result = ScanResult(
      networks: networks,
      started: started,
      duration: duration,
      interrupted: isInterrupted,
      counters: ScanCounters(traffic, updates: picture.updates),
      traffic: traffic,
      devices: picture.devices(),
      troubles: picture.troubles
    )
    teller.yield(.finished(result))
    teller.finish()
  }
}
