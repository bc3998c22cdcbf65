public import Wire

/// Special-purpose subjects, which no registry is asked about.
public enum SpecialUse {
  /// The subject's special purpose; `nil` if it may be registered.
  public static func words(_ subject: RegistrySubject) -> String? {
    switch subject {
    case .address(let address): words(address)
    case .network(let network): words(network: network)
    case .system(let number): words(system: number)
    case .domain(let name): words(domain: name)
    }
  }

  /// The address's special purpose; `nil` for a public one.
  public static func words(_ address: IPAddress) -> String? {
    guard let words = SpecialAddresses.block(of: address)?.words else { return nil }
    return SpecialAddresses.inner(of: address).map { "\(words): \($0)" } ?? words
  }

  /// The network's special purpose; `nil` if part of it is public.
  private static func words(network: IPPrefix) -> String? {
    let range = IPRange(network)
    return SpecialAddresses.all.first { block in
      block.prefix.contains(range.first) && block.prefix.contains(range.last)
    }?
    .words
  }

  /// Whether an address leads to one of the Internet's: it is one, or stands for one behind a
  /// translator, as all IPv4 addresses do in networks of IPv6 alone (RFC 6147).
  static func isInternetAddress(_ address: IPAddress) -> Bool {
    if words(address) == nil { return true }
    guard translation.contains(address), let inner = SpecialAddresses.inner(of: address) else {
      return false
    }
    return words(.v4(inner)) == nil
  }

  private static let translation = IPPrefix.v6(
    IPv6Prefix(IPv6Address(high: 0x0064_FF9B_0000_0000, low: 0), length: 96)
  )

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
    "service.arpa": "services of this network (RFC 9665)",
    "resolver.arpa": "the resolver that is asked (RFC 9462)",
    "lan": "private use, though no standard reserves it",
    "home": "private use, though no standard reserves it",
    "intranet": "private use, though no standard reserves it",
    "private": "private use, though no standard reserves it",
    "corp": "private use, though no standard reserves it",
    "localdomain": "private use, though no standard reserves it",
  ]

  private static func words(domain name: String) -> String? {
    if let words = words(reverse: name) { return words }
    let labels = name.split(separator: ".")
    for count in 1...2 where labels.count >= count {
      if let words = domains[labels.suffix(count).joined(separator: ".")] { return words }
    }
    return nil
  }
}

extension SpecialUse {
  /// The purpose of the addresses a reverse name covers (RFC 6303); `nil` for other names.
  static func words(reverse text: String) -> String? {
    guard let (first, last) = DNSName(text)?.reverseBounds,
      let begin = SpecialAddresses.block(of: first)?.words,
      let end = SpecialAddresses.block(of: last)?.words
    else { return nil }
    // `0.in-addr.arpa` begins with no address, and is this network's.
    return "reverse names: \(first.scope == .unspecified ? end : begin)"
  }
}

/// The addresses that are set apart: IANA's registries of special-purpose addresses (RFC 6890 and its
/// updates), the groups, and what RFC 4291 has given up.
enum SpecialAddresses {
  /// A range, and what it is for.
  struct Block: Sendable {
    var prefix: IPPrefix
    /// In words; `nil` for a range within a special one that is announced and registered.
    var words: String?
    /// Where an IPv4 address stands in its addresses; `nil` for nowhere.
    var inner: Inner?
  }

  /// Where an IPv4 address stands in an IPv6 address.
  enum Inner: Sendable {
    /// In the last 32 bits (RFC 4291, section 2.5.5; RFC 6052, section 2.2, for a prefix of 96 bits).
    case last
    /// Behind the first 16 bits (RFC 3056, section 2).
    case afterPrefix
  }

  /// The smallest range that holds the address; `nil` for one of the Internet's.
  static func block(of address: IPAddress) -> Block? {
    // A zone says on which link, never what for.
    all.first { $0.prefix.contains(address) }
  }

  /// The IPv4 address within one of IPv6 that a special range has room for.
  static func inner(of address: IPAddress) -> IPv4Address? {
    guard case .v6(let v6, _) = address else { return nil }
    switch block(of: address)?.inner {
    case .last: return IPv4Address(rawValue: UInt32(truncatingIfNeeded: v6.low))
    case .afterPrefix: return IPv4Address(rawValue: UInt32(truncatingIfNeeded: v6.high >> 16))
    case nil: return nil
    }
  }

