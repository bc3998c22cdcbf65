import Networking
package import Wire

extension IPAddress {
  /// IPv4 or IPv6.
  var family: AddressFamily { v4 == nil ? .v6 : .v4 }

  /// Whether it is of that family, or any will do.
  func isOf(_ family: AddressFamily?) -> Bool { family == nil || family == self.family }
}

extension [IPAddress] {
  /// A host with dozens of addresses is unlikely to answer at the fifth when four have failed.
  private static var mostTried: Int { 4 }

  /// The first four addresses, in the order in which connecting to them is tried.
  ///
  /// That is the system's order, but with the families in turn: an address family without a route is
  /// then tried first once only (RFC 8305, section 4).
  var inConnectingOrder: [IPAddress] {
    guard let family = first?.family else { return [] }
    let (preferred, others) = (filter { $0.family == family }, filter { $0.family != family })
    var ordered: [IPAddress] = []
    for index in preferred.indices {
      ordered.append(preferred[index])
      if index < others.count { ordered.append(others[index]) }
    }
    return [IPAddress]((ordered + others.dropFirst(preferred.count)).prefix(Self.mostTried))
  }
}

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
