import LinuxNetwork
import Model
import Monitoring
import Networking

/// The clocks of this machine.
struct SystemMonitorClock: MonitorClock {
  /// It goes on while the machine sleeps.
  private let start = ContinuousClock.now

  func now() -> MonitorMoment {
    MonitorMoment(
      wall: .now,
      monotonic: MonotonicTime(nanoseconds: start.duration(to: .now).wholeNanoseconds)
    )
  }

  func sleep(until time: MonotonicTime) async {
    try? await Task.sleep(
      until: start + .nanoseconds(time.nanoseconds),
      tolerance: .zero,
      clock: .continuous
    )
  }
}
