import Model
import Monitoring

/// The past of made-up monitors: outages on days that depend on the monitor's number alone.
struct ScriptedPast {
  let script: MonitorScript

  /// How many days of it there are.
  static let days: Int64 = 399

  /// The states of the monitor of that number, as it is told to be now; ascending.
  func states(of index: Int, _ monitor: MonitorSnapshot) -> [MonitorStateChange] {
    guard monitor.checked != nil else { return [] }
    let start = script.ago((Self.days + 1) * 24 * 60)
    func change(_ time: Timestamp, _ state: MonitorState) -> MonitorStateChange {
      MonitorStateChange(monitor: monitor.id, time: time, state: state)
    }
    var changes = [change(start, .up)]
    // Hosts by number have no past: there may be ten thousand of them.
    if index < MonitorScript.count {
      for day in stride(from: Self.days, through: 1, by: -1) {
        guard let (state, minutes) = Self.outage(on: day, of: Int64(index)) else { continue }
        let begin = script.ago(day * 24 * 60 - (day * 37 + Int64(index) * 11) % 20 * 60)
        let end = Timestamp(milliseconds: begin.milliseconds + minutes * MonitorScript.minute)
        changes += [change(begin, state), change(end, .up)]
      }
    }
    if let since = monitor.since, monitor.state != .up {
      changes.removeAll { $0.time >= since }
      changes.append(change(since, monitor.state))
    }
    if monitor.isInMaintenance {
      var maintenance = change(script.ago(30), monitor.state)
      maintenance.isInMaintenance = true
      changes.append(maintenance)
    }
    return changes
  }

  private static func outage(
    on day: Int64,
    of index: Int64
  ) -> (state: MonitorState, minutes: Int64)? {
    switch (day * 7 + index * 5) % 29 {
    case 0: return (state: .down, minutes: 12 + day % 5 * 30)
    case 9: return (state: .degraded, minutes: 45)
    case 17: return (state: .unknown, minutes: 20)
    default: return nil
    }
  }

  /// The incidents in those states, without numbers; ascending.
  func incidents(of monitor: MonitorSnapshot, _ states: [MonitorStateChange]) -> [Incident] {
    var incidents: [Incident] = []
    for (index, change) in states.enumerated()
    where change.state == .down || change.state == .degraded {
      let end = states[(index + 1)...].first?.time
      let host = monitor.monitor.check.target
      var incident = Incident(
        id: 0,
        monitor: monitor.id,
        from: change.time,
        to: end,
        state: change.state,
        reason: change.state == .down ? ScriptedWords.silent(host) : ScriptedWords.slow(412)
      )
      if end == nil { incident.reason = monitor.reason }
      if change.state == .down {
        incident.confirmedBy = ScriptedWords.silentToo
        if index % 3 != 0 || end == nil { incident.diagnosis = ScriptedWords.absent(host) }
      }
      incidents.append(incident)
    }
    return incidents
  }

  /// What was measured in the step that begins at that time.
  static func point(
    _ time: Timestamp,
    step: Int64,
    of monitor: MonitorSnapshot,
    _ state: MonitorState
  ) -> SamplePoint? {
    let interval = max(1, monitor.monitor.interval.components.seconds * 1000)
    let count = Int(max(1, step / interval))
    switch state {
    case .paused: return nil
    case .unknown: return SamplePoint(time: time, unknown: count)
    case .down: return SamplePoint(time: time, n: count, lost: count)
    case .up, .degraded: break
    }
    // A wave a day long, and something that looks like chance.
    let hour = (time.milliseconds / 3_600_000) % 24
    let wave = Double(abs(12 - hour)) / 12
    let noise = Double((time.milliseconds / max(step, 1)) * 7919 % 97) / 97
    let usual = (monitor.roundTripMs ?? 20) * (state == .degraded ? 4 : 1)
    let middle = usual * (0.8 + 0.3 * wave + 0.2 * noise)
    let lost = noise > 0.93 ? max(1, count / 20) : 0
    guard lost < count else { return SamplePoint(time: time, n: count, lost: count) }
    return SamplePoint(
      time: time,
      n: count,
      lost: lost,
      min: usual * 0.7,
      p50: middle,
      p95: middle * 1.6,
      max: middle * (2 + noise)
    )
  }
}
