import Wire

extension DNSName {
  /// Whether a query for the name would disclose the private network.
  ///
  /// True for reverse names of private addresses or parts of them (RFC 6303, section 4), and names
  /// under `home.arpa` (RFC 8375): only the home's own servers are asked.
  var isPrivateName: Bool {
    if let scope = reverseScope, scope != .global { return true }
    return isInside(domain: Self.home)
  }

  /// The common scope of the addresses a reverse name covers; `nil` for other names.
  ///
  /// `168.192.in-addr.arpa` covers 192.168.0.0/16, and so does `lb._dns-sd._udp.168.192.in-addr.arpa`.
  var reverseScope: IPAddress.Scope? {
    guard isInside(domain: Self.ipv4) || isInside(domain: Self.ipv6) else { return nil }
    return reverseBounds.map { Self.common($0.first, $0.last) } ?? .global
  }

  /// The lowest and the highest address a reverse name covers; `nil` for none or all.
  var reverseBounds: (first: IPAddress, last: IPAddress)? {
    let labels = labels.dropLast(2).reversed()
    if isInside(domain: Self.ipv4) {
      let octets = labels.prefix(4).map { UInt8(String(decoding: $0, as: UTF8.self)) }
        .prefix { $0 != nil }.compactMap(\.self)
      guard !octets.isEmpty else { return nil }
      let (first, last) = Self.bounds(octets.map { UInt64($0) }, bits: 8, of: 32)
      return (
        .v4(IPv4Address(rawValue: UInt32(first))), .v4(IPv4Address(rawValue: UInt32(last)))
      )
    }
    guard isInside(domain: Self.ipv6) else { return nil }
    let nibbles = labels.prefix(32).map { label in
      label.count == 1 ? UInt64(String(decoding: label, as: UTF8.self), radix: 16) : nil
    }
    .prefix { $0 != nil }.compactMap(\.self)
    guard !nibbles.isEmpty else { return nil }
    let high = Self.bounds(Array(nibbles.prefix(16)), bits: 4, of: 64)
    let low = Self.bounds(Array(nibbles.dropFirst(16)), bits: 4, of: 64)
    // An IPv4-mapped address (RFC 4291, section 2.5.5.2).
    if high == (0, 0), low.first >> 32 == 0xFFFF, low.last >> 32 == 0xFFFF {
      return (
        .v4(IPv4Address(rawValue: UInt32(truncatingIfNeeded: low.first))),
        .v4(IPv4Address(rawValue: UInt32(truncatingIfNeeded: low.last)))
      )
    }
    return (
      .v6(IPv6Address(high: high.first, low: low.first), zone: nil),
      .v6(IPv6Address(high: high.last, low: low.last), zone: nil)
    )
  }

  /// The lowest and the highest number that begin with these digits.
  private static func bounds(
    _ digits: [UInt64],
    bits: Int,
    of width: Int
  ) -> (first: UInt64, last: UInt64) {
    let rest = width - digits.count * bits
    let begin = digits.reduce(0) { $0 << UInt64(bits) | $1 } << UInt64(rest)
    return (begin, begin | (rest >= 64 ? .max : 1 << UInt64(rest) - 1))
  }

  private static func common(_ first: IPAddress, _ last: IPAddress) -> IPAddress.Scope {
    first.scope == last.scope ? first.scope : .global
  }

  private func isInside(domain: DNSName?) -> Bool {
    domain.map(isInside) ?? false
  }

  private static let ipv4 = DNSName("in-addr.arpa")
  private static let ipv6 = DNSName("ip6.arpa")
  private static let home = DNSName("home.arpa")
}
