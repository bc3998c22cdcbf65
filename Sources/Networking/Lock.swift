internal import CLock

/// A value that threads share, one at a time, behind a POSIX mutex.
///
/// The one kind of lock in this project. `Synchronization.Mutex` does the same, but on Linux it is a bare
/// futex, which the thread sanitizer doesn't know: it reports a race on every value that two threads
/// touch under one (tried with Swift 6.3.1), where it says nothing of this one. Lint forbids it.
// Sendable by hand because the value is touched with the mutex held only.
package final class Lock<Value: ~Copyable & Sendable>: @unchecked Sendable {
  private let mutex = homenet_lock_create()
  private var value: Value

  /// Guards the value.
  package init(_ value: consuming Value) { self.value = value }

  deinit { homenet_lock_destroy(mutex) }

  /// Lends the value to the closure, which must neither block nor take the lock again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    homenet_lock_take(mutex)
    defer { homenet_lock_release(mutex) }
    return try body(&value)
  }
}
