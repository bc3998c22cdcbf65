public import Networking
import Wire

extension SimulatedTopology {
  /// A home on one wired interface, `eth0`, its router the gateway and resolver.
  ///
  /// `responders` gives each device its UDP services.
  public init(
    home: SimulatedHome,
    impairment: Impairment = .none,
    responders: (SimulatedDevice) -> [any Responder] = { _ in [] }
  ) {
    let hosts = home.devices.map { SimulatedHost($0, responders: responders($0)) }
    let router = home.router.map { IPAddress.v4($0.address) }
    self.init(
      links: [
        SimulatedLink(interface: home.interface, hosts: hosts, impairment: impairment)
      ],
      gateways: router.map { [Gateway(address: $0, interface: home.interface.index)] } ?? [],
      resolvers: router.map { [$0] } ?? []
    )
  }
}

extension SimulatedHome {
  /// The scanner's interface in the home.
  public var interface: Interface {
    Interface(
      index: 2,
      name: "eth0",
      mac: scannerMAC,
      ipv4: [Interface.IPv4(address: scannerAddress, prefix: prefix)],
      ipv6: [Interface.IPv6(address: scannerLinkLocal, prefixLength: 64)]
    )
  }

  private var scannerLinkLocal: IPv6Address {
    IPv6Address(high: 0xFE80_0000_0000_0000, low: scannerMAC.rawValue)
  }
}
