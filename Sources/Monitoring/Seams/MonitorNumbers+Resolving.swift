extension MonitorNumbers {
  /// The incident's number: that of `newIncidents[i]` for `-1 - i`; `nil` where the batch has no such one.
  package func resolved(_ incident: Int64?) -> Int64? {
    guard let incident, incident < 0 else { return incident }
    let index = -1 - incident
    return index < incidents.count ? incidents[Int(index)] : nil
  }

  /// The alert with the numbers of the incidents that it tells of.
  package func resolved(_ alert: Alert) -> Alert {
    var alert = alert
    for index in alert.notice.items.indices {
      alert.notice.items[index].incident = resolved(alert.notice.items[index].incident)
    }
    return alert
  }
}
