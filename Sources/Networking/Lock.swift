internal import Glibc

/// A value that threads share, one at a time, behind a POSIX mutex.
///
/// The one kind of lock in this project. `Synchronization.Mutex` does the same, but on Linux it is a bare
/// futex, which the thread sanitizer doesn't know: it reports a race on every value that two threads
/// touch under one (tried with Swift 6.3.1), where it says nothing of this one. Lint forbids it.
// Sendable by hand because the value is touched with the mutex held only.
package final class Lock<Value: ~Copyable & Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  /// Guards the value.
  package init(_ value: consuming Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    // With default attributes it can't fail on Linux.
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Lends the value to the closure, which must neither block nor take the lock again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
