extension IPAddress {
  /// The address without its zone: the interface, whose name has a meaning on this machine only.
  package var withoutZone: IPAddress {
    switch self {
    case .v4: self
    case .v6(let address, _): .v6(address, zone: nil)
    }
  }
}
