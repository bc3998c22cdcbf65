extension MonitorWatch {
  /// The page that shows chosen monitors to whoever has its address.
  public func statusPage() async -> StatusPage { machine.statusPage }

  /// Replaces that page.
  public func set(_ page: StatusPage) async throws(MonitoringError) -> StatusPage {
    try await ready()
    if let problem = page.problem(monitors: Set(machine.entries.keys)) { throw problem }
    machine.set(page)
    try await stored()
    return page
  }
}

extension MonitorMachine {
  /// Replaces the status page.
  mutating func set(_ page: StatusPage) {
    statusPage = page
    pending.batch.statusPage = StoredJSON.encode(page)
    pending.isUrgent = true
  }
}
