import FoundationEssentials
import Model
import Testing
@testable import Monitoring

/// A dispatcher on a virtual clock: what it is given, when, and what it makes of it.
struct AlertDriver {
  var dispatcher = AlertDispatcher(seed: 7)
  var context: AlertContext
  private(set) var now: Timestamp
  private(set) var alerts: [Alert] = []
  /// Whether the dispatcher is stored and read again between any two steps.
  var restarts = false

  /// Friday noon, universal time.
  static let noon = Timestamp(milliseconds: 1_795_780_800_000)

  init(
    rules: [AlertRule] = [.usual(channels: ["phone"])],
    channels: [String] = ["phone"],
    at now: Timestamp = AlertDriver.noon
  ) {
    context = AlertContext(rules: rules, channels: channels.map(Self.channel))
    self.now = now
  }

  static func channel(_ id: String) -> AlertChannel {
    AlertChannel(id: id, name: id, service: "webhook", settings: [:])
  }

  /// That many seconds after noon.
  static func at(_ seconds: Int) -> Timestamp {
    Timestamp(milliseconds: noon.milliseconds + Int64(seconds) * 1000)
  }

  /// What was told: each item's text, notice by notice.
  var texts: [[String]] { alerts.map { $0.notice.items.map(\.text) } }

  /// What one channel was told.
  func texts(on channel: String) -> [[String]] {
    alerts.filter { $0.channel == channel }.map { $0.notice.items.map(\.text) }
  }

  /// Gives the dispatcher news at the present moment.
  mutating func take(_ news: AlertNews?...) {
    dispatcher.take(news.compactMap(\.self), at: now)
    step()
  }

  /// Lets the time pass until that many seconds after noon.
  mutating func run(to seconds: Int) { run(until: Self.at(seconds)) }

  mutating func run(until end: Timestamp) {
    for _ in 0..<100_000 {
      guard let next = dispatcher.nextDue(after: now, context: context), next <= end else { break }
      // Else the caller would turn in a loop without end.
      guard next > now else {
        Issue.record("the dispatcher is due at \(next) again, which was handled")
        return
      }
      now = next
      step()
    }
    now = end
    step()
  }

  /// Asks the dispatcher at the present moment, as after a change of the context.
  mutating func step() {
    restartIfWished()
    alerts += dispatcher.due(at: now, context: context)
    restartIfWished()
  }

  private mutating func restartIfWished() {
    guard restarts else { return }
    do {
      let stored = dispatcher
      let data = try JSONEncoder().encode(stored)
      let restored = try JSONDecoder().decode(AlertDispatcher.self, from: data)
      #expect(restored == stored)
      dispatcher = restored
    } catch {
      Issue.record("the dispatcher's memory can't be read again: \(error)")
    }
  }
}

/// News of monitors, as their events make them.
enum MonitorNews {
  static func down(
    _ monitor: String,
    at seconds: Int,
    incident: Int64? = nil,
    parents: [String] = [],
    maintenance: Bool = false
  ) -> AlertNews? {
    event(
      monitor,
      at: seconds,
      .down,
      incident: incident,
      parents: parents,
      maintenance: maintenance
    )
  }

  static func degraded(_ monitor: String, at seconds: Int) -> AlertNews? {
    event(monitor, at: seconds, .degraded)
  }

  static func up(_ monitor: String, at seconds: Int, incident: Int64? = nil) -> AlertNews? {
    event(monitor, at: seconds, .up, incident: incident)
  }

  static func event(
    _ monitor: String,
    at seconds: Int,
    _ state: MonitorState,
    kind: MonitorEvent.Kind = .changed,
    reason: Message? = nil,
    incident: Int64? = nil,
    parents: [String] = [],
    maintenance: Bool = false
  ) -> AlertNews? {
    AlertNews(
      MonitorEvent(
        time: AlertDriver.at(seconds),
        monitor: monitor,
        name: monitor,
        kind: kind,
        was: .unknown,
        now: state,
        reason: reason,
        incident: incident,
        deadParents: parents,
        isInMaintenance: maintenance
      )
    )
  }

  static func newDevice(_ id: String, at seconds: Int) -> AlertNews? {
    AlertNews(
      HomeChange(time: AlertDriver.at(seconds), slot: 1, name: id, kind: .newStation),
      device: id
    )
  }
}