  /// All of them, the smallest first.
  static let all: [Block] = (v4 + v6).compactMap { text, words, inner in
    IPPrefix(text).map { Block(prefix: $0, words: words, inner: inner) }
  }
  .sorted { $0.prefix.length > $1.prefix.length }

  typealias Row = (prefix: String, words: String?, inner: Inner?)

  static let v4: [Row] = [
    ("0.0.0.0/8", "this network (RFC 791)", nil),
    ("0.0.0.0/32", "no address", nil),
    ("10.0.0.0/8", "private use (RFC 1918)", nil),
    ("100.64.0.0/10", "shared by a provider's customers (RFC 6598)", nil),
    ("127.0.0.0/8", "loopback: this machine", nil),
    ("169.254.0.0/16", "link-local: one link only", nil),
    ("172.16.0.0/12", "private use (RFC 1918)", nil),
    ("192.0.0.0/24", "protocol assignments (RFC 6890)", nil),
    ("192.0.0.0/29", "IPv4 over an IPv6 network: DS-Lite, 464XLAT (RFC 7335)", nil),
    ("192.0.0.8/32", "the stand-in for a router without IPv4 address (RFC 7600)", nil),
    ("192.0.0.9/32", "the nearest server of port control (RFC 7723)", nil),
    ("192.0.0.10/32", "the nearest relay of TURN (RFC 8155)", nil),
    ("192.0.0.170/31", "finding out how IPv4 is translated (RFC 7050)", nil),
    ("192.0.2.0/24", "documentation (RFC 5737)", nil),
    ("192.88.99.0/24", "relays of 6to4, given up (RFC 7526)", nil),
    ("192.88.99.2/32", "relays of 6a44 (RFC 6751)", nil),
    ("192.168.0.0/16", "private use (RFC 1918)", nil),
    ("198.18.0.0/15", "benchmarks (RFC 2544)", nil),
    ("198.51.100.0/24", "documentation (RFC 5737)", nil),
    ("203.0.113.0/24", "documentation (RFC 5737)", nil),
    ("224.0.0.0/4", "multicast: a group", nil),
    ("240.0.0.0/4", "reserved", nil),
    ("255.255.255.255/32", "broadcast: all hosts on the link (RFC 919)", nil),
  ]

  static let v6: [Row] = [
    ("::/128", "no address", nil),
    ("::1/128", "loopback: this machine", nil),
    ("::/96", "an IPv4 address in IPv6, given up (RFC 4291)", .last),
    ("::ffff:0.0.0.0/96", "an IPv4 address in IPv6 (RFC 4291)", .last),
    ("64:ff9b::/96", "an IPv4 address by translation: NAT64 (RFC 6052)", .last),
    ("64:ff9b:1::/48", "local translation (RFC 8215)", nil),
    ("100::/64", "discarded (RFC 6666)", nil),
    ("100:0:0:1::/64", "the stand-in where IPv6 needs an address (RFC 9780)", nil),
    ("2001::/23", "protocol assignments (RFC 2928)", nil),
    ("2001::/32", "Teredo: IPv6 through IPv4's address translation (RFC 4380)", nil),
    ("2001:1::1/128", "the nearest server of port control (RFC 7723)", nil),
    ("2001:1::2/128", "the nearest relay of TURN (RFC 8155)", nil),
    ("2001:1::3/128", "the nearest registrar of services (RFC 9665)", nil),
    ("2001:2::/48", "benchmarks (RFC 5180)", nil),
    // Multicast relays and AS112's servers of private reverse names: both are announced.
    ("2001:3::/32", nil, nil),
    ("2001:4:112::/48", nil, nil),
    ("2001:10::/28", "ORCHID: identifiers, given up (RFC 4843)", nil),
    ("2001:20::/28", "ORCHIDv2: identifiers that nothing is sent to (RFC 7343)", nil),
    ("2001:30::/28", "identifiers of drones (RFC 9374)", nil),
    ("2001:db8::/32", "documentation (RFC 3849)", nil),
    ("2002::/16", "6to4: a network of an IPv4 address (RFC 3056)", .afterPrefix),
    ("3fff::/20", "documentation (RFC 9637)", nil),
    ("5f00::/16", "segment identifiers of SRv6 (RFC 9602)", nil),
    ("fc00::/7", "unique local: private use (RFC 4193)", nil),
    ("fe80::/10", "link-local: one link only", nil),
    ("fec0::/10", "site-local, given up (RFC 3879)", nil),
    ("ff00::/8", "multicast: a group", nil),
  ]
}
