public import Model
public import Monitoring

extension GeneratedMonitors {
  /// A monitor's samples, as its states were.
  public func samples(
    of id: String,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) throws(MonitoringError) -> [SamplePoint] {
    let entry = try known(id)
    let changes = stateTable[id] ?? []
    guard step > 0, from < to, let first = changes.first?.time else { return [] }
    var points: [SamplePoint] = []
    var index = 0
    // Steps are counted from 1970, as the store's are.
    var time = (max(from, first).milliseconds / step) * step
    while time < min(to, clock()).milliseconds {
      while index + 1 < changes.count, changes[index + 1].time.milliseconds <= time { index += 1 }
      let start = Timestamp(milliseconds: time)
      if let point = ScriptedPast.point(start, step: step, of: entry, changes[index].state) {
        points.append(point)
      }
      time += step
    }
    return points
  }

  /// A monitor's states, the first one as it was at `from`.
  public func states(
    of id: String,
    from: Timestamp,
    to: Timestamp
  ) throws(MonitoringError) -> [MonitorStateChange] {
    _ = try known(id)
    let changes = stateTable[id] ?? []
    let before = changes.last { $0.time <= from }
    return [before].compactMap(\.self) + changes.filter { $0.time > from && $0.time <= to }
  }

  /// Incidents, the newest first.
  public func incidents(
    of id: String?,
    from: Timestamp,
    to: Timestamp,
    limit: Int
  ) throws(MonitoringError) -> [Incident] {
    if let id { _ = try known(id) }
    let found = incidentLog.reversed().lazy.filter { incident in
      (id == nil || incident.monitor == id) && incident.from < to
        && (incident.to.map { $0 >= from } ?? true)
    }
    return Array(found.prefix(max(0, limit)))
  }

  /// Notes that the user knows of an incident that lasts.
  public func acknowledge(_ number: Int64) throws(MonitoringError) -> Incident {
    guard let index = incidentLog.firstIndex(where: { $0.id == number && $0.to == nil }) else {
      throw .notFound("There is no incident with that number that lasts.")
    }
    incidentLog[index].isAcknowledged = true
    entries[incidentLog[index].monitor]?.incident = incidentLog[index]
    changed()
    return incidentLog[index]
  }
}
