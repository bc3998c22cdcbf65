import Networking
import Wire

extension MonitorMachine {
  /// Takes how many exchanges a sweep of the home has in flight; `nil` where none runs.
  ///
  /// A round that only listens is no sweep: there is one at any time, and checks would never have the home for
  /// themselves. Returns whether checks may begin by that which waited.
  public mutating func noteSweep(inFlight: Int?) -> Bool {
    let before = budget.inHome
    budget.shareHome(withScanInFlight: inFlight)
    guard !waiting.isEmpty, let before else { return false }
    return budget.inHome.map { $0 > before } ?? true
  }

  /// Until when a check may wait for a sweep.
  func latestStart(of due: DueCheck, _ monitor: Monitor) -> MonotonicTime {
    due.due + min(monitor.interval / 2, settings.mostSweepWait)
  }
}

extension MonitorEntry {
  /// Whether its checks ask a host of the home: by the address that was asked last, else by the target's name.
  ///
  /// This machine itself is none: nothing of it crosses the network.
  var isInHome: Bool {
    guard let host = monitor.check.host else { return false }
    guard let address = lastAddress ?? IPAddress(host) else { return HomeName.matches(host) }
    return address.scope == .privateUse || address.scope == .linkLocal
  }
}
