internal import CShims
internal import Glibc
public import Networking

/// A thread of the system's own, for what must not run on the cooperative pool: blocking calls, and
/// everything whose namespace matters, which belongs to a thread.
public enum SystemThread {
  private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }

  /// Starts a detached thread; `name` is what `ps -L` shows, at most 15 bytes.
  public static func start(
    name: String,
    _ body: @escaping @Sendable () -> Void
  ) throws(LocalFailure) {
    let thread = try create(name: name, body)
    pthread_detach(thread)
  }

  /// Runs a closure on a thread of its own and waits for it: blocks the caller.
  public static func run<Value: Sendable, Failure: Error>(
    name: String,
    failing: Failure.Type = Failure.self,
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) throws(LocalFailure) -> Result<Value, Failure> {
    let result = Slot<Result<Value, Failure>>()
    let thread = try create(name: name) {
      do throws(Failure) {
        result.set(.success(try body()))
      } catch {
        result.set(.failure(error))
      }
    }
    pthread_join(thread, nil)
    guard let value = result.get() else { throw .system(errno: ECANCELED, call: "pthread_join") }
    return value
  }

  private final class Slot<Value: Sendable>: Sendable {
    private let value = Lock<Value?>(nil)

    func set(_ new: Value) {
      value.withLock { $0 = new }
    }

    func get() -> Value? {
      value.withLock { $0 }
    }
  }

  private static func create(
    name: String,
    _ body: @escaping @Sendable () -> Void
  ) throws(LocalFailure) -> pthread_t {
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    let number = pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        shim_name_thread(start.name)
        start.body()
        return nil
      },
      start.toOpaque()
    )
    guard number == 0 else {
      start.release()
      throw SystemError(number: number, call: "pthread_create").localFailure
    }
    return thread
  }
}

/// A counter that wakes a thread, or an epoll set (eventfd(2)).
package struct WakeUp: ~Copyable, Sendable {
  let descriptor: FileDescriptor

  /// Non-blocking for use in an epoll set, or blocking, so that `drain` waits.
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

  /// Wakes the waiting thread.
  package borrowing func signal() {
    // Fails only when the counter is full, and then whoever waits is awake.
    _ = eventfd_write(descriptor.rawValue, 1)
  }

  /// Resets the counter; a blocking one waits for a signal first.
  package borrowing func drain() {
    var count: eventfd_t = 0
    _ = try? systemCall("eventfd_read") { eventfd_read(descriptor.rawValue, &count) }
  }
}
