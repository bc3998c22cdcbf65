package import Networking
package import Wire

/// Maps addresses to interfaces by the interfaces' own subnets.
///
/// A link-local address names its link by its zone; any other address is on the link whose subnet
/// holds it. Without subnets only zones tell links apart.
package struct LocalLinks: Sendable {
  private let interfaces: [Interface]

  /// The links that these interfaces lead to; by default none is known.
  package init(_ interfaces: [Interface] = []) {
    self.interfaces = interfaces
  }

  /// The name of the interface; `nil` where the address is on none of the links.
  func name(of address: IPAddress) -> String? {
    if case .v6(_, let zone?) = address { return zone }
    return interface(of: address)?.name
  }

  /// Whether hosts at the address have link addresses.
  package func hasLinkAddresses(at address: IPAddress) -> Bool {
    guard let interface = interface(of: address) else { return false }
    // A tunnel has two ends and no link addresses.
    return interface.isBroadcast && !interface.isLoopback
  }

  private func interface(of address: IPAddress) -> Interface? {
    switch address {
    case .v4(let v4):
      interfaces.first { $0.ipv4.contains { $0.prefix.contains(v4) } }
    case .v6(_, let zone?):
      interfaces.first { $0.name == zone }
    case .v6(let v6, nil):
      interfaces.first { own in
        own.ipv6.contains { v6.shares($0.prefixLength, leadingBitsWith: $0.address) }
      }
    }
  }
}

extension LocalLinks {
  /// The links of a plan.
  package init(_ plan: ScanPlan) {
    self.init(plan.interfaces)
  }

  /// The links of the networks that a scan is about.
  package init(_ networks: [NetworkReport]) {
    self.init(
      networks.compactMap { network in
        guard let prefix = network.cidr else { return nil }
        let own = Interface.IPv4(address: network.address ?? prefix.base, prefix: prefix)
        return Interface(index: 0, name: network.interface, ipv4: [own])
      }
    )
  }
}
