/// An IPv4 address (RFC 791), ordered numerically.
public struct IPv4Address: Hashable, Comparable, Sendable {
  /// The address as a number in host order: `192.168.1.2` is `0xC0A8_0102`.
  public let rawValue: UInt32

  /// The address with the given number in host order.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The address `a.b.c.d`.
  public init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
    rawValue = UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
  }

  /// The four bytes in network order.
  public var bytes: [UInt8] {
    [
      UInt8(truncatingIfNeeded: rawValue >> 24), UInt8(truncatingIfNeeded: rawValue >> 16),
      UInt8(truncatingIfNeeded: rawValue >> 8), UInt8(truncatingIfNeeded: rawValue),
    ]
  }

  /// Numeric order.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }

  /// `0.0.0.0`.
  public static let any = IPv4Address(rawValue: 0)
  /// `255.255.255.255`.
  public static let broadcast = IPv4Address(rawValue: .max)
}

extension IPv4Address: LosslessStringConvertible {
  /// Parses strict dotted-decimal notation: four decimal numbers without leading zeros.
  public init?(_ text: some StringProtocol) {
    var value: UInt32 = 0
    var octets = 0
    var digits = 0
    var octet: UInt32 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if digits > 0, octet == 0 { return nil }
        octet = octet * 10 + UInt32(byte - UInt8(ascii: "0"))
        digits += 1
        if octet > 255 { return nil }
      case UInt8(ascii: "."):
        if digits == 0 || octets == 3 { return nil }
        value = value << 8 | octet
        octets += 1
        digits = 0
        octet = 0
      default:
        return nil
      }
    }
    guard octets == 3, digits > 0 else { return nil }
    self.init(rawValue: value << 8 | octet)
  }

  /// Parses strict dotted-decimal notation: four decimal numbers without leading zeros.
  public init?(_ description: String) {
    self.init(description[...])
  }

  /// Dotted-decimal notation.
  public var description: String {
    "\(rawValue >> 24).\(rawValue >> 16 & 255).\(rawValue >> 8 & 255).\(rawValue & 255)"
  }
}
