import Glibc

/// Reading standard input for a bounded time.
struct TimeLimit {
  private let deadline: ContinuousClock.Instant

  /// From now, so many seconds.
  static func seconds(_ seconds: Int) -> TimeLimit {
    TimeLimit(deadline: .now + .seconds(seconds))
  }

  /// Hands over each line that comes, until the input ends or the time is up.
  func run(_ take: (String) -> Void) {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let left = deadline - .now
      guard left > .zero else { return }
      var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let milliseconds = left.components.seconds * 1000 + 1
      let ready = poll(&descriptor, 1, Int32(clamping: milliseconds))
      if ready == 0 || (ready < 0 && errno == EINTR) { continue }
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else { return }
      pending += buffer[..<count]
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        take(String(decoding: pending[..<end], as: UTF8.self))
        pending.removeSubrange(...end)
      }
      guard pending.count < 65_536 else { return }
    }
  }
}
