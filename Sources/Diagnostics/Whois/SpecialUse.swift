public import Wire

/// What no registry has anybody's name for: answered here, and never asked of anybody.
public enum SpecialUse {
  /// What the subject is for, in words; `nil` where it may be registered.
  public static func words(_ subject: RegistrySubject) -> String? {
    switch subject {
    case .address(let address): words(address)
    case .system(let number): words(system: number)
    case .domain(let name): words(domain: name)
    }
  }

  /// What the address is for, in words; `nil` where it is one of the Internet's.
  public static func words(_ address: IPAddress) -> String? {
    switch address.scope {
    case .unspecified: return "no address"
    case .loopback: return "loopback: this machine"
    case .linkLocal: return "link-local: one link only"
    case .privateUse:
      if case .v4(let v4) = address, v4.rawValue >> 22 == 0x6440_0000 >> 22 {
        return "shared by a provider's customers (RFC 6598)"
      }
      return address.v4 == nil
        ? "unique local: private use (RFC 4193)" : "private use (RFC 1918)"
    case .multicast: return "multicast: a group"
    case .reserved: return "reserved"
    case .global: break
    }
    switch address {
    case .v4(let address): return v4.first { $0.prefix.contains(address) }?.words
    case .v6(let address, _): return v6.first { $0.prefix.contains(address) }?.words
    }
  }

  /// IANA's registry of special addresses, as far as scopes don't know them (RFC 6890).
  private static let v4: [(prefix: IPv4Prefix, words: String)] = [
    ("0.0.0.0/8", "this network"), ("192.0.0.0/24", "protocol assignments (RFC 6890)"),
    ("192.0.2.0/24", "documentation (RFC 5737)"), ("198.18.0.0/15", "benchmarks (RFC 2544)"),
    ("198.51.100.0/24", "documentation (RFC 5737)"), ("203.0.113.0/24", "documentation (RFC 5737)"),
  ]
  .compactMap { text, words in IPv4Prefix(text).map { ($0, words) } }

  private static let v6: [(prefix: IPv6Prefix, words: String)] = [
    ("2001:db8::/32", "documentation (RFC 3849)"), ("3fff::/20", "documentation (RFC 9637)"),
    ("100::/64", "discarded (RFC 6666)"), ("64:ff9b:1::/48", "local translation (RFC 8215)"),
    ("2001:2::/48", "benchmarks (RFC 5180)"), ("::ffff:0:0/96", "an IPv4 address in IPv6"),
  ]
  .compactMap { text, words in IPv6Prefix(text).map { ($0, words) } }

  /// IANA's registry of special numbers of autonomous systems.
  private static func words(system number: UInt32) -> String? {
    switch number {
    case 0: "no number (RFC 7607)"
    case 23_456: "the stand-in for long numbers (RFC 6793)"
    case 64_496...64_511, 65_536...65_551: "documentation (RFC 5398)"
    case 64_512...65_534, 4_200_000_000...4_294_967_294: "private use (RFC 6996)"
    case 65_535, .max: "reserved (RFC 7300)"
    default: nil
    }
  }

  /// Names that never are in the DNS of the Internet (RFC 6761, 6762, 7686, 8375, and ICANN).
  private static let domains: [String: String] = [
    "local": "names by mDNS (RFC 6762)", "localhost": "this machine (RFC 6761)",
    "test": "tests (RFC 6761)", "example": "examples (RFC 6761)", "invalid": "no names (RFC 6761)",
    "onion": "names within Tor (RFC 7686)", "internal": "private use (ICANN)",
    "home.arpa": "homes (RFC 8375)", "alt": "names outside the DNS (RFC 9476)",
    "lan": "private use, though nobody reserved it",
    "home": "private use, though nobody reserved it",
  ]

  private static func words(domain name: String) -> String? {
    let labels = name.split(separator: ".")
    for count in 1...2 where labels.count >= count {
      if let words = domains[labels.suffix(count).joined(separator: ".")] { return words }
    }
    return nil
  }
}
