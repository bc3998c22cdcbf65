import Wire

extension IPAddress {
  /// What one peer has: an address of IPv4, or a /64 of IPv6, where it can have any address.
  var peerNetwork: IPAddress {
    guard case .v6(let v6, _) = self else { return self }
    return .v6(IPv6Address(high: v6.high, low: 0), zone: nil)
  }

  /// The address as one peer: without its zone, which sockets don't always show.
  var peer: IPAddress {
    guard case .v6(let v6, _) = self else { return self }
    return .v6(v6, zone: nil)
  }
}
