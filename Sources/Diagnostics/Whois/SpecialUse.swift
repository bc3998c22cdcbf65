public import Wire

/// What no registry has anybody's name for: answered here, and never asked of anybody.
public enum SpecialUse {
  /// What the subject is for, in words; `nil` where it may be registered.
  public static func words(_ subject: RegistrySubject) -> String? {
    switch subject {
    case .address(let address): words(address)
    case .network(let network): words(network: network)
    case .system(let number): words(system: number)
    case .domain(let name): words(domain: name)
    }
  }

  /// What the address is for, in words; `nil` where it is one of the Internet's.
  public static func words(_ address: IPAddress) -> String? {
    guard let words = SpecialAddresses.block(of: address)?.words else { return nil }
    return SpecialAddresses.inner(of: address).map { "\(words): \($0)" } ?? words
  }

  /// What the whole network is for, in words; `nil` where a part of it is the Internet's.
  private static func words(network: IPPrefix) -> String? {
    let range = IPRange(network)
    return SpecialAddresses.all.first { block in
      block.prefix.contains(range.first) && block.prefix.contains(range.last)
    }?
    .words
  }

  /// Whether an address leads to one of the Internet's: it is one, or stands for one behind a
  /// translator, as all IPv4 addresses do in networks of IPv6 alone (RFC 6147).
  static func isOfInternet(_ address: IPAddress) -> Bool {
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
  /// What the addresses are for that a reverse name stands for, whole or in part (RFC 6303).
  ///
  /// Nobody is told what a home looks like; `nil` for every other name.
  static func words(reverse text: String) -> String? {
    guard let (first, last) = DNSName(text)?.reverseBounds,
      let begin = SpecialAddresses.block(of: first)?.words,
      let end = SpecialAddresses.block(of: last)?.words
    else { return nil }
    // `0.in-addr.arpa` begins with no address, and is this network's.
    return "reverse names: \(first.scope == .unspecified ? end : begin)"
  }
}
