import Home
import Model

/// What the watch does beside its checks, each for as long as its task runs.
extension MonitorWatch {
  /// Gives the machine what changes in the home.
  func followHome() async {
    var isLearning = true
    while !Task.isCancelled {
      if machine.lastChange == nil || isLearning {
        let status = await home.watching.snapshot().status
        // A home that is seen for the first time is no news.
        isLearning = machine.lastChange == nil && status.scan.finished == nil
        if machine.lastChange == nil, !isLearning {
          // If it can't be read, it is asked again: from the beginning on, all would be news.
          if let last = try? await home.history.changes(HistoryQuery(ChangeQuery(limit: 1))) {
            machine.skipChanges(through: last.changes.last?.change.seq ?? 0)
            changed()
          }
        }
      }
      if let after = machine.lastChange {
        let query = HistoryQuery(ChangeQuery(after: after, limit: 500))
        if let page = try? await home.history.changes(query), !page.changes.isEmpty {
          machine.homeChanged(
            page.changes.map { ($0.change, $0.device) },
            at: clock.now()
          )
          changed()
        }
      }
      await pause(.seconds(3))
    }
  }

  /// Looks whether this machine can check anything.
  func followOwnFailures() async {
    while !Task.isCancelled {
      let why = await checks.ownFailure()
      if !Task.isCancelled, machine.noteOwnFailure(why, at: clock.now()) { changed() }
      await pause(.seconds(1))
    }
  }

  /// Keeps what is stored small.
  func maintainStore() async {
    let store = store
    while !Task.isCancelled {
      let now = clock.now().wall
      let more = try? await queue.call { () throws(StoreError) in
        try store.maintainMonitoring(MonitorPolicy(), now: now)
      }
      await pause(more ?? false ? .milliseconds(200) : .seconds(60))
    }
  }

  private static let usualWeeks: Int64 = 8
  private static let hour: Int64 = 3_600_000

  /// Looks up what round trips are usual, for the limits that go by it.
  func followUsual() async {
    let store = store
    while !Task.isCancelled {
      for id in machine.idsWithUsualLimit where !Task.isCancelled {
        let now = clock.now().wall
        let length = Self.usualWeeks * 7 * 24 * Self.hour
        let from = Timestamp(milliseconds: now.milliseconds - length)
        let step = Self.hour
        let points = try? await queue.call { () throws(StoreError) in
          try store.monitorSamples(of: id, from: from, to: now, step: step)
        }
        if let points { machine.noteUsual(UsualRoundTrip.p95(of: points, at: now), of: id) }
      }
      await pause(.seconds(600))
    }
  }
}
