import Discovery
import Home
import Model
import Networking
@testable import Monitoring

/// Lives a script: a machine, a store that outlives it, a home and targets that are as the script says, and
/// channels that record.
struct YearRun {
  private enum Work {
    case checked(Monitor, CheckResult)
    case confirmed(Monitor, Confirmation, CheckResult)
    case diagnosed(MonitorMachine.Handle, IncidentDiagnosis?)
    case stored(MonitorNumbers)
    case delivered(MonitorMachine.Handle, Delivery)
  }

  private struct Event {
    var at: Int64
    var work: Work
  }

  /// A notice that a channel took, and when: in milliseconds since the start.
  struct Taken {
    var notice: AlertNotice
    var at: Int64
  }

  let script: YearScript
  let store = MemoryMonitorStore()
  /// What each channel took, in order, repetitions too.
  private(set) var taken: [String: [Taken]] = [:]
  private(set) var checks = 0
  /// When the program was killed, in milliseconds.
  private(set) var killed: [Int64] = []
  /// The last change of the home that lies before the first look at it.
  private(set) var skipped: UInt64 = 0
  private var machine: MonitorMachine
  /// When the machine is asked next; earlier, if something came that can't wait.
  private var next: Int64 = 0
  /// Ascending by time; those of one time as they came.
  private var events: [Event] = []
  private var now: Int64 = 0
  private var isConnected = true
  private var hasSent = false
  private var random: SplitMix64
  /// The numbers of the checks of monitors, and their faults that aren't over.
  private var counts: [String: Int] = [:]
  private var faults: [String: ArraySlice<YearScript.Fault>]
  private var links: ArraySlice<(at: Int64, isConnected: Bool)>
  private var kills: ArraySlice<YearScript.Kill>
  private var mutes: ArraySlice<YearScript.PlannedMute>
  private var changes: ArraySlice<HomeFeed.Entry>
  /// The home's history, which is read as `MonitorWatch.followHome()` does; it needn't go back far.
  private let history: MemoryHistoryStore
  /// When it is read next; first when the home was scanned for the first time.
  private var reading: Int64? = 300_000

