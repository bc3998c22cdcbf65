package import Wire

extension IPAddress {
  /// Whether it is an IPv6 address that is good on one link alone, and doesn't say on which (RFC 4007).
  package var lacksZone: Bool {
    guard case .v6(let address, nil) = self else { return false }
    return address.scope == .linkLocal
  }
}

extension DiagnosticError {
  /// That such an address can't be asked.
  package static func lacksZone(_ address: IPAddress) -> DiagnosticError {
    .usage("\(address) is on every link: say on which, as in \(address)%eth0")
  }
}
