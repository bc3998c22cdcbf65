internal import Networking
internal import Wire

extension Sequence<Interface> {
  /// Whether an address is one of this machine's own.
  func have(_ address: IPAddress) -> Bool {
    contains { interface in
      switch address {
      case .v4(let address): interface.ipv4.contains { $0.address == address }
      case .v6(let address, _): interface.ipv6.contains { $0.address == address }
      }
    }
  }

  /// Whether an address is on a network that this machine is on; those of links are not told apart.
  func reach(_ address: IPAddress) -> Bool {
    contains { interface in
      switch address {
      case .v4(let address):
        // A /32 is an address alone, no network.
        interface.ipv4.contains { $0.prefix.length < 32 && $0.prefix.contains(address) }
      case .v6(let address, _):
        interface.ipv6.contains {
          $0.prefixLength < 128 && address.scope != .linkLocal
            && IPv6Prefix($0.address, length: $0.prefixLength).contains(address)
        }
      }
    }
  }

  /// Whether a resolver is somebody's on the Internet, who isn't told what this home looks like.
  ///
  /// Routers announce their own global address as the resolver (RFC 8106): that is the home's.
  func leaveHome(to resolver: IPAddress) -> Bool {
    resolver.scope == .global && !have(resolver) && !reach(resolver)
  }
}
