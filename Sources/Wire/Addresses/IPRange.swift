/// Consecutive addresses of one family and zone, the first and the last included.
public struct IPRange: Hashable, Sendable {
  /// The lowest address.
  public let first: IPAddress
  /// The highest address.
  public let last: IPAddress

  /// The range between two addresses; `nil` where they are of two families or zones, or the last is
  /// below the first.
  public init?(_ first: IPAddress, through last: IPAddress) {
    switch (first, last) {
    case (.v4, .v4): break
    case (.v6(_, let zone), .v6(_, let other)) where zone == other: break
    default: return nil
    }
    guard first <= last else { return nil }
    self.init(first: first, last: last)
  }

  /// The whole network.
  public init(_ network: IPPrefix) {
    switch network {
    case .v4(let prefix): self.init(first: .v4(prefix.base), last: .v4(prefix.last))
    case .v6(let prefix):
      self.init(first: .v6(prefix.base, zone: nil), last: .v6(prefix.last, zone: nil))
    }
  }

  private init(first: IPAddress, last: IPAddress) {
    self.first = first
    self.last = last
  }

  /// The addresses that devices of the network can have: of IPv4 without the network's own and the
  /// broadcast address, except in /31 and /32 (RFC 3021).
  public init(hostsOf network: IPPrefix) {
    guard case .v4(let prefix) = network else {
      self.init(network)
      return
    }
    let hosts = prefix.hosts
    self.init(
      first: .v4(IPv4Address(rawValue: hosts.lowerBound)),
      last: .v4(IPv4Address(rawValue: hosts.upperBound))
    )
  }

  /// How many addresses there are; `Int.max` where there are more than that.
  public var count: Int {
    // The difference alone: all of IPv6 is one more than 128 bits can count.
    let others = last.number - first.number
    return others < UInt128(Int.max) ? Int(others) + 1 : .max
  }

  /// The lowest addresses, in order, at most so many.
  public func addresses(atMost most: Int) -> [IPAddress] {
    (0..<UInt128(max(0, min(count, most)))).map { first.following(by: $0) }
  }

  /// The smallest network that holds both ends.
  public var enclosingNetwork: IPPrefix {
    let common = (first.number ^ last.number).leadingZeroBitCount
    switch first {
    // The upper 96 bits of its number are zero.
    case .v4(let address): return .v4(IPv4Prefix(address, length: common - 96))
    case .v6(let address, _): return .v6(IPv6Prefix(address, length: common))
    }
  }

  /// Whether the address lies in the range, whatever its zone.
  public func contains(_ address: IPAddress) -> Bool {
    (first.v4 == nil) == (address.v4 == nil)
      && first.number <= address.number && address.number <= last.number
  }
}

extension IPRange: CustomStringConvertible {
  /// Both ends with a dash between them.
  public var description: String { "\(first)-\(last)" }
}

extension IPAddress {
  /// The address as a number, whatever its zone.
  fileprivate var number: UInt128 {
    switch self {
    case .v4(let address): UInt128(address.rawValue)
    case .v6(let address, _): UInt128(address.high) << 64 | UInt128(address.low)
    }
  }

  /// The address so many places further, within its family.
  fileprivate func following(by places: UInt128) -> IPAddress {
    let sum = number &+ places
    return switch self {
    case .v4: .v4(IPv4Address(rawValue: UInt32(truncatingIfNeeded: sum)))
    case .v6(_, let zone):
      .v6(
        IPv6Address(
          high: UInt64(truncatingIfNeeded: sum >> 64),
          low: UInt64(truncatingIfNeeded: sum)
        ),
        zone: zone
      )
    }
  }
}
