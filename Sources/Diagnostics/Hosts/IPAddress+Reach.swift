import Model
import Networking
package import Wire

extension IPAddress {
  /// IPv4 or IPv6.
  var family: AddressFamily { v4 == nil ? .v6 : .v4 }

  /// Whether it is of a family; `nil` for any.
  func isOf(_ family: AddressFamily?) -> Bool { family == nil || family == self.family }
}

extension [IPAddress] {
  /// A host with dozens of addresses is unlikely to answer at the fifth when four have failed.
  private static var mostTried: Int { 4 }

  /// The first four addresses in the system's order, with the families interleaved (RFC 8305,
  /// section 4).
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
  /// Whether it is an IPv6 link-local address without a zone (RFC 4007).
  package var lacksZone: Bool {
    guard case .v6(let address, nil) = self else { return false }
    return address.scope == .linkLocal
  }
}

extension DiagnosticError {
  /// The error for a link-local address without a zone.
  package static func lacksZone(_ address: IPAddress) -> DiagnosticError {
    .usage(Message(.errorLacksZone, ["address": "\(address)"]))
  }
}

extension Sequence<Interface> {
  /// Whether an interface has the address.
  func have(_ address: IPAddress) -> Bool {
    contains { interface in
      switch address {
      case .v4(let address): interface.ipv4.contains { $0.address == address }
      case .v6(let address, _): interface.ipv6.contains { $0.address == address }
      }
    }
  }

  /// Whether an address is on-link by prefix; never for link-local ones of IPv6.
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

  /// Whether a resolver is outside the home, and must not learn its names.
  ///
  /// A router that announces its own global address as resolver (RFC 8106) is on-link.
  func leaveHome(to resolver: IPAddress) -> Bool {
    resolver.scope == .global && !have(resolver) && !reach(resolver)
  }
}
