extension MonitorWatch {
  /// The page that shows chosen monitors to whoever has its address.
  public func statusPage() async -> StatusPage { machine.statusPage }

  /// Replaces that page.
  public func set(_ page: StatusPage) async throws(MonitoringError) -> StatusPage {
    try await beginEdit()
    defer { endEdit() }
    if let problem = page.problem(monitors: Set(machine.entries.keys)) { throw problem }
    var batch = MonitorBatch()
    batch.statusPage = StoredJSON.encode(page)
    try await edit(storing: batch) { $0.set(page) }
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
