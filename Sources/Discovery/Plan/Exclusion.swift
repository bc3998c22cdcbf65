import Networking
public import Wire

/// The devices that a scan leaves alone: nothing is sent to them, and they are not listed.
///
/// A person names addresses; what the neighbour table knows of the same devices is added, so that
/// whoever names a device's IPv4 address need not find out its IPv6 ones.
public struct Exclusion: Hashable, Sendable {
  /// The ranges that were named.
  public private(set) var prefixes: [IPPrefix]
  /// The link addresses of the excluded devices, as far as they are known.
  public private(set) var links: Set<MACAddress> = []
  /// Their further IPv6 addresses, as far as they are known.
  public private(set) var learnt: Set<IPv6Address> = []

  /// More than any home has; what learns from the network is bounded.
  private static let limit = 4096

  /// The given ranges.
  public init(_ prefixes: [IPPrefix] = []) {
    self.prefixes = prefixes
  }

  /// Whether nothing may be sent to the address.
  public func contains(_ address: IPAddress) -> Bool {
    guard !prefixes.isEmpty else { return false }
    if prefixes.contains(where: { $0.contains(address) }) { return true }
    guard case .v6(let v6, _) = address else { return false }
    return learnt.contains(v6) || v6.embeddedMAC.map(links.contains) == true
  }

  /// The IPv4 ranges.
  var ipv4: [IPv4Prefix] {
    prefixes.compactMap { if case .v4(let prefix) = $0 { prefix } else { nil } }
  }

  /// Takes what the neighbour table knows; the addresses that are excluded from now on.
  ///
  /// Only from IPv4 to IPv6: a repeater answers for the IPv4 addresses of its clients, and who names
  /// an IPv6 prefix doesn't mean every device that also has an address there.
  mutating func learn(_ entries: [Neighbour]) -> [IPAddress] {
    guard !prefixes.isEmpty else { return [] }
    for entry in entries where entry.address.v4 != nil && contains(entry.address) {
      if let mac = entry.mac, mac.isUsable, links.count < Self.limit { links.insert(mac) }
    }
    var added: [IPAddress] = []
    for entry in entries {
      guard case .v6(let v6, _) = entry.address, let mac = entry.mac, links.contains(mac),
        learnt.count < Self.limit, learnt.insert(v6).inserted
      else { continue }
      added.append(entry.address)
    }
    return added
  }
}

extension IPv6Address {
  /// The link address that a modified EUI-64 interface identifier is made of (RFC 4291, appendix A).
  fileprivate var embeddedMAC: MACAddress? {
    guard low >> 24 & 0xFFFF == 0xFFFE else { return nil }
    return MACAddress(rawValue: (low >> 40 ^ 0x02_0000) << 24 | low & 0xFF_FFFF)
  }
}
