package import Networking

/// Calls that block and can't be interrupted, on threads of their own, at most so many at one time.
///
/// A cancelled caller returns at once; its thread counts until the call ends, so that hanging calls
/// don't pile up.
package final class BlockingCalls: Sendable {
  private struct Job: Sendable {
    var isWanted: @Sendable () -> Bool
    var run: @Sendable () -> Void
    var fail: @Sendable (LocalFailure) -> Void
  }

  private struct State: Sendable {
    var threads = 0
    var waiting: [Job] = []
  }

  private let name: String
  private let most: Int
  private let state = Lock(State())

  /// At most `most` calls at one time, on threads with that name.
  package init(name: String, most: Int) {
    self.name = name
    self.most = most
  }

  /// Makes a call as soon as there is a thread for it.
  ///
  /// - Returns: What it returned, or why there is no thread; `nil` where the task was cancelled before.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Result<Value, LocalFailure>? {
    let call = Call<Value>()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard call.begin(continuation) else { return }
        submit(
          Job(
            isWanted: { call.isWaitedFor },
            run: { call.end(.success(body())) },
            fail: { call.end(.failure($0)) }
          )
        )
      }
    } onCancel: {
      call.end(nil)
      state.withLock { state in state.waiting.removeAll { !$0.isWanted() } }
    }
  }

  /// How many wait for a thread.
  var waitingCount: Int { state.withLock(\.waiting.count) }

  private func submit(_ job: Job) {
    let hasRoom = state.withLock { state in
      guard state.threads < most else {
        state.waiting.append(job)
        return false
      }
      state.threads += 1
      return true
    }
    guard hasRoom else { return }
    do throws(LocalFailure) {
      try SystemThread.start(name: name) { self.work(job) }
    } catch {
      job.fail(error)
      // The waiting jobs would get no thread either.
      while let next = next() { next.fail(error) }
    }
  }

  private func work(_ first: Job) {
    var job = first
    while true {
      job.run()
      guard let next = next() else { return }
      job = next
    }
  }

  /// The next job for a thread; `nil` where there is none, and the thread's room is free again.
  private func next() -> Job? {
    state.withLock { state in
      while !state.waiting.isEmpty {
        let job = state.waiting.removeFirst()
        if job.isWanted() { return job }
      }
      state.threads -= 1
      return nil
    }
  }

  /// A call and its caller, resumed once: when the call ends or the task is cancelled.
  private final class Call<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, LocalFailure>?

    private enum State {
      case new
      case waitedFor(CheckedContinuation<Outcome, Never>)
      case over
    }

    private let state = Lock(State.new)

    var isWaitedFor: Bool {
      state.withLock { if case .waitedFor = $0 { true } else { false } }
    }

    /// Stores the continuation; false where the task is already cancelled.
    func begin(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
      let isOver = state.withLock { state in
        if case .over = state { return true }
        state = .waitedFor(continuation)
        return false
      }
      if isOver { continuation.resume(returning: nil) }
      return !isOver
    }

    func end(_ outcome: Outcome) {
      let before = state.withLock { state in
        defer { state = .over }
        return state
      }
      if case .waitedFor(let continuation) = before {
        continuation.resume(returning: outcome)
      }
    }
  }
}
