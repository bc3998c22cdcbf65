import Home

extension MonitorWatch {
  /// Has checks of the home's hosts keep to what a sweep of the home leaves.
  ///
  /// The home wakes its readers when a sweep begins and ends, and about every second of its progress.
  func followSweeps() async {
    guard let sweeps = home.sweeps else { return }
    while !Task.isCancelled {
      for await _ in await home.watching.wakeups() { note(sweep: await sweeps.exchangesInFlight()) }
      // The home's watch has ended, and its sweep with it.
      note(sweep: nil)
      await pause(.seconds(1))
    }
  }

  private func note(sweep inFlight: Int?) {
    if machine.noteSweep(inFlight: inFlight) { wakeLoop() }
  }
}
