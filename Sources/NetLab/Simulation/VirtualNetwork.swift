public import Networking

/// A network in memory, on a virtual clock: the same network and seed give the same run.
public protocol VirtualNetwork: Network {
  /// Runs a machine until it is done, but no longer than the limit of virtual time.
  ///
  /// `interrupt` looks at each output and may end the run.
  func runToEnd<Machine: NetworkMachine>(
    _ machine: Machine,
    limit: Duration,
    until interrupt: (MonotonicTime, Machine.Output) -> Bool
  ) -> SimulatedRun<Machine.Output>
}

extension VirtualNetwork {
  /// Runs a machine until it is done, or ten minutes of virtual time are over.
  public func runToEnd<Machine: NetworkMachine>(
    _ machine: Machine
  ) -> SimulatedRun<Machine.Output> {
    runToEnd(machine, limit: .seconds(600))
  }

  /// Runs a machine until it is done, or the limit of virtual time is reached.
  public func runToEnd<Machine: NetworkMachine>(
    _ machine: Machine,
    limit: Duration
  ) -> SimulatedRun<Machine.Output> {
    runToEnd(machine, limit: limit) { _, _ in false }
  }

  /// Runs a machine until it is done, ten minutes are over, or `interrupt` says so.
  public func runToEnd<Machine: NetworkMachine>(
    _ machine: Machine,
    until interrupt: (MonotonicTime, Machine.Output) -> Bool
  ) -> SimulatedRun<Machine.Output> {
    runToEnd(machine, limit: .seconds(600), until: interrupt)
  }

  /// Runs a machine as fast as the processor allows; the clock stays virtual.
  public func run<Machine: NetworkMachine>(_ machine: Machine) -> AsyncStream<Machine.Output> {
    let (stream, continuation) = AsyncStream<Machine.Output>.makeStream()
    let task = Task {
      _ = runToEnd(machine) { _, output in
        continuation.yield(output)
        return Task.isCancelled
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
