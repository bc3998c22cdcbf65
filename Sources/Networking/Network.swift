/// The one way to the network: the kernel's, or a simulated one.
public protocol Network: Sendable {
  /// Interfaces, default gateways and resolvers as they are now.
  func configuration() async throws(LocalFailure) -> NetworkConfiguration

  /// Runs a machine until it says that it is done, or until the stream's reader stops listening or
  /// its task is cancelled; either closes all of the machine's sockets at once.
  func run<Machine: NetworkMachine>(_ machine: Machine) -> AsyncStream<Machine.Output>

  /// What has been sent so far by everything that ran here.
  func traffic() async -> TrafficLedger
}

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

/// A moment on a clock that only goes forward, with nanosecond resolution.
///
/// The origin is the network's own (boot for the real one, the start of a simulation); machines are
/// handed the present and never read a clock.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since the origin.
  public let nanoseconds: Int64

  /// The moment that many nanoseconds after the origin.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Earlier before later.
  public static func < (left: Self, right: Self) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The moment a duration later; the last one that there is where that lies beyond it.
  public static func + (time: Self, duration: Duration) -> Self {
    let nanoseconds = duration.wholeNanoseconds
    let (sum, overflows) = time.nanoseconds.addingReportingOverflow(nanoseconds)
    return MonotonicTime(nanoseconds: overflows ? (nanoseconds < 0 ? .min : .max) : sum)
  }

  /// How much later the left moment is.
  public static func - (left: Self, right: Self) -> Duration {
    let (difference, overflows) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
    return .nanoseconds(overflows ? (left < right ? .min : .max) : difference)
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded towards zero; at most 292 years either way.
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, exceeds) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || exceeds ? (seconds < 0 ? .min : .max) : sum
  }

  /// The duration in milliseconds.
  public var milliseconds: Double {
    Double(wholeNanoseconds) / 1_000_000
  }
}
