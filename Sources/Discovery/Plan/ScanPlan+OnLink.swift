import Networking
package import Wire

extension ScanPlan {
  /// Whether a datagram from the address can have come from a device of the networks scanned.
  ///
  /// Anybody can put any sender into a multicast; only an address that the scan is about is believed
  /// to have answered, one of this machine's own, or an IPv6 address on a link where IPv6 is used.
  func isOnLink(_ address: IPAddress, interface index: UInt32) -> Bool {
    switch address.scope {
    case .unspecified, .multicast, .reserved: return false
    case .loopback, .linkLocal, .privateUse, .global: break
    }
    switch address {
    case .v4(let v4):
      return isOwn(address) || covers(v4, on: index)
    case .v6(let v6, _):
      return interface(index)?.ipv6.contains {
        v6.scope == .linkLocal || v6.shares($0.prefixLength, leadingBitsWith: $0.address)
      } ?? false
    }
  }

  /// Whether the address is on a network of the plan that the interface leads to: one that is swept,
  /// or one that is only listened to.
  func covers(_ address: IPv4Address, on index: UInt32) -> Bool {
    if targets.contains(where: { $0.interface.index == index }) {
      return targets.contains { $0.interface.index == index && $0.prefix.contains(address) }
    }
    return interface(index)?.ipv4.contains { $0.prefix.contains(address) } == true
  }

  /// The interface with that index, if its multicast is used.
  func interface(_ index: UInt32) -> Interface? {
    interfaces.first { $0.index == index }
  }

  /// Whether the address is one of this machine's own.
  package func isOwn(_ address: IPAddress) -> Bool {
    switch address {
    case .v4(let address):
      interfaces.contains { $0.ipv4.contains { $0.address == address } }
        || targets.contains { $0.ownAddress == address }
    case .v6(let address, _):
      interfaces.contains { $0.ipv6.contains { $0.address == address } }
    }
  }
}

extension IPv6Address {
  /// Whether the first `count` bits are the same.
  package func shares(_ count: Int, leadingBitsWith other: IPv6Address) -> Bool {
    let different =
      high != other.high
      ? (high ^ other.high).leadingZeroBitCount
      : 64 + (low ^ other.low).leadingZeroBitCount
    return different >= count
  }
}
