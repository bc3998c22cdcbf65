internal import CShims
internal import Glibc
internal import LinuxNetwork
internal import Networking

/// An epoll(7) set whose members are known by numbers of the caller's own.
struct EventPoll: ~Copyable {
  private let descriptor: FileDescriptor

  init() throws(LocalFailure) {
    let number = epoll_create1(Int32(bitPattern: UInt32(EPOLL_CLOEXEC)))
    guard number >= 0 else { throw .system(errno: errno, call: "epoll_create1") }
    descriptor = FileDescriptor(owning: number)
  }

  /// Watches a descriptor for reading; it leaves the set when it is closed.
  borrowing func add(_ member: Int32, key: UInt64) {
    var event = epoll_event()
    event.events = UInt32(EPOLLIN.rawValue)
    event.data.u64 = key
    _ = epoll_ctl(descriptor.rawValue, EPOLL_CTL_ADD, member, &event)
  }

  /// Watches a member for room to write, too, or no longer.
  borrowing func change(_ member: Int32, key: UInt64, writes: Bool) {
    var event = epoll_event()
    event.events = UInt32(EPOLLIN.rawValue) | (writes ? UInt32(EPOLLOUT.rawValue) : 0)
    event.data.u64 = key
    _ = epoll_ctl(descriptor.rawValue, EPOLL_CTL_MOD, member, &event)
  }

  /// Waits at most that many milliseconds (-1: for ever) and gives the keys of what is ready.
  borrowing func wait(milliseconds: Int32) -> [UInt64] {
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    let count = epoll_wait(descriptor.rawValue, &events, 64, milliseconds)
    guard count > 0 else { return [] }
    return events[..<Int(count)].map(\.data.u64)
  }
}

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
