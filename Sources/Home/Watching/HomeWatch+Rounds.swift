import Discovery
import Model
import Networking

extension HomeWatch {
  /// How long to wait before looking for a network again.
  private static let patience = Duration.seconds(10)

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

  private func plan() async -> PlannedScan? {
    var configuration: NetworkConfiguration?
    do {
      let read = try await network.configuration()
      configuration = read
      let planned = try planner(for: read).plan()
      recording.facts = HomeFacts(read, isConnected: true)
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
    // Where the interfaces can't be read, nothing is known of the network.
    if let configuration { recording.facts = HomeFacts(configuration, isConnected: false) }
    lastPlan = nil
    scan.activity = .idle
    scan.next = nil
    scan.progress = nil
    scan.share = nil
    cancelChecks()
    state.loseNetwork(now: now())
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
    if !plan.listensOnly {
      recording.beginSweep(of: state.inventory, covering: plan.reaches)
    }
    cancelChecks()
    plan = state.beginRound(plan, isBlind: schedule.isBlind, now: began)
    isRoundEnded = false
    updateNext()
    publisher.beginRound()
    // A pending slow publication must not delay the first devices.
    noteChange(isUrgent: true)
    let engine = ScanEngine(plan: plan, startedAt: began, sources: sources(plan))
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

  /// Publishes the sweep's progress while nothing else changes.
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
    // An unchanged schedule keeps its exact time.
    guard schedule.next != publishedNext || scan.next == nil else { return }
    publishedNext = schedule.next
    scan.next = schedule.next.map { next in
      let left = next - (ContinuousClock.now - started)
      return Timestamp(milliseconds: now().milliseconds + Int64(left.milliseconds))
    }
  }

  private func take(_ output: ScanOutput) {
    if case .step(let step) = output {
      options.onStep?(step)
      return
    }
    // The home's, not a device's.
    if case .observation(let observation) = output,
      case .dhcpServer(let server) = observation.fact
    {
      if let address = observation.subject {
        recording.take(server, at: address, time: observation.time)
      }
      return
    }
    // A sweep that the machine slept through proves nothing, and its times may be wrong.
    if case .swept = output {
      lookAtSuspension()
      lookAtClock()
    }
    // An aborted sweep doesn't prove that devices are away.
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
      let isSweep = state.round?.plan.listensOnly == false
      if isSweep {
        schedule.completeSweep()
        recording.endSweep(of: state.inventory, now: now())
      }
      if let work = gauge?.work { lastWork = work }
      gauge = nil
      if scan.activity == .running {
        scan.activity = .idle
        scan.finished = now()
        scan.progress = nil
        scan.share = nil
      }
      // A paused watch swept on request; from now on it only listens again.
      if schedule.isPaused, isSweep { restart() }
      askChanged()
      checkSilent()
      Task {
        if isSweep { await self.reviewRotations() }
        await self.save()
        self.recordHistory()
        await self.saveHistory()
      }
    case .asking(let host, true):
      if let slot = state.inventory.slots[host] { asking.insert(slot) }
    case .observation(let observation): recording.take(observation)
    case .excluded, .failure, .asking, .step:
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

  /// Checks every few seconds for suspend and clock steps, and each minute for missed changes.
  func tick() async {
    var ticks = 0
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(2))
      guard !Task.isCancelled else { return }
      lookAtSuspension()
      lookAtClock()
      ticks += 1
      if ticks % 5 == 0 {
        checkSilent()
        recordHistory()
      }
      if ticks % 30 == 0 {
        await loadAgain()
        await lookAtInterfaces()
        state.remember(now: now())
        askChanged()
        publishLastSeen()
        await save()
        await keepHistory()
      }
    }
  }

  /// Forgets what was seen before the machine slept, and begins a new round.
  func lookAtSuspension() {
    let total = slept()
    let asleep = total - sleptSoFar
    sleptSoFar = total
    guard asleep > .seconds(5) else { return }
    let present = now()
    let since = Timestamp(milliseconds: present.milliseconds - Int64(asleep.milliseconds))
    state.suspend(since: since, now: present)
    noteChange()
    restart()
  }

  /// Corrects times recorded before the clock was set, and begins a new round.
  func lookAtClock() {
    let wall = now()
    guard let step = clock.step(wall: wall, elapsed: elapsed) else { return }
    let correction = ClockCorrection(now: wall, step: step)
    state.correct(correction)
    scan.started = scan.started.map(correction.moved)
    scan.finished = scan.finished.map(correction.moved)
    publishedNext = nil
    updateNext()
    noteChange(isUrgent: true)
    restart()
  }

  private func lookAtInterfaces() async {
    guard current != nil, let lastPlan, let configuration = try? await network.configuration()
    else { return }
    let plan = try? planner(for: configuration).plan().plan
    if plan != nil, current != nil {
      recording.facts = HomeFacts(configuration, isConnected: true)
    }
    if plan != lastPlan { restart() }
  }

  private func planner(for configuration: NetworkConfiguration) -> ScanPlanner {
    ScanPlanner(
      configuration: configuration,
      options: options.scan,
      canUseRawSockets: options.canUseRawSockets
    )
  }
}

/// How long the machine has slept since the program began.
struct SuspensionMeter: Sendable {
  static let shared = SuspensionMeter()

  private let began = ContinuousClock.now
  private let beganAwake = SuspendingClock.now

  /// The time by which the clock that stands still in suspend is behind.
  func suspended(at now: ContinuousClock.Instant, awake: SuspendingClock.Instant) -> Duration {
    (now - began) - (awake - beganAwake)
  }
}

/// Reports when this machine's interfaces, addresses or routes have changed and settled.
///
/// An interface that comes up makes a dozen notifications within a second.
struct ConfigurationWatch: NetworkMachine {
  struct Output: Sendable {}

  private var isWaiting = false

  static let rest = Duration.seconds(1)
  private static let watch = Ticket(owner: 0, number: 0)
  private static let timer = Ticket(owner: 0, number: 1)

  mutating func start(_ port: inout NetworkPort<Output>) {
    port.request(.watchConfiguration(Self.watch))
  }

  mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    switch event {
    case .configurationChanged:
      guard !isWaiting else { return }
      isWaiting = true
      port.request(.wake(Self.timer, at: port.now + Self.rest))
    case .woke:
      isWaiting = false
      port.output(Output())
    case .failed:
      // The watch looks for itself now and then.
      port.finish()
    default:
      break
    }
  }
}
