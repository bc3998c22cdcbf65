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
