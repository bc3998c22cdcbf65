internal import CShims
internal import Glibc
package import Networking

/// A counter that wakes a thread, or an epoll set (eventfd(2)).
package struct WakeUp: ~Copyable, Sendable {
  let descriptor: FileDescriptor

  /// One that an epoll set waits for, or one that blocks whoever drains it.
  package init(blocks: Bool = false) throws(LocalFailure) {
    let flags = Int32(EFD_CLOEXEC) | (blocks ? 0 : Int32(EFD_NONBLOCK))
    do {
      descriptor = FileDescriptor(owning: try systemCall("eventfd") { eventfd(0, flags) })
    } catch {
      throw error.localFailure
    }
  }

  /// What an epoll set waits for.
  package var rawValue: Int32 { descriptor.rawValue }

  /// Wakes whoever waits.
  package borrowing func signal() {
    // Fails only when the counter is full, and then whoever waits is awake.
    _ = eventfd_write(descriptor.rawValue, 1)
  }

  /// Takes the signals away; waits for one where made to block.
  package borrowing func drain() {
    var count: eventfd_t = 0
    _ = try? systemCall("eventfd_read") { eventfd_read(descriptor.rawValue, &count) }
  }
}
