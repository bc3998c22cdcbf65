import Model

extension MonitorMachine {
  /// Every monitor as it is now, the worst state first, then by name; without uptime.
  public var snapshots: [MonitorSnapshot] {
    entries.values.map(snapshot).sorted { left, right in
      let ranks = (left.state.rank, right.state.rank)
      guard ranks.0 == ranks.1 else { return ranks.0 < ranks.1 }
      return (left.monitor.name, left.id) < (right.monitor.name, right.id)
    }
  }

  /// Every monitor as it is now, in no order, without uptime.
  public var unsortedSnapshots: [MonitorSnapshot] { entries.values.map(snapshot) }

  /// Which monitors are on a page.
  func selection(_ query: MonitorQuery) -> MonitorSelection {
    MonitorSelection(query, of: entries.values.lazy.map { ListedMonitor($0.monitor, $0.state) })
  }

  /// One monitor as it is now, without uptime.
  public func snapshot(of id: String) -> MonitorSnapshot? { entries[id].map(snapshot) }

  /// How the schedule of checks is kept.
  public func scheduleFigures(at now: MonitorMoment) -> ScheduleFigures {
    let lateness = schedule.lateness(at: now.monotonic)
    return ScheduleFigures(
      latenessP99: lateness.p99,
      latenessMost: lateness.greatest,
      skipped: schedule.skipped
    )
  }

  private func snapshot(_ entry: MonitorEntry) -> MonitorSnapshot {
    MonitorSnapshot(
      monitor: entry.monitor,
      state: entry.state,
      since: entry.tracker.since,
      reason: entry.tracker.reason,
      checked: entry.tracker.checked,
      roundTripMs: entry.tracker.roundTripMs,
      isFlapping: entry.tracker.isFlapping,
      isInMaintenance: entry.isInMaintenance,
      incident: entry.incident.flatMap { incidents[$0] },
      mutedUntil: mutes.filter {
        $0.subject == .monitor(entry.monitor.id) || $0.subject == .everything
      }.map(\.until).max(),
      httpStatus: entry.httpStatus,
      certificateEnd: entry.certificateEnd
    )
  }
}
