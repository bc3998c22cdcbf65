import Networking
import Wire

/// An echo that a check asks for.
struct EchoRequest: Hashable, Sendable {
  /// The asker's number for it.
  var id: UInt64
  /// Who is asked.
  var target: IPAddress
  /// How long an answer is waited for.
  var timeout: Duration
}

/// What came of an echo.
enum EchoOutcome: Hashable, Sendable {
  /// It came back after that time, by the kernel's clock.
  case answered(Duration)
  /// Nothing came back in time.
  case silent
  /// A router, or the kernel on behalf of ARP or NDP, says that it can't be reached.
  case unreachable(PathObstacle, from: IPAddress)
  /// This machine didn't send it.
  case notSent(LocalFailure)
}

/// The way of requests from tasks to the machine on the network's thread.
///
/// A machine can't be called from outside: it takes what waits here whenever it wakes.
final class EchoQueue: Sendable {
  private struct State {
    var waiting: [EchoRequest] = []
    /// Whether a machine takes requests.
    var isServed = false
    /// The number of the machine that does.
    var machine = 0
  }

  /// What became of a request.
  enum Addition: Hashable {
    /// A machine will take it.
    case waits
    /// It waits for a machine with that number, which has to be started.
    case needsMachine(Int)
    /// Too many wait.
    case full
  }

  /// Twice as many as a home may have monitors.
  static let most = 20_000

  private let state = Lock(State())

  /// Adds a request.
  func add(_ request: EchoRequest) -> Addition {
    state.withLock { state in
      guard state.waiting.count < Self.most else { return .full }
      state.waiting.append(request)
      if state.isServed { return .waits }
      state.isServed = true
      state.machine += 1
      return .needsMachine(state.machine)
    }
  }

  /// Takes what waits.
  func take() -> [EchoRequest] {
    state.withLock { state in
      let all = state.waiting
      state.waiting.removeAll(keepingCapacity: true)
      return all
    }
  }

  /// Ends the service of a machine unless something waits; whether it ended.
  func close(_ machine: Int) -> Bool {
    state.withLock { state in
      guard state.machine == machine, state.waiting.isEmpty else { return false }
      state.isServed = false
      return true
    }
  }

  /// Notes that a machine is over; whether it was before it had closed the queue.
  func end(_ machine: Int) -> Bool {
    state.withLock { state in
      guard state.machine == machine, state.isServed else { return false }
      state.isServed = false
      state.waiting.removeAll()
      return true
    }
  }
}
