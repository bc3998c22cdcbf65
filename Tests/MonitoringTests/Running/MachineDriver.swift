import Home
import Model
import Networking
import Testing

@testable import Monitoring

/// Runs a machine on virtual clocks: its targets, its store and its channel do what the test says.
struct MachineDriver {
  let store = MemoryMonitorStore()
  var machine: MonitorMachine
  /// The monitors whose targets don't answer.
  var dead: Set<String> = []
  /// What checks of monitors come to, by id, where it isn't as usual.
  var results: [String: CheckResult] = [:]
  /// What other methods find of those that don't answer.
  var confirmation = Monitoring.Confirmation.down("no answer to ARP")
  /// How long answers take.
  var roundTripMs = 1.0
  /// What the channel does.
  var delivery = Delivery.sent
  /// How far the clock of the day was set, in milliseconds.
  var leap: Int64 = 0
  /// How far it is set while the next notice is being sent.
  var leapWhileSending: Int64?
  /// Whether batches with events are kept in ``held`` and not answered.
  var holdsEvents = false
  /// Whether batches with alerts that were sent are.
  var holdsSent = false
  private(set) var held: MonitorBatch?
  /// Whether diagnoses are kept in ``diagnoses`` and not answered.
  var holdsDiagnoses = false
  var diagnoses: [MonitorMachine.Handle] = []
  /// The sentences that the channels took.
  private(set) var told: [String] = []
  /// The notices that they took, with the channels.
  private(set) var notices: [(channel: String, notice: AlertNotice)] = []
  /// How many batches were to be stored.
  private(set) var commits = 0
  /// How many of them had the dispatcher's memory.
  private(set) var memories = 0
  /// Milliseconds since the start.
  private var now: Int64 = 0

  static let start: Int64 = 1_795_780_800_000

  init(_ monitors: [Monitor] = []) throws {
    var batch = MonitorBatch()
    batch.monitors = monitors
    batch.channels = [Self.phone]
    batch.rules = [AlertRule.usual(channels: ["phone"])]
    try store.commit(batch)
    machine = MonitorMachine(
      try store.loadMonitoring(),
      local: .utc,
      settings: Self.settings,
      seed: 1,
      at: Self.moment(0, leap: 0)
    )
  }

  static let settings: MonitorMachine.Settings = {
    var settings = MonitorMachine.Settings()
    settings.servicesTellingRepetitions = ["webhook"]
    return settings
  }()

  static let phone = AlertChannel(id: "phone", name: "phone", service: "webhook", settings: [:])

  static func monitor(
    _ id: String,
    parents: [String] = [],
    isPaused: Bool = false,
    source: Monitor.Source = .user
  ) -> Monitor {
    Monitor(
      id: id,
      name: id,
      check: .icmp(host: "\(id).example"),
      parents: parents,
      isPaused: isPaused,
      source: source
    )
  }

  private static func moment(_ now: Int64, leap: Int64) -> MonitorMoment {
    MonitorMoment(
      wall: Timestamp(milliseconds: start + now + leap),
      monotonic: MonotonicTime(nanoseconds: now * 1_000_000)
    )
  }

  var moment: MonitorMoment { Self.moment(now, leap: leap) }

  /// All incidents that are stored.
  var incidents: [Incident] {
    get throws {
      try store.incidents(of: nil, from: .never, to: moment.wall, limit: 1000)
    }
  }

  /// Ends without a word and starts again.
  mutating func restart(_ declared: DeclaredMonitoring = DeclaredMonitoring()) throws {
    let loaded = try LoadedMonitoring(store, seed: 1)
    machine = MonitorMachine(
      loaded.stored,
      declared: declared,
      events: loaded.events,
      local: .utc,
      settings: Self.settings,
      seed: 1,
      at: moment
    )
  }

  /// Lets that time pass.
  mutating func run(seconds: Int64) {
    let end = now + seconds * 1000
    var inPlace = 0
    while now < end {
      let moment = moment
      let actions = machine.advance(to: moment)
      for action in actions { perform(action, at: moment) }
      var next = (machine.nextAdvance(after: moment).nanoseconds + 999_999) / 1_000_000
      // What came of them may be for the next step.
      if !actions.isEmpty { next = now }
      inPlace = next > now ? 0 : inPlace + 1
      guard inPlace < 100 else {
        Issue.record("the machine turns in a loop at \(now) ms")
        return
      }
      now = min(max(next, now), end)
    }
  }

  private mutating func perform(_ action: MonitorAction, at moment: MonitorMoment) {
    switch action {
    case .check(let monitor):
      let usual =
        dead.contains(monitor.id)
        ? CheckResult(.failed("no answer")) : CheckResult(.passed, roundTripMs: roundTripMs)
      let result = results[monitor.id] ?? usual
      machine.checked(monitor, result, at: moment)
    case .confirm(let monitor, let failure):
      let found: Monitoring.Confirmation =
        dead.contains(monitor.id) ? confirmation : .answers("it answers ARP")
      machine.confirmed(monitor, found, after: failure, at: moment)
    case .diagnose(_, let incident, _):
      guard !holdsDiagnoses else {
        diagnoses.append(incident)
        return
      }
      machine.diagnosed(incident, nil, at: moment)
    case .commit(let batch):
      commits += 1
      if batch.dispatcher != nil { memories += 1 }
      let isSent = batch.alerts.contains { $0.state == .sent }
      guard !(holdsEvents && !batch.events.isEmpty), !(holdsSent && isSent) else {
        held = batch
        return
      }
      commit(batch)
    case .send(let alert, let channel, let handle):
      if delivery == .sent {
        told += alert.notice.items.map(\.text)
        notices.append((channel.id, alert.notice))
      }
      if let set = leapWhileSending { (leap, leapWhileSending) = (set, nil) }
      machine.delivered(handle, delivery, jitter: 0.5, at: self.moment)
    }
  }

  private mutating func commit(_ batch: MonitorBatch) {
    do throws(StoreError) {
      let numbers = try store.commit(batch)
      machine.stored(numbers, at: moment)
    } catch {
      machine.notStored(error.message, at: moment)
    }
  }

  /// Stores what is held, or fails to, as the store does now.
  mutating func answerHeld() {
    holdsEvents = false
    holdsSent = false
    guard let batch = held else { return }
    held = nil
    commit(batch)
  }
}
