public import Identification
public import Model
public import Networking

/// A running scan: a stream of updates, then the result.
///
/// It ends by itself, or soon after `interrupt()` with the results so far.
public struct Scan: Sendable {
  /// The scan's events, for one reader; `finished` is the last one.
  ///
  /// For a slow reader an update combines all changes since the last one, and observations, if
  /// requested, wait for room. Outputs beyond the network's buffer are dropped and counted in the
  /// traffic's `lostOutputs`.
  public let events: AsyncStream<ScanEvent>
  private let pump: Task<Void, Never>

  /// Starts scanning as planned.
  ///
  /// - Parameters:
  ///   - planned: What to scan.
  ///   - network: The way to it.
  ///   - sources: The sources that a plan calls for.
  ///   - identifier: What says what the devices are.
  ///   - started: The present in universal time.
  ///   - instant: The present, or a little earlier, where the program's start counts too.
  ///   - tellsObservations: Whether each observation is told as well.
  ///   - onStep: Takes each step, for a log; never blocks.
  public init(
    _ planned: PlannedScan,
    on network: some Network,
    sources: ScanSources,
    identifier: Identifier = Identifier(),
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
      identifier: identifier,
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
    identifier: Identifier = Identifier(),
    started: Timestamp,
    instant: ContinuousClock.Instant = .now,
    tellsObservations: Bool = false,
    onStep: (@Sendable (ScanStep) -> Void)? = nil
  ) {
    let teller = BoundedQueue<ScanEvent>(most: Self.mostWaiting)
    let loop = ScanLoop(
      identifier: identifier,
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
    let reader = Reader(pump: pump, teller: teller)
    events = AsyncStream {
      await reader.teller.next()
    } onCancel: {
      reader.leave()
    }
  }

  /// Events that wait for the reader.
  static let mostWaiting = 256

  /// The reader's reference to the scan: releasing the stream ends the scan.
  private final class Reader: Sendable {
    let pump: Task<Void, Never>
    let teller: BoundedQueue<ScanEvent>

    init(pump: Task<Void, Never>, teller: BoundedQueue<ScanEvent>) {
      self.pump = pump
      self.teller = teller
    }

    deinit { leave() }

    func leave() {
      pump.cancel()
      teller.close()
    }
  }

  /// Stops at once: closes every socket, and returns the result so far.
  public func interrupt() {
    pump.cancel()
  }
}

/// Folds a scan's outputs, and sends updates at the pacer's times.
private actor ScanLoop {
  private let teller: BoundedQueue<ScanEvent>
  private let instant: ContinuousClock.Instant
  private let tellsObservations: Bool
  private var picture: ScanPicture
  private var tick: Task<Void, Never>?
  private var isFinished = false

  init(
    identifier: Identifier,
    networks: [NetworkReport],
    teller: BoundedQueue<ScanEvent>,
    instant: ContinuousClock.Instant,
    tellsObservations: Bool
  ) {
    picture = ScanPicture(identifier: identifier, networks: networks)
    self.teller = teller
    self.instant = instant
    self.tellsObservations = tellsObservations
  }

  private var elapsed: Duration { instant.duration(to: .now) }

  func take(_ output: ScanOutput) async {
    if tellsObservations, case .observation(let observation) = output {
      await teller.send(.observation(observation))
    }
    picture.take(output, at: elapsed)
    scheduleUpdate()
  }

  private func scheduleUpdate() {
    guard !isFinished, tick == nil, let due = picture.due else { return }
    tick = Task {
      try? await Task.sleep(until: instant + due, tolerance: .zero, clock: .continuous)
      if !Task.isCancelled { await tell() }
    }
  }

  private func tell() async {
    await teller.send(.update(picture.update(at: elapsed)))
    // Not before: one update waits for the reader, and what changes meanwhile is in the next.
    tick = nil
    scheduleUpdate()
  }

  func finish(
    networks: [NetworkReport],
    started: Timestamp,
    isInterrupted: Bool,
    traffic: TrafficLedger
  ) async {
    isFinished = true
    tick?.cancel()
    // An update that waits for the reader comes before the last one.
    await tick?.value
    let duration = elapsed
    let update = picture.due == nil ? nil : ScanEvent.update(picture.update(at: duration))
    let result = ScanResult(
      networks: networks,
      started: started,
      duration: duration,
      interrupted: isInterrupted,
      counters: ScanCounters(traffic, updates: picture.updates),
      traffic: traffic,
      devices: picture.devices(),
      failures: picture.failures
    )
    teller.finish(with: [update, .finished(result)].compactMap(\.self))
  }
}
