public import Net

/// Routers and hosts in memory, on a virtual clock, for path probes.
///
/// The same topology and seed give the same run. Nothing leaves the process.
public struct RoutedNetwork: Network {
  /// What is simulated.
  public let topology: RoutedTopology
  /// What decides losses and delays.
  public let seed: UInt64

  /// The network of the topology.
  public init(_ topology: RoutedTopology, seed: UInt64 = 1) {
    self.topology = topology
    self.seed = seed
  }

  /// Runs a machine until it is done, but no longer than the limit of virtual time.
  ///
  /// `interrupt` looks at each output and may end the run.
  public func runToEnd<Machine: NetworkMachine>(
    _ machine: Machine,
    limit: Duration = .seconds(600),
    until interrupt: (MonotonicTime, Machine.Output) -> Bool = { _, _ in false }
  ) -> SimulatedRun<Machine.Output> {
    var machine = machine
    var kernel = RoutedKernel(topology, seed: seed)
    var run = SimulatedRun<Machine.Output>()
    var isOver = false
    func take(_ port: NetworkPort<Machine.Output>) {
      for request in port.requests { kernel.perform(request) }
      for output in port.outputs where !isOver {
        run.outputs.append((port.now, output))
        isOver = interrupt(port.now, output)
      }
      if port.isFinished {
        run.finishedAt = port.now
        isOver = true
      }
    }
    var port = NetworkPort<Machine.Output>(now: kernel.now)
    machine.start(&port)
    take(port)
    let end = kernel.now + limit
    while !isOver, let event = kernel.nextEvent(before: end) {
      var port = NetworkPort<Machine.Output>(now: kernel.now)
      machine.handle(event, &port)
      take(port)
    }
    run.traffic = kernel.traffic
    run.sent = kernel.sent
    return run
  }

  /// An empty machine: routes are all that there is.
  public func configuration() async throws(LocalFailure) -> NetworkConfiguration {
    NetworkConfiguration(interfaces: [], gateways: [], resolvers: [])
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

  /// Nothing is kept from one run to the next.
  public func traffic() async -> TrafficLedger { TrafficLedger() }
}
