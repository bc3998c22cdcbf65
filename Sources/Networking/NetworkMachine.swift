/// A protocol engine without I/O: events in, requests and outputs out, the clock handed in.
///
/// The same machine runs on the reactor's thread against the kernel and, in tests, against a
/// simulated network on a virtual clock. It must not block.
public protocol NetworkMachine<Output>: Sendable {
  /// What it produces.
  associatedtype Output: Sendable

  /// Called once, before any event.
  mutating func start(_ port: inout NetworkPort<Output>)

  /// Takes one event.
  mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>)
}

/// Where a machine puts what it wants done and what it has found, during one call.
public struct NetworkPort<Output: Sendable>: Sendable {
  /// The present.
  public let now: MonotonicTime
  /// What was asked for in this call, in order.
  public private(set) var requests: [NetworkRequest] = []
  /// What was produced in this call, in order.
  public private(set) var outputs: [Output] = []
  /// Whether the machine has said that it is done.
  public private(set) var isFinished = false

  /// An empty port at the present moment.
  public init(now: MonotonicTime) {
    self.now = now
  }

  /// Asks the network for something.
  public mutating func request(_ request: NetworkRequest) {
    requests.append(request)
  }

  /// Produces something.
  public mutating func output(_ output: Output) {
    outputs.append(output)
  }

  /// Says that the machine is done: its sockets are closed and its outputs end.
  public mutating func finish() {
    isFinished = true
  }
}
