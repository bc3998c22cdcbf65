import Wire

extension IPAddress {
  /// The address as one peer: without its zone, which sockets don't always show.
  var peer: IPAddress {
    guard case .v6(let v6, _) = self else { return self }
    return .v6(v6, zone: nil)
  }

  /// The /64 of IPv6 that the address is in, where one device can have any address, and at home all
  /// devices have theirs; `nil` for IPv4 and for this machine itself.
  var peerNetwork: IPAddress? {
    guard case .v6(let v6, _) = self, scope != .loopback else { return nil }
    return .v6(IPv6Address(high: v6.high, low: 0), zone: nil)
  }
}
