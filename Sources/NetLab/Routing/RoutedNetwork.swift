public import Networking

/// Routers and hosts in memory, on a virtual clock, for path probes.
///
/// The same topology and seed give the same run. Nothing leaves the process.
public struct RoutedNetwork: VirtualNetwork {
  /// What is simulated.
  public let topology: RoutedTopology
  /// What decides losses and delays.
  public let seed: UInt64

  /// The network of the topology.
  public init(_ topology: RoutedTopology, seed: UInt64 = 1) {
    self.topology = topology
    self.seed = seed
  }

  /// Runs a machine until it is done, its time is over, or `interrupt` says so.
  public func runToEnd<Machine: NetworkMachine>(
    _ machine: Machine,
    limit: Duration,
    until interrupt: (MonotonicTime, Machine.Output) -> Bool
  ) -> SimulatedRun<Machine.Output> {
    var kernel = RoutedKernel(topology, seed: seed)
    return kernel.run(machine, limit: limit, until: interrupt)
  }

  /// An empty machine: routes are all that there is.
  public func configuration() async throws(LocalFailure) -> NetworkConfiguration {
    NetworkConfiguration(interfaces: [], gateways: [], resolvers: [])
  }

  /// Nothing is kept from one run to the next.
  public func traffic() async -> TrafficLedger { TrafficLedger() }
}
