internal import LinuxNetwork

extension DemoHome {
  /// Lives that life, until it ends or the task is cancelled.
  public func live(_ life: DemoLife) async {
    let beginning = ContinuousClock.now
    for change in life {
      do {
        try await Task.sleep(until: beginning + change.time, clock: .continuous)
        if change.event == .leaves {
          farewell(change.device)
          // The goodbye goes out before the cable is pulled.
          try await Task.sleep(for: .milliseconds(200))
        }
      } catch {
        return
      }
      await perform(change)
    }
  }

  /// Plugs a device in or out, on a thread that may block; one that can't come in stays out.
  private func perform(_ change: DemoLife.Change) async {
    await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        switch change.event {
        case .joins, .wakes: try? self.add(change.device)
        case .leaves, .sleeps: try? self.remove(change.device)
        }
        continuation.resume()
      }
      do {
        try SystemThread.start(name: "life", work)
      } catch {
        continuation.resume()
      }
    }
  }
}
