import Networking
import Wire

/// A network that has a configuration and sends nothing.
struct StubNetwork: Network {
  var reading: Result<NetworkConfiguration, LocalFailure>

  init(_ configuration: NetworkConfiguration = .home()) { reading = .success(configuration) }

  init(failing failure: LocalFailure) { reading = .failure(failure) }

  func configuration() async throws(LocalFailure) -> NetworkConfiguration { try reading.get() }

  func run<Machine: NetworkMachine>(_ machine: Machine) -> AsyncStream<Machine.Output> {
    AsyncStream { $0.finish() }
  }

  func traffic() async -> TrafficLedger { TrafficLedger() }
}

extension NetworkConfiguration {
  /// A machine at 192.168.1.10 with a cable, a router and a resolver.
  static func home(
    isUp: Bool = true,
    hasCarrier: Bool = true,
    hasAddress: Bool = true,
    gateways: [IPAddress] = [.v4(IPv4Address(192, 168, 1, 1))],
    resolvers: [IPAddress] = [.v4(IPv4Address(192, 168, 1, 1))]
  ) -> NetworkConfiguration {
    let address = Interface.IPv4(
      address: IPv4Address(192, 168, 1, 10),
      prefix: IPv4Prefix(IPv4Address(192, 168, 1, 0), length: 24)
    )
    return NetworkConfiguration(
      interfaces: [
        Interface(index: 1, name: "lo", isLoopback: true),
        Interface(
          index: 2,
          name: "eth0",
          isUp: isUp,
          hasCarrier: hasCarrier,
          ipv4: hasAddress ? [address] : []
        ),
      ],
      gateways: gateways.map { Gateway(address: $0, interface: 2) },
      resolvers: resolvers
    )
  }
}
