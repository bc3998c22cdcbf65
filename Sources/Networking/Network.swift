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
