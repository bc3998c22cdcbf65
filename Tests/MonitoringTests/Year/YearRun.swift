import Home
import Model
import Monitoring
import Networking

/// Lives a script: a machine, a store that outlives it, a world that answers, and channels that record.
struct YearRun {
  private enum Work {
    case checked(Monitor, CheckResult)
    case confirmed(Monitor, Confirmation, CheckResult)
    case diagnosed(MonitorMachine.Handle, IncidentDiagnosis?)
    case delivered(MonitorMachine.Handle, Alert, Delivery)
  }

  private struct Event: Comparable {
    var at: Int64
    var number: Int
    var work: Work

    static func < (left: Self, right: Self) -> Bool {
      (left.at, left.number) < (right.at, right.number)
    }
    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }

  /// What a channel took, with the notices that came twice.
  struct Receiver {
    var notices: [AlertNotice] = []
    var ids: Set<String> = []
    var repeated = 0
  }

  private(set) var script: YearScript
  let store = MemoryMonitorStore()
  private(set) var receivers: [String: Receiver] = [:]
  private(set) var checks = 0
  private var machine: MonitorMachine
  private var events: [Event] = []
  private var lastEvent = 0
  private var now: Int64 = 0  // milliseconds since the start
  private var counts: [String: Int] = [:]
  private var random: YearRandom

  init(_ script: YearScript, seed: UInt64) throws {
    self.script = script
    random = YearRandom(seed: seed &+ 7)
    var batch = MonitorBatch()
    batch.monitors = script.monitors
    batch.channels = ["a", "b"].map {
      AlertChannel(id: $0, name: $0, service: "webhook", settings: [:])
    }
    batch.rules = [
      AlertRule(
        id: "usual",
        name: "Usual",
        events: AlertKind.usual,
        channels: ["a", "b"]
      )
    ]
    try store.commit(batch)
    machine = try Self.start(store, at: Self.moment(0))
  }

  private static func moment(_ now: Int64) -> MonitorMoment {
    MonitorMoment(
      wall: Timestamp(milliseconds: YearScript.start.milliseconds + now),
      monotonic: MonotonicTime(nanoseconds: now * 1_000_000)
    )
  }

  private static func start(
    _ store: MemoryMonitorStore,
    at moment: MonitorMoment
  ) throws -> MonitorMachine {
    let stored = try store.loadMonitoring()
    let events = try store.monitorEvents(after: 0, limit: .max)
    return MonitorMachine(stored, events: events, local: .utc, seed: 1, at: moment)
  }

  /// Lives until the end of that day.
  mutating func live(days: Int) throws {
    let end = Int64(days) * 86_400_000
    var kills = script.kills.map { $0 * 1000 }[...]
    var wasConnected = true
    while now < end {
      let moment = Self.moment(now)
      let isConnected = script.hasNetwork(at: now / 1000)
      if isConnected != wasConnected {
        wasConnected = isConnected
        machine.noteOwnFailure(isConnected ? nil : "the cable is unplugged", at: moment)
      }
      while let event = events.first, event.at <= now {
        events.removeFirst()
        take(event.work, at: moment)
      }
      for action in machine.advance(to: moment) { try perform(action, at: moment) }
      if let kill = kills.first, kill <= now {
        kills.removeFirst()
        // What was under way is lost, and some seconds pass.
        events = []
        now += 10_000
        machine = try Self.start(store, at: Self.moment(now))
        wasConnected = true
        continue
      }
      var next = machine.nextAdvance(after: moment).nanoseconds / 1_000_000
      if let event = events.first { next = min(next, event.at) }
      now = max(next, now + 1)
    }
  }

  private mutating func after(_ milliseconds: Int64, _ work: Work) {
    lastEvent += 1
    let event = Event(at: now + milliseconds, number: lastEvent, work: work)
    // Few are under way at once.
    let place = events.firstIndex { $0 > event } ?? events.endIndex
    events.insert(event, at: place)
  }

  private mutating func take(_ work: Work, at moment: MonitorMoment) {
    switch work {
    case .checked(let monitor, let result): machine.checked(monitor, result, at: moment)
    case .confirmed(let monitor, let confirmation, let result):
      machine.confirmed(monitor, confirmation, after: result, at: moment)
    case .diagnosed(let handle, let diagnosis): machine.diagnosed(handle, diagnosis, at: moment)
    case .delivered(let handle, _, let delivery):
      machine.delivered(handle, delivery, jitter: 0.5, at: moment)
    }
  }

  private mutating func perform(_ action: MonitorAction, at moment: MonitorMoment) throws {
    let second = now / 1000
    switch action {
    case .check(let monitor):
      checks += 1
      counts[monitor.id, default: 0] += 1
      if script.answers(monitor.id, at: second, number: counts[monitor.id] ?? 0) {
        let ms = Double.random(in: 0.5..<4, using: &random)
        after(Int64(ms) + 1, .checked(monitor, CheckResult(.passed, roundTripMs: ms)))
      } else {
        after(5000, .checked(monitor, CheckResult(.failed("no answer within 5 s"))))
      }
    case .confirm(let monitor, let failure):
      let isThere = script.answers(monitor.id, at: second, number: 1)
      let confirmation: Confirmation =
        !script.hasNetwork(at: second)
        ? .ownFailure("the cable is unplugged")
        : isThere ? .answers("it answers ARP") : .down("it doesn't answer ARP either")
      after(300, .confirmed(monitor, confirmation, failure))
    case .diagnose(_, let incident, _):
      let diagnosis = IncidentDiagnosis(
        code: "host_absent",
        message: "Nobody answers at that address.",
        evidence: []
      )
      after(2000, .diagnosed(incident, diagnosis))
    case .commit(let batch):
      let numbers = try store.commit(batch)
      machine.stored(numbers, at: moment)
    case .send(let alert, let channel, let handle):
      guard !script.channelOutage.contains(second), script.hasNetwork(at: second) else {
        return after(1000, .delivered(handle, alert, .failed("no route")))
      }
      // Taken at once; the answer may be lost with the program.
      receive(alert.notice, on: channel.id)
      after(200, .delivered(handle, alert, .sent))
    }
  }

  private mutating func receive(_ notice: AlertNotice, on channel: String) {
    // A receiver that knows the id replaces what it has.
    if receivers[channel, default: Receiver()].ids.insert(notice.id).inserted {
      receivers[channel]?.notices.append(notice)
    } else {
      receivers[channel]?.repeated += 1
    }
  }
}
