import Discovery
import Model
import Networking

extension HomeWatch {
  /// How long to wait before looking for a network again.
  private static let patience = Duration.seconds(10)

  /// One round after the other, until the task is cancelled.
  func rounds() async {
    while !Task.isCancelled {
      guard let planned = await plan() else {
        await sleep(Self.patience)
        continue
      }
      let began = ContinuousClock.now
      await run(planned)
      // One that could not run is not tried again at once.
      if !Task.isCancelled, ContinuousClock.now - began < .milliseconds(100) {
        await sleep(.seconds(1))
      }
    }
  }

  /// What to scan, as the network is now.
  private func plan() async -> PlannedScan? {
    do {
      let planner = ScanPlanner(
        configuration: try await network.configuration(),
        options: options.scan,
        canUseRawSockets: options.canUseRawSockets
      )
      let planned = try planner.plan()
      planProblem = nil
      networks = planned.networks
      lastPlan = planned.plan
      return planned
    } catch let error as ScanPlanError {
      planProblem = WatchStatus.Problem(error)
      if case .noNetwork(let reports) = error { networks = reports }
    } catch let failure as LocalFailure {
      planProblem = WatchStatus.Problem(reading: failure)
    } catch {
      planProblem = nil
    }
    lastPlan = nil
    scan.activity = .idle
    scan.next = nil
    scan.progress = nil
    scan.share = nil
    state.loseNetwork()
    noteChange()
    return nil
  }

  private func run(_ planned: PlannedScan) async {
    var plan = planned.plan
    plan.tellsSteps = options.onStep != nil
    let began = now()
    switch schedule.beginRound(at: ContinuousClock.now - started) {
    case .sweep:
      plan.lasting = options.every
      scan.activity = .running
      scan.started = began
      scan.progress = ScanProgress(asked: 0, total: 0, active: [])
      scan.share = 0
      gauge = ScanGauge(listen: plan.listen, timeout: plan.timeout, work: lastWork)
    case .listen(let time):
      plan.lasting = time
      plan.listensOnly = true
      scan.activity = .idle
      scan.progress = nil
      scan.share = nil
      gauge = nil
    }
    roundBegan = .now
    plan = state.beginRound(plan, now: began)
    isRoundEnded = false
    updateNext()
    publisher.beginRound()
    // What calmly waits to be told must not hold the first devices back.
    noteChange(isUrgent: true)
    let engine = ScanEngine(
      plan: plan,
      startedAt: began,
      sources: sources(plan)
    )
    let outputs = network.run(engine)
    let round = Task {
      for await output in outputs { self.take(output) }
    }
    current = round
    askWaiting()
    let measuring = Task { await self.measure() }
    await withTaskCancellationHandler {
      await round.value
    } onCancel: {
      round.cancel()
    }
    measuring.cancel()
    let lost = await network.traffic().lostOutputs
    lostFindings = lost - lostBefore
    lostBefore = lost
    current = nil
    asking = []
    state.endRound(now: now())
    noteChange()
    await save()
  }

  /// Tells how much of the sweep is done while nothing else is to be told of it.
  private func measure() async {
    while gauge != nil {
      try? await Task.sleep(for: .seconds(1))
      guard !Task.isCancelled, scan.activity == .running, gauge != nil else { return }
      gauge?.advance(to: ContinuousClock.now - roundBegan)
      scan.share = gauge?.share
      noteChange()
    }
  }

  /// Works out when the next sweep begins, in universal time.
  func updateNext() {
    scan.paused = schedule.isPaused
    // What has not moved keeps its time to the millisecond.
    guard schedule.next != publishedNext || scan.next == nil else { return }
    publishedNext = schedule.next
    scan.next = schedule.next.map { next in
      let left = next - (ContinuousClock.now - started)
      return Timestamp(milliseconds: now().milliseconds + Int64(left.milliseconds))
    }
  }

  /// Takes what the round tells.
  private func take(_ output: ScanOutput) {
    if case .step(let step) = output {
      options.onStep?(step)
      return
    }
    // A sweep that was ended before its time says nothing about who is away.
    switch output {
    case .swept where isRoundEnded, .progress where isRoundEnded: return
    default: state.take(output, now: now())
    }
    switch output {
    case .progress(let progress):
      gauge?.take(progress, at: ContinuousClock.now - roundBegan)
      if scan.activity == .running {
        scan.progress = progress
        scan.share = gauge?.share ?? 0
      }
    case .swept:
      if let work = gauge?.work { lastWork = work }
      gauge = nil
      if scan.activity == .running {
        scan.activity = .idle
        scan.finished = now()
        scan.progress = nil
        scan.share = nil
      }
      // A paused watch swept because it was told to; from now on it only listens again.
      if schedule.isPaused, state.round?.plan.listensOnly == false { restart() }
      askChanged()
      Task { await self.save() }
    case .asking(let host, true):
      if let slot = state.inventory.slots[host] { asking.insert(slot) }
    case .observation, .excluded, .trouble, .asking, .step:
      break
    }
    noteChange()
  }

  /// Ends the round; the next one begins at once.
  func restart() {
    isRoundEnded = true
    current?.cancel()
    sleeper?.cancel()
  }

  private func sleep(_ duration: Duration) async {
    let sleeper = Task<Void, Never> { try? await Task.sleep(for: duration) }
    self.sleeper = sleeper
    await withTaskCancellationHandler {
      await sleeper.value
    } onCancel: {
      sleeper.cancel()
    }
    self.sleeper = nil
  }

  // MARK: What changes around it

  /// Plans anew whenever the interfaces have changed.
  func followConfiguration() async {
    for await _ in network.run(ConfigurationWatch()) {
      if current == nil { sleeper?.cancel() } else { await lookAtInterfaces() }
    }
  }

  /// Looks every few seconds whether the machine slept or its clock was set, and each minute whether a
  /// change went by.
  func tick() async {
    var suspended = slept()
    var ticks = 0
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(2))
      guard !Task.isCancelled else { return }
      let total = slept()
      if total - suspended > .seconds(5) {
        state.suspend()
        noteChange()
        restart()
      }
      suspended = total
      lookAtClock()
      ticks += 1
      if ticks % 30 == 0 {
        await loadAgain()
        await lookAtInterfaces()
        state.remember(now: now())
        askChanged()
        publishLastSeen()
        await save()
      }
    }
  }

  /// Mends the times that the clock gave before it was set, and begins a round by the new time.
  func lookAtClock() {
    let wall = now()
    guard let step = clock.step(wall: wall, elapsed: elapsed) else { return }
    let mending = TimeMending(now: wall, step: step)
    state.mend(mending)
    scan.started = scan.started.map(mending.moved)
    scan.finished = scan.finished.map(mending.moved)
    publishedNext = nil
    updateNext()
    noteChange(isUrgent: true)
    restart()
  }

  private func lookAtInterfaces() async {
    guard current != nil, let lastPlan, let configuration = try? await network.configuration()
    else { return }
    let planner = ScanPlanner(
      configuration: configuration,
      options: options.scan,
      canUseRawSockets: options.canUseRawSockets
    )
    let plan = try? planner.plan().plan
    if plan != lastPlan { restart() }
  }
}

/// How long the machine has slept since the program began.
struct SuspensionMeter: Sendable {
  /// The program's.
  static let shared = SuspensionMeter()

  private let began = ContinuousClock.now
  private let beganAwake = SuspendingClock.now

  /// The time by which the clock that stands still in suspend is behind.
  func suspended(at now: ContinuousClock.Instant, awake: SuspendingClock.Instant) -> Duration {
    (now - began) - (awake - beganAwake)
  }
}
