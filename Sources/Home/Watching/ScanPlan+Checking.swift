import Discovery
import Networking
import Wire

extension ScanPlan {
  /// A scan that looks for one host alone, at those of its addresses that are on networks of the plan;
  /// `nil` where none is.
  ///
  /// Of IPv6 those that a home gives itself: nothing is sent to public ones.
  func checking(
    _ addresses: [IPAddress],
    isPhone: Bool = false,
    mac: (IPAddress) -> MACAddress?
  ) -> ScanPlan? {
    var plan = self
    plan.lasting = .zero
    plan.timeout = .seconds(15)
    plan.settled = SettledHosts()
    plan.asksEverybody = false
    (plan.targets, plan.interfaces) = ([], [])
    for address in addresses where mayAsk(address) {
      switch address {
      case .v4(let v4):
        // A cable and Wi-Fi may lead to one network, and what is on it answers over one of them only.
        for var target in targets where target.prefix.contains(v4) {
          let index = target.interface.index
          let isAsked = plan.checked.contains { $0.address == address && $0.interface == index }
          if isAsked { continue }
          target.prefix = IPv4Prefix(v4, length: 32)
          // IPv6 neighbours are not targets.
          target.interface.ipv6 = []
          plan.targets.append(target)
          plan.check(address, mac(address), on: target.interface)
        }
      case .v6(let v6, let zone):
        guard v6.scope == .linkLocal || v6.scope == .privateUse,
          var leading = interface(to: v6, zone)
        else { continue }
        leading.ipv4 = []
        let scoped = IPAddress.v6(v6, zone: v6.scope == .linkLocal ? leading.name : nil)
        plan.check(scoped, mac(address), on: leading)
      }
    }
    for place in plan.checked.indices { plan.checked[place].isPhone = isPhone }
    return plan.checked.isEmpty ? nil : plan
  }

  /// Looks for an address, too, on an interface with the families that are needed for it.
  private mutating func check(_ address: IPAddress, _ mac: MACAddress?, on interface: Interface) {
    checked.append(CheckedAddress(address, interface: interface.index, mac: mac))
    guard let place = interfaces.firstIndex(where: { $0.index == interface.index }) else {
      interfaces.append(interface)
      return
    }
    if interfaces[place].ipv4.isEmpty { interfaces[place].ipv4 = interface.ipv4 }
    if interfaces[place].ipv6.isEmpty { interfaces[place].ipv6 = interface.ipv6 }
  }

  /// The interface on whose link an IPv6 address is.
  private func interface(to address: IPv6Address, _ zone: String?) -> Interface? {
    interfaces.first { own in
      // A zone says only of link-local addresses on which link they are (RFC 4007, section 6).
      address.scope == .linkLocal
        ? own.name == zone
        : own.ipv6.contains { address.shares($0.prefixLength, leadingBitsWith: $0.address) }
    }
  }
}
