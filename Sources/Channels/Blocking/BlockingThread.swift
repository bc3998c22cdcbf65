internal import Glibc
internal import Networking

/// Threads for calls that block, so that none blocks the cooperative pool.
enum BlockingThread {
  /// As many may run at once: one for each channel of a home, and more than that is a fault.
  private static let most = 16
  private static let running = Lock(0)

  /// What the call gives, from a thread of its own; `nil` where there is no thread to be had.
  static func run<Value: Sendable>(_ call: @escaping @Sendable () -> Value) async -> Value? {
    let isFree = running.withLock { running in
      guard running < most else { return false }
      running += 1
      return true
    }
    guard isFree else { return nil }
    defer { running.withLock { $0 -= 1 } }
    return await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
      let isStarted = start { continuation.resume(returning: call()) }
      if !isStarted { continuation.resume(returning: nil) }
    }
  }

  /// Starts a thread that nobody joins; whether there is one.
  private static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(body))
    let number = pthread_create(
      &thread,
      &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      },
      start.toOpaque()
    )
    guard number == 0 else {
      start.release()
      return false
    }
    return true
  }

  private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
