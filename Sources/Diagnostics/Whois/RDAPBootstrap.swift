internal import Wire

/// IANA's list of which server answers for what (RFC 9224).
struct RDAPBootstrap: Sendable {
  /// The lists that there are.
  enum List: String, Sendable {
    case dns, ipv4, ipv6, asn

    /// The one that knows of the subject.
    init(_ subject: RegistrySubject) {
      self =
        switch subject {
        case .domain: .dns
        case .address(.v4), .network(.v4): .ipv4
        case .address(.v6), .network(.v6): .ipv6
        case .system: .asn
        }
    }
  }

  private var services: [(entries: [String], servers: [String])] = []

  /// Reads a list; `nil` where it is none.
  init?(_ bytes: [UInt8]) {
    guard let tree = JSONTree(bytes), case .list(let all) = tree["services"] else { return nil }
    for service in all {
      let servers = service[1].list.prefix(8).compactMap(\.text)
        .filter { $0.hasPrefix("https://") || $0.hasPrefix("http://") }
      services.append((service[0].list.compactMap(\.text), servers))
    }
  }

  /// The servers of whoever answers for the subject, those over TLS first: the most specific entry
  /// counts.
  func servers(for subject: RegistrySubject) -> [String] {
    var best: (weight: Int, servers: [String]) = (-1, [])
    for service in services {
      for entry in service.entries {
        guard let weight = Self.weight(entry, subject), weight > best.weight else { continue }
        best = (weight, service.servers)
      }
    }
    return best.servers.filter { $0.hasPrefix("https:") }
      + best.servers.filter { !$0.hasPrefix("https:") }
  }

  /// How specifically an entry matches; `nil` where it doesn't.
  private static func weight(_ entry: String, _ subject: RegistrySubject) -> Int? {
    switch subject {
    case .domain(let name):
      let zone = entry.lowercased()
      return name == zone || name.hasSuffix("." + zone) ? zone.utf8.count : nil
    case .address(.v4(let address)):
      guard let prefix = IPv4Prefix(entry), prefix.contains(address) else { return nil }
      return prefix.length
    case .address(.v6(let address, _)):
      guard let prefix = IPv6Prefix(entry), prefix.contains(address) else { return nil }
      return prefix.length
    case .network(let network):
      guard let prefix = IPPrefix(entry), prefix.length <= network.length,
        prefix.contains(network.base)
      else { return nil }
      return prefix.length
    case .system(let number):
      let ends = entry.split(separator: "-").compactMap { UInt32($0) }
      guard let first = ends.first, let last = ends.last, first <= number, number <= last else {
        return nil
      }
      return Int(UInt32.max - (last - first))
    }
  }
}
