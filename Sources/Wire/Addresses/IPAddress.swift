/// An IPv4 address, or an IPv6 address with the zone that link-local ones need (RFC 4007).
///
/// Ordered as people list them: IPv4 first, each family numerically.
public enum IPAddress: Hashable, Comparable, Sendable {
  /// An IPv4 address.
  case v4(IPv4Address)
  /// An IPv6 address; `zone` is the interface's name, and `nil` unless the scope is the link.
  case v6(IPv6Address, zone: String?)

  /// IPv4 before IPv6, then numerically, then by zone.
  public static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.v4(let left), .v4(let right)): left < right
    case (.v4, .v6): true
    case (.v6, .v4): false
    case (.v6(let left, let leftZone), .v6(let right, let rightZone)):
      (left, leftZone ?? "") < (right, rightZone ?? "")
    }
  }
}

extension IPAddress: LosslessStringConvertible {
  /// Parses dotted-decimal IPv4, or IPv6 with an optional `%zone`.
  public init?(_ description: String) {
    if let v4 = IPv4Address(description) {
      self = .v4(v4)
      return
    }
    let parts = description.split(
      separator: "%",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    guard let first = parts.first, let v6 = IPv6Address(String(first)) else { return nil }
    if parts.count == 2 {
      // IFNAMSIZ is 16 with its final NUL.
      guard (1...15).contains(parts[1].utf8.count) else { return nil }
      self = .v6(v6, zone: String(parts[1]))
    } else {
      self = .v6(v6, zone: nil)
    }
  }

  /// Dotted-decimal, or RFC 5952 with `%zone` where there is one.
  public var description: String {
    switch self {
    case .v4(let address): address.description
    case .v6(let address, nil): address.description
    case .v6(let address, let zone?): "\(address)%\(zone)"
    }
  }
}

extension IPAddress {
  /// The IPv4 address, where it is one.
  public var v4: IPv4Address? {
    if case .v4(let address) = self { address } else { nil }
  }

  /// The kind of an address and its reach.
  public enum Scope: Sendable {
    /// `0.0.0.0` or `::`: nobody.
    case unspecified
    /// `127.0.0.0/8` or `::1` (RFC 1122, RFC 4291).
    case loopback
    /// `169.254.0.0/16` or `fe80::/10` (RFC 3927, RFC 4291).
    case linkLocal
    /// `10/8`, `172.16/12`, `192.168/16` (RFC 1918), shared `100.64/10` (RFC 6598), or unique-local
    /// `fc00::/7` (RFC 4193).
    case privateUse
    /// A group, never a device.
    case multicast
    /// `255.255.255.255` and reserved `240.0.0.0/4`.
    case reserved
    /// Everything else: an address on the Internet.
    case global
  }

  /// The address's scope, from the address alone.
  public var scope: Scope {
    switch self {
    case .v4(let address): address.scope
    case .v6(let address, _): address.scope
    }
  }
}

extension IPv4Address {
  /// The address's scope, from the address alone.
  public var scope: IPAddress.Scope {
    switch rawValue {
    case 0: .unspecified
    case 0x7F00_0000...0x7FFF_FFFF: .loopback
    case 0xA9FE_0000...0xA9FE_FFFF: .linkLocal
    case 0x0A00_0000...0x0AFF_FFFF, 0xAC10_0000...0xAC1F_FFFF, 0xC0A8_0000...0xC0A8_FFFF,
      0x6440_0000...0x647F_FFFF:
      .privateUse
    case 0xE000_0000...0xEFFF_FFFF: .multicast
    case 0xF000_0000...0xFFFF_FFFF: .reserved
    default: .global
    }
  }
}

extension IPv6Address {
  /// The address's scope, from the address alone.
  public var scope: IPAddress.Scope {
    if self == .any { return .unspecified }
    if self == .loopback { return .loopback }
    return switch high >> 48 {
    case 0xFE80...0xFEBF: .linkLocal
    case 0xFC00...0xFDFF: .privateUse
    case 0xFF00...0xFFFF: .multicast
    default: .global
    }
  }
}

extension IPAddress {
  /// The address as it stands in a URI: without its zone, which only has a meaning on this machine
  /// (RFC 3986, section 3.2.2).
  public var uriHost: String {
    let text = description
    let bare = text.firstIndex(of: "%").map { text[..<$0] } ?? text[...]
    return bare.contains(":") ? "[\(bare)]" : String(bare)
  }
}

extension IPAddress {
  /// The address without its zone: the interface, whose name has a meaning on this machine only.
  package var withoutZone: IPAddress {
    switch self {
    case .v4: self
    case .v6(let address, _): .v6(address, zone: nil)
    }
  }
}

/// An address and a port: where a datagram goes to or comes from.
public struct Endpoint: Hashable, Comparable, Sendable {
  /// The host.
  public var address: IPAddress
  /// The TCP or UDP port; 0 where the protocol has none.
  public var port: UInt16

  /// Any address, wildcard and multicast included; port 0 stands for none.
  public init(_ address: IPAddress, port: UInt16) {
    self.address = address
    self.port = port
  }

  /// By address, then by port.
  public static func < (left: Self, right: Self) -> Bool {
    (left.address, left.port) < (right.address, right.port)
  }
}

extension Endpoint: CustomStringConvertible {
  /// `192.168.1.2:80` or `[fe80::1%eth0]:80`.
  public var description: String {
    switch address {
    case .v4: "\(address):\(port)"
    case .v6: "[\(address)]:\(port)"
    }
  }
}

/// A value that is written as its description.
///
/// Addresses are text in JSON: `"192.168.1.2"`, `"fe80::1%eth0"`, `"a4:cf:12:34:56:78"`.
private protocol TextCodable: Codable, LosslessStringConvertible {}

extension TextCodable {
  /// Parses the text form; a `DecodingError` says where it is none.
  init(text decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "‘\(text.prefix(60))’ is no \(Self.self)"
      )
    }
    self = value
  }

  /// Writes the text form.
  func encode(text encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension MACAddress: TextCodable {
  /// Parses `"a4:cf:12:34:56:78"`.
  public init(from decoder: any Decoder) throws { try self.init(text: decoder) }
  /// Writes `"a4:cf:12:34:56:78"`.
  public func encode(to encoder: any Encoder) throws { try encode(text: encoder) }
}

extension IPAddress: TextCodable {
  /// Parses `"192.168.1.2"` or `"fe80::1%eth0"`.
  public init(from decoder: any Decoder) throws { try self.init(text: decoder) }
  /// Writes `"192.168.1.2"` or `"fe80::1%eth0"`.
  public func encode(to encoder: any Encoder) throws { try encode(text: encoder) }
}

extension IPv4Address: TextCodable {
  /// Parses `"192.168.1.2"`.
  public init(from decoder: any Decoder) throws { try self.init(text: decoder) }
  /// Writes `"192.168.1.2"`.
  public func encode(to encoder: any Encoder) throws { try encode(text: encoder) }
}

extension IPv4Prefix: TextCodable {
  /// Parses `"192.168.1.0/24"`.
  public init(from decoder: any Decoder) throws { try self.init(text: decoder) }
  /// Writes `"192.168.1.0/24"`.
  public func encode(to encoder: any Encoder) throws { try encode(text: encoder) }
}