  init(_ script: YearScript, seed: UInt64) throws {
    self.script = script
    random = SplitMix64(seed: seed &+ 7)
    faults = Dictionary(grouping: script.faults, by: \.monitor)
      .mapValues { $0.sorted { $0.from < $1.from }[...] }
    var links: [(at: Int64, isConnected: Bool)] = []
    for outage in script.ownOutages.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      links.append((at: outage.lowerBound * 1000, isConnected: false))
      links.append((at: outage.upperBound * 1000, isConnected: true))
    }
    self.links = links[...]
    kills = script.kills[...]
    mutes = script.mutes[...]
    changes = script.home.entries[...]
    var bounds = MemoryHistoryStore.Bounds()
    bounds.changes = 500
    history = MemoryHistoryStore(bounds)
    var batch = MonitorBatch()
    batch.monitors = script.monitors
    batch.channels = YearRules.channels.map {
      AlertChannel(id: $0, name: $0, service: "webhook", settings: [:])
    }
    batch.rules = YearRules.all(script.home)
    try store.commit(batch)
    machine = try Self.start(store, at: Self.moment(0))
  }

  private static func moment(_ now: Int64) -> MonitorMoment {
    MonitorMoment(
      wall: Timestamp(milliseconds: YearScript.time(0).milliseconds + now),
      monotonic: MonotonicTime(nanoseconds: now * 1_000_000)
    )
  }

  private static func start(
    _ store: MemoryMonitorStore,
    at moment: MonitorMoment
  ) throws -> MonitorMachine {
    let loaded = try LoadedMonitoring(store, seed: 1)
    return MonitorMachine(loaded.stored, events: loaded.events, local: .utc, seed: 1, at: moment)
  }

  // MARK: Time

  /// Lives to the end; `progress` is called after each thirty days, with their number.
  mutating func live(_ progress: (Int) -> Void = { _ in }) throws {
    let month: Int64 = 30 * 86_400_000
    var shown = month
    while now < script.end * 1000 {
      let moment = Self.moment(now)
      // A failure is noticed, and a mute taken, at once.
      var isAwaited = meetOwnFailures(at: moment)
      isAwaited = meetMutes(at: moment) || isAwaited
      isAwaited = try followHome(at: moment) || isAwaited
      while let event = events.first, event.at <= now {
        events.removeFirst()
        take(event.work, at: moment)
      }
      // As `MonitorWatch` does: most results do nothing but wait to be stored.
      if isAwaited || next <= now || machine.hasWork {
        for action in machine.advance(to: moment) { try perform(action, at: moment) }
        // Not before it: checks aren't due at full milliseconds.
        next = (machine.nextAdvance(after: moment).nanoseconds + 999_999) / 1_000_000
      }
      if try meetKill() { continue }
      now = max(nextMoment, now + 1)
      if now >= shown {
        progress(Int(shown / 86_400_000))
        shown += month
      }
    }
  }

  /// When something happens next.
  private var nextMoment: Int64 {
    var time = next
    if let event = events.first { time = min(time, event.at) }
    if let link = links.first { time = min(time, link.at) }
    if let mute = mutes.first { time = min(time, mute.from * 1000) }
    if let change = changes.first { time = min(time, change.second * 1000) }
    if let reading { time = min(time, reading) }
    if let kill = kills.first, !kill.isAfterSending { time = min(time, kill.from * 1000) }
    return time
  }

  private mutating func after(_ milliseconds: Int64, _ work: Work) {
    let event = Event(at: now + milliseconds, work: work)
    // Few are under way at once.
    let place = events.firstIndex { $0.at > event.at } ?? events.endIndex
    events.insert(event, at: place)
  }

  // MARK: What happens

  private mutating func meetOwnFailures(at moment: MonitorMoment) -> Bool {
    guard let link = links.first, link.at <= now else { return false }
    links.removeFirst()
    isConnected = link.isConnected
    machine.noteOwnFailure(isConnected ? nil : "the cable is unplugged", at: moment)
    return true
  }

  private mutating func meetMutes(at moment: MonitorMoment) -> Bool {
    guard let mute = mutes.first, mute.from * 1000 <= now else { return false }
    mutes.removeFirst()
    machine.mute(mute.subject, until: YearScript.time(mute.to))
    // The user waits until it is stored.
    machine.hurry()
    return true
  }

  /// Lets the home's history have what is recorded, and gives the machine what it hasn't read of it.
  private mutating func followHome(at moment: MonitorMoment) throws -> Bool {
    if let change = changes.first, change.second * 1000 <= now {
      var batch = HistoryBatch(time: moment.wall)
      while let change = changes.first, change.second * 1000 <= now {
        batch.changes.append(change.change)
        changes.removeFirst()
      }
      try history.append(batch)
      // It is looked at every three seconds.
      if reading == nil { reading = now + Int64.random(in: 500..<3000, using: &random) }
    }
    guard let time = reading, time <= now else { return false }
    reading = nil
    guard let last = machine.lastChange else {
      skipped = try history.changes(ChangeQuery(limit: 1)).last?.seq ?? 0
      machine.skipChanges(through: skipped)
      return true
    }
    let page = try history.changes(ChangeQuery(after: last, limit: 500))
    guard !page.isEmpty else { return false }
    machine.homeChanged(
      page.map { (change: $0, device: HomeFeed.device(of: $0)) },
      at: moment
    )
    return true
  }

  /// Whether the program was killed: what was under way is lost, and some seconds pass.
  private mutating func meetKill() throws -> Bool {
    defer { hasSent = false }
    guard let kill = kills.first, kill.from * 1000 <= now, hasSent || !kill.isAfterSending else {
      return false
    }
    kills.removeFirst()
    killed.append(now)
    events = []
    now += 10_000
    // By then the link may have come back, or be gone.
    while let link = links.first, link.at <= now {
      isConnected = link.isConnected
      links.removeFirst()
    }
    let moment = Self.moment(now)
    machine = try Self.start(store, at: moment)
    if !isConnected { machine.noteOwnFailure("the cable is unplugged", at: moment) }
    (next, reading) = (now, now)
    return true
  }

  // MARK: What the machine wants

  private mutating func take(_ work: Work, at moment: MonitorMoment) {
    switch work {
    case .checked(let monitor, let result): machine.checked(monitor, result, at: moment)
    case .confirmed(let monitor, let confirmation, let result):
      machine.confirmed(monitor, confirmation, after: result, at: moment)
    case .diagnosed(let handle, let diagnosis): machine.diagnosed(handle, diagnosis, at: moment)
    case .stored(let numbers): machine.stored(numbers, at: moment)
    case .delivered(let handle, let delivery):
      machine.delivered(handle, delivery, jitter: 0.5, at: moment)
    }
  }

  private mutating func perform(_ action: MonitorAction, at moment: MonitorMoment) throws {
    switch action {
    case .check(let monitor):
      checks += 1
      if let ms = roundTrip(to: monitor.id) {
        after(Int64(ms) + 1, .checked(monitor, CheckResult(.passed, roundTripMs: ms)))
      } else {
        after(5000, .checked(monitor, CheckResult(.failed("no answer within 5 s"))))
      }
    case .confirm(let monitor, let failure):
      let fault = presentFault(of: monitor.id)
      let isHidden = fault.map { Self.hides($0, at: now / 1000) } ?? false
      let confirmation: Confirmation =
        if !isConnected {
          .ownFailure("the cable is unplugged")
        } else if isHidden {
          .down("it doesn't answer ARP either")
        } else {
          .answers("it answers ARP")
        }
      after(300, .confirmed(monitor, confirmation, failure))
    case .diagnose(_, let incident, _):
      let diagnosis = IncidentDiagnosis(
        code: "host_absent",
        message: "Nobody answers at that address.",
        evidence: []
      )
      after(2000, .diagnosed(incident, diagnosis))
    case .commit(let batch):
      // It is stored before the program knows.
      let numbers = try store.commit(batch)
      after(20, .stored(numbers))
    case .send(let alert, let channel, let handle):
      guard isConnected, !script.channelOutage.contains(now / 1000) else {
        return after(1000, .delivered(handle, .failed("no route")))
      }
      // Taken at once; the answer may be lost with the program.
      taken[channel.id, default: []].append(Taken(notice: alert.notice, at: now))
      hasSent = true
      after(200, .delivered(handle, .sent))
    }
  }

  // MARK: Targets

  /// The fault of a monitor's target at this moment.
  private mutating func presentFault(of monitor: String) -> YearScript.Fault? {
    let second = now / 1000
    while let first = faults[monitor]?.first, first.to <= second {
      faults[monitor]?.removeFirst()
    }
    return faults[monitor]?.first.flatMap { $0.from <= second ? $0 : nil }
  }

  /// Whether a fault lets nothing answer another method.
  private static func hides(_ fault: YearScript.Fault, at second: Int64) -> Bool {
    switch fault.kind {
    case .degraded, .partial: false
    case .flapping: (second - fault.from) / YearScript.phase % 2 == 0
    case .long, .short, .nested, .duringOwnOutage, .inMaintenance, .parent, .muted: true
    }
  }

  /// How long a check's answer takes, in milliseconds; `nil` where there is none.
  private mutating func roundTrip(to monitor: String) -> Double? {
    let usual = Double.random(in: 0.5..<4, using: &random)
    guard let fault = presentFault(of: monitor) else { return isConnected ? usual : nil }
    counts[monitor, default: 0] += 1
    switch fault.kind {
    case .degraded: return isConnected ? YearScript.slowMs : nil
    case .partial: return isConnected && counts[monitor, default: 0] % 2 == 0 ? usual : nil
    default: return isConnected && !Self.hides(fault, at: now / 1000) ? usual : nil
    }
  }
}
