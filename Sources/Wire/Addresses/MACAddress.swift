/// A 48-bit IEEE 802 MAC address (EUI-48).
public struct MACAddress: Hashable, Comparable, Sendable {
  /// The address as a number: the first byte is the most significant of the lower 48 bits.
  public let rawValue: UInt64

  /// The address with the given lower 48 bits; the upper 16 are dropped.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue & 0xFFFF_FFFF_FFFF
  }

  /// The six bytes in transmission order.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(6)
    bytes.append(self)
    return bytes
  }

  /// Whether it is locally administered (the second-lowest bit of the first byte).
  ///
  /// Private Wi-Fi addresses are, and so are those of virtual machines; they have no vendor.
  public var isLocallyAdministered: Bool { rawValue >> 41 & 1 == 1 }

  /// Whether it names a group rather than one station.
  public var isGroup: Bool { rawValue >> 40 & 1 == 1 }

  /// Whether it can be a device's own: neither a group nor all zeros.
  public var isUsable: Bool { !isGroup && rawValue != 0 }

  /// Numeric order.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }

  /// `ff:ff:ff:ff:ff:ff`.
  public static let broadcast = MACAddress(rawValue: 0xFFFF_FFFF_FFFF)
}

extension MACAddress: LosslessStringConvertible {
  /// Parses twelve hexadecimal digits, bare or in pairs separated by one kind of `:` or `-`.
  public init?(_ description: String) {
    let utf8 = Array(description.utf8)
    var value: UInt64 = 0
    let digits: [UInt8]
    switch utf8.count {
    case 12:
      digits = utf8
    case 17:
      let separator = utf8[2]
      guard separator == UInt8(ascii: ":") || separator == UInt8(ascii: "-") else { return nil }
      for index in stride(from: 2, to: 17, by: 3) where utf8[index] != separator { return nil }
      digits = utf8.enumerated().filter { $0.offset % 3 != 2 }.map(\.element)
    default:
      return nil
    }
    for digit in digits {
      guard digit.isHexDigit, let nibble = Character(UnicodeScalar(digit)).hexDigitValue
      else { return nil }
      value = value << 4 | UInt64(nibble)
    }
    self.init(rawValue: value)
  }

  /// Lower-case pairs separated by colons.
  public var description: String {
    bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined(separator: ":")
  }
}
