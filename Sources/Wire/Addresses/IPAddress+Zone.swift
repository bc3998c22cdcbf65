extension IPAddress {
  /// The address without the interface that it belongs to: ICMP does not quote that.
  package var withoutZone: IPAddress {
    switch self {
    case .v4: self
    case .v6(let address, _): .v6(address, zone: nil)
    }
  }
}
