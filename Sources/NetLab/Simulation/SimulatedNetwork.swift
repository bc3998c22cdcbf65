public import Networking

/// A network in memory, on a virtual clock: the same topology and seed give the same run.
///
/// Hosts answer ARP, ICMP, UDP and TCP as a kernel does; frames are lost and delayed by a seeded
/// generator; the scanner's neighbour table fills up, forgets and fails like Linux's own. Nothing
/// leaves the process.
public struct SimulatedNetwork: VirtualNetwork {
  /// What is simulated.
  public let topology: SimulatedTopology
  /// What decides losses and delays.
  public let seed: UInt64
  private let record = Record()

  private final class Record: Sendable {
    let traffic = Lock(TrafficLedger())
  }

  /// The network of the topology.
  public init(_ topology: SimulatedTopology, seed: UInt64 = 1) {
    self.topology = topology
    self.seed = seed
  }

  /// Runs a machine until it is done, its time is over, or `interrupt` says so.
  public func runToEnd<Machine: NetworkMachine>(
    _ machine: Machine,
    limit: Duration,
    until interrupt: (MonotonicTime, Machine.Output) -> Bool
  ) -> SimulatedRun<Machine.Output> {
    var kernel = SimulatedKernel(topology, seed: seed)
    var run = kernel.run(machine, limit: limit, until: interrupt)
    run.counters = kernel.counters
    record.traffic.withLock { $0.merge(kernel.traffic) }
    return run
  }

  /// The topology as the scanner is told of it.
  public func configuration() async throws(LocalFailure) -> NetworkConfiguration {
    topology.configuration
  }

  /// What the runs that have ended sent.
  public func traffic() async -> TrafficLedger {
    record.traffic.withLock { $0 }
  }
}
