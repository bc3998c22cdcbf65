import Networking
import Wire

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
