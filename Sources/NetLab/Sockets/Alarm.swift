internal import CShims
internal import Glibc
internal import LinuxNetwork
internal import Networking

/// A timer that wakes an epoll set at a moment, to the microsecond (timerfd_create(2)).
struct Alarm: ~Copyable {
  private let descriptor: FileDescriptor

  init() throws(LocalFailure) {
    let number = shim_timer()
    guard number >= 0 else { throw .system(errno: errno, call: "timerfd_create") }
    descriptor = FileDescriptor(owning: number)
  }

  var rawValue: Int32 { descriptor.rawValue }

  /// Rings at the moment, at once where it has passed; `nil` turns it off.
  borrowing func set(_ time: MonotonicTime?) {
    // Zero would turn it off.
    let nanoseconds = time.map { max($0.nanoseconds, 1) } ?? 0
    shim_set_timer(descriptor.rawValue, nanoseconds)
  }

  /// Takes the ring away.
  borrowing func drain() {
    var count: UInt64 = 0
    _ = read(descriptor.rawValue, &count, 8)
  }
}
