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

/// Several addresses in one word: a network such as `192.168.1.0/24`, or a range such as
/// `192.168.1.10-20`.
public enum AddressBlock: Hashable, Sendable {
  /// A network in CIDR notation.
  case network(IPPrefix)
  /// From one address to another.
  case range(IPRange)

  /// Why a word that looks like several addresses is none.
  public enum ParseError: Error, Hashable, Sendable {
    /// It has a slash, but no address before it or no prefix length behind it.
    case malformedNetwork
    /// It has a dash, but no address before it or behind it.
    case malformedRange
    /// The range's last address is below its first.
    case reversedRange
    /// The range's ends are of two families, or on two links.
    case mixedRange
  }

  /// Reads `192.168.1.0/24`, `fd00::/120`, `192.168.1.10-20`, `192.168.1.10-192.168.1.20` or
  /// `fd00::1-fd00::20`.
  ///
  /// `nil` for a single address, and for what is no numbers: `1.2.3.4-static.example` is a host's name.
  public init?(parsing text: String) throws(ParseError) {
    if let slash = text.firstIndex(of: "/") {
      guard text[..<slash].allSatisfy({ $0.isHexDigit || $0 == "." || $0 == ":" }) else {
        return nil
      }
      guard let network = IPPrefix(text) else { throw .malformedNetwork }
      self = .network(network)
      return
    }
    guard text.contains("-"), !Self.isAddress(text), Self.isNumeric(text) else { return nil }
    self = .range(try Self.range(text))
  }

  /// The addresses that devices can have, where it is a network; every one of a range.
  public var hosts: IPRange {
    switch self {
    case .network(let network): IPRange(hostsOf: network)
    case .range(let range): range
    }
  }

  /// The network, or the smallest that holds the whole range.
  public var enclosingNetwork: IPPrefix {
    switch self {
    case .network(let network): network
    case .range(let range): range.enclosingNetwork
    }
  }

  /// Whether it is a single address.
  ///
  /// No interface has a colon in its name: what looks like a zone with one is a range's other end.
  private static func isAddress(_ text: String) -> Bool {
    IPAddress(text) != nil && !text.drop { $0 != "%" }.contains(":")
  }

  /// Whether it can't be a host's name: digits and dots alone, or an IPv6 address up to a dash.
  private static func isNumeric(_ text: String) -> Bool {
    if text.contains(":") {
      return IPAddress(String(text.prefix { $0 != "-" })) != nil
    }
    return text.contains(".")
      && text.utf8.allSatisfy { (48...57).contains($0) || $0 == 0x2D || $0 == 0x2E }
  }

  private static func range(_ text: String) throws(ParseError) -> IPRange {
    // A zone's name may have dashes, too: the one that counts has an address on either side.
    for index in text.indices where text[index] == "-" {
      let end = text[text.index(after: index)...]
      let start = String(text[..<index])
      guard Self.isAddress(start), let first = IPAddress(start), let last = last(end, after: first)
      else { continue }
      if let range = IPRange(first, through: last) { return range }
      throw IPRange(last, through: first) == nil ? .mixedRange : .reversedRange
    }
    throw .malformedRange
  }

  /// The range's end: a whole address, or the last number of an IPv4 address.
  private static func last(_ text: Substring, after first: IPAddress) -> IPAddress? {
    if let address = IPAddress(String(text)) { return address }
    guard let v4 = first.v4 else { return nil }
    return IPv4Address("\(v4.bytes[0]).\(v4.bytes[1]).\(v4.bytes[2]).\(text)").map(IPAddress.v4)
  }
}

extension AddressBlock: CustomStringConvertible {
  /// CIDR notation, or both ends with a dash between them.
  public var description: String {
    switch self {
    case .network(let network): network.description
    case .range(let range): range.description
    }
  }
}
