/// An address range in CIDR notation (RFC 4632): `192.168.1.0/24`.
public struct IPv4Prefix: Hashable, Sendable {
  /// The first address; its host bits are zero.
  public let base: IPv4Address
  /// How many leading bits are fixed, 0–32.
  public let length: Int

  /// The range of that length that holds the address; lengths outside 0–32 are clamped.
  public init(_ address: IPv4Address, length: Int) {
    self.length = min(max(length, 0), 32)
    base = IPv4Address(rawValue: address.rawValue & Self.mask(self.length))
  }

  private static func mask(_ length: Int) -> UInt32 {
    length == 0 ? 0 : ~UInt32(0) << UInt32(32 - length)
  }

  /// The last address: the directed broadcast where the range is a subnet.
  public var last: IPv4Address {
    IPv4Address(rawValue: base.rawValue | ~Self.mask(length))
  }

  /// How many addresses the range holds.
  public var count: Int { 1 << (32 - length) }

  /// Whether the address lies in the range.
  public func contains(_ address: IPv4Address) -> Bool {
    address.rawValue & Self.mask(length) == base.rawValue
  }

  /// The addresses that devices can have: without network and broadcast address, except in /31 and
  /// /32 (RFC 3021).
  public var hosts: ClosedRange<UInt32> {
    length >= 31 ? base.rawValue...last.rawValue : base.rawValue + 1...last.rawValue - 1
  }
}

extension IPv4Prefix: LosslessStringConvertible {
  /// Parses `a.b.c.d/n`; host bits may be set and are dropped.
  public init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let address = IPv4Address(parts[0]),
      (1...2).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
      let length = Int(parts[1]), length <= 32
    else { return nil }
    self.init(address, length: length)
  }

  /// CIDR notation.
  public var description: String { "\(base)/\(length)" }
}

/// An IPv6 address range: `fd00::/64` (RFC 4291, section 2.3), without a zone.
public struct IPv6Prefix: Hashable, Sendable {
  /// The first address; its host bits are zero.
  public let base: IPv6Address
  /// How many leading bits are fixed, 0–128.
  public let length: Int

  /// The range of that length that holds the address; lengths outside 0–128 are clamped.
  public init(_ address: IPv6Address, length: Int) {
    self.length = min(max(length, 0), 128)
    base = IPv6Address(
      high: address.high & Self.mask(self.length),
      low: address.low & Self.mask(self.length - 64)
    )
  }

  /// As many leading ones, of 64 bits.
  private static func mask(_ length: Int) -> UInt64 {
    // Smart shifts: none are left where the length is 0 or less.
    ~UInt64(0) << UInt64(64 - min(max(length, 0), 64))
  }

  /// The last address.
  public var last: IPv6Address {
    IPv6Address(
      high: base.high | ~Self.mask(length),
      low: base.low | ~Self.mask(length - 64)
    )
  }

  /// Whether the address lies in the range.
  public func contains(_ address: IPv6Address) -> Bool {
    address.high & Self.mask(length) == base.high
      && address.low & Self.mask(length - 64) == base.low
  }
}

extension IPv6Prefix: LosslessStringConvertible {
  /// Parses an address, a slash and a length; host bits may be set and are dropped.
  public init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let address = IPv6Address(String(parts[0])),
      (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
      let length = Int(parts[1]), length <= 128
    else { return nil }
    self.init(address, length: length)
  }

  /// The first address, a slash and the length.
  public var description: String { "\(base)/\(length)" }
}

/// An address range of either family.
public enum IPPrefix: Hashable, Sendable {
  /// IPv4 addresses.
  case v4(IPv4Prefix)
  /// IPv6 addresses, in every zone.
  case v6(IPv6Prefix)

  /// The first address, without a zone.
  public var base: IPAddress {
    switch self {
    case .v4(let prefix): .v4(prefix.base)
    case .v6(let prefix): .v6(prefix.base, zone: nil)
    }
  }

  /// How many leading bits are fixed.
  public var length: Int {
    switch self {
    case .v4(let prefix): prefix.length
    case .v6(let prefix): prefix.length
    }
  }

  /// Whether the address lies in the range, whatever its zone.
  public func contains(_ address: IPAddress) -> Bool {
    switch (self, address) {
    case (.v4(let prefix), .v4(let address)): prefix.contains(address)
    case (.v6(let prefix), .v6(let address, _)): prefix.contains(address)
    case (.v4, .v6), (.v6, .v4): false
    }
  }
}

extension IPPrefix: LosslessStringConvertible {
  /// Parses a range in CIDR notation, or a single address, an IPv6 one without its zone.
  public init?(_ description: String) {
    if let prefix = IPv4Prefix(description) {
      self = .v4(prefix)
    } else if let address = IPv4Address(description) {
      self = .v4(IPv4Prefix(address, length: 32))
    } else if let prefix = IPv6Prefix(description) {
      self = .v6(prefix)
    } else if let address = IPv6Address(description) {
      self = .v6(IPv6Prefix(address, length: 128))
    } else {
      return nil
    }
  }

  /// CIDR notation.
  public var description: String {
    switch self {
    case .v4(let prefix): prefix.description
    case .v6(let prefix): prefix.description
    }
  }
}
