import Home
import Model
import Monitoring
import Storage

extension StoreComparison {
  private var monitorPolicy: MonitorPolicy { TrialOperation.monitorPolicy }

  /// Batches of monitors are there as a whole or not at all, and their numbers in order.
  func checkMonitors() throws {
    let incidents = try checkIncidents()
    try checkEvents(incidents)
    try checkAlerts(incidents)
    let ids = Set(home.monitoring.states.keys).union(home.monitoring.removed)
    for id in ids.sorted() {
      try checkStates(of: id)
      try checkSamples(of: id)
    }
  }

  /// Returns the numbers of the incidents that are there.
  private func checkIncidents() throws -> [TrialMonitoring.Stamp: Int64] {
    let last = Timestamp(milliseconds: .max)
    let found = try store.incidents(of: nil, from: .never, to: last, limit: .max)
    var numbers: [TrialMonitoring.Stamp: Int64] = [:]
    var before = (id: Int64(0), operation: 0)
    for incident in found.reversed() {
      let stamp = TrialMonitoring.Stamp(incident)
      var given = home.monitoring.incidents[stamp]
      given?.id = incident.id
      guard incident == given, numbers.updateValue(incident.id, forKey: stamp) == nil else {
        throw TrialFailure("incident \(incident) was never stored so, or comes twice")
      }
      guard incident.id > before.id, stamp.operation >= before.operation else {
        throw TrialFailure("incident \(incident.id) is not in order")
      }
      before = (incident.id, stamp.operation)
    }
    let border = daysAgo(monitorPolicy.eventDays)
    let lost = home.monitoring.incidents.filter { stamp, incident in
      (incident.to ?? last) >= border && numbers[stamp] == nil
    }
    guard lost.isEmpty else {
      let operations = lost.keys.map(\.operation).sorted().prefix(9)
      throw TrialFailure("incidents of operations \(operations) are lost")
    }
    let lasting = try store.loadMonitoring().incidents
    guard lasting == found.reversed().filter({ $0.to == nil }) else {
      throw TrialFailure("the incidents that last are not those that are told")
    }
    return numbers
  }

  private func checkEvents(_ incidents: [TrialMonitoring.Stamp: Int64]) throws {
    var found: Set<TrialMonitoring.Stamp> = []
    var before = 0
    for event in try store.monitorEvents(after: 0, limit: .max) {
      let stamp = TrialMonitoring.Stamp(event)
      var given = home.monitoring.events[stamp]
      given?.seq = event.seq
      // Of incidents that were dropped the numbers are not known.
      given?.incident = incidents[stamp] ?? event.incident
      guard event == given, found.insert(stamp).inserted, stamp.operation >= before else {
        throw TrialFailure("event \(event) was never stored so, comes twice, or out of order")
      }
      before = stamp.operation
    }
    let border = daysAgo(monitorPolicy.eventDays)
    let lost = home.monitoring.events.filter { $0.value.time >= border && !found.contains($0.key) }
    guard lost.isEmpty else {
      let operations = lost.keys.map(\.operation).sorted().prefix(9)
      throw TrialFailure("events of operations \(operations) are lost")
    }
  }

  private func checkAlerts(_ incidents: [TrialMonitoring.Stamp: Int64]) throws {
    let numbers = Dictionary(
      incidents.filter { !$0.key.monitor.hasPrefix("guest") }.map { ($0.key.operation, $0.value) },
      uniquingKeysWith: { $1 }
    )
    var found: Set<Int> = []
    var before = 0
    for alert in try store.alerts(in: nil, before: nil, limit: .max).reversed() {
      let operation = Int(alert.notice.id) ?? -1
      var given = home.monitoring.alerts[operation]
      given?.id = alert.id
      given?.notice.items[0].incident = numbers[operation] ?? alert.notice.items.first?.incident
      guard alert == given, found.insert(operation).inserted, operation >= before else {
        throw TrialFailure("alert \(alert) was never stored so, comes twice, or out of order")
      }
      before = operation
    }
    let border = daysAgo(monitorPolicy.eventDays)
    let lost = home.monitoring.alerts.filter { operation, alert in
      (alert.state == .waiting || alert.time >= border) && !found.contains(operation)
    }
    guard lost.isEmpty else {
      throw TrialFailure("alerts of operations \(lost.keys.sorted().prefix(9)) are lost")
    }
  }

  private func checkStates(of monitor: String) throws {
    let from = daysAgo(monitorPolicy.eventDays)
    let states = try store.monitorStates(of: monitor, from: from, to: now)
    guard states == home.monitoring.states(of: monitor, from: from) else {
      throw TrialFailure("the states of monitor \(monitor) since \(from) are not those stored")
    }
  }

  private func checkSamples(of monitor: String) throws {
    let today = HistoryTime.dayNumber(of: now)
    let days = (today - Int64(monitorPolicy.hourDays))...today
    let points = try store.monitorSamples(
      of: monitor,
      from: Timestamp(milliseconds: days.lowerBound * HistoryTime.day),
      to: Timestamp(milliseconds: (days.upperBound + 1) * HistoryTime.day),
      step: HistoryTime.hour
    )
    let told = Dictionary(uniqueKeysWithValues: points.map { ($0.time.milliseconds, $0) })
    for hour in HistoryTime.hours(of: days) {
      let begin = Timestamp(milliseconds: hour * HistoryTime.hour)
      let point = told[begin.milliseconds] ?? SamplePoint(time: begin)
      let whole = home.monitoring.summary(of: monitor, hour: hour)
      guard point.n == whole.n, point.lost == whole.lost, point.unknown == whole.unknown else {
        throw TrialFailure(
          """
          of monitor \(monitor), in the hour from \(begin): \(point.n) checks, \(point.lost) lost, \
          \(point.unknown) unknown instead of \(whole.n), \(whole.lost) lost, \(whole.unknown) unknown
          """
        )
      }
    }
  }
}
