import Dispatch
import Networking

/// Runs calls that block one after another, on a thread that may block.
///
/// A call is queued before its caller goes on, so that what is written later is written later.
package final class BlockingQueue: Sendable {
  /// Serial; it borrows a thread while there is something to do.
  private let queue: DispatchQueue

  /// A queue of its own.
  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  /// Runs the work after everything that was queued before it.
  package func enqueue<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) -> Task<Result<Value, Failure>, Never> {
    let result = Pending<Result<Value, Failure>>()
    queue.async {
      result.fulfil(Result { () throws(Failure) in try work() })
    }
    return Task { await result.value }
  }

  /// Runs the work after everything that was queued before it, and returns what came of it.
  package func call<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await enqueue(work).value.get()
  }

  /// A future for one waiter.
  private final class Pending<Value: Sendable>: Sendable {
    private enum State {
      case new
      case waitedFor(CheckedContinuation<Value, Never>)
      case there(Value)
    }

    private let state = Lock(State.new)

    func fulfil(_ value: Value) {
      let before = state.withLock { state in
        defer { state = .there(value) }
        return state
      }
      if case .waitedFor(let continuation) = before { continuation.resume(returning: value) }
    }

    var value: Value {
      get async {
        await withCheckedContinuation { continuation in
          let there: Value? = state.withLock { state in
            if case .there(let value) = state { return value }
            state = .waitedFor(continuation)
            return nil
          }
          if let there { continuation.resume(returning: there) }
        }
      }
    }
  }
}
