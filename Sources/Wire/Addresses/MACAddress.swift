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
    let utf8 = description.utf8
    let separator: UInt8?
    switch utf8.count {
    case 12: separator = nil
    case 17:
      let third = utf8[utf8.index(utf8.startIndex, offsetBy: 2)]
      guard third == UInt8(ascii: ":") || third == UInt8(ascii: "-") else { return nil }
      separator = third
    default: return nil
    }
    var value: UInt64 = 0
    for (offset, byte) in utf8.enumerated() {
      if let separator, offset % 3 == 2 {
        guard byte == separator else { return nil }
        continue
      }
      guard let digit = Hex.value(of: byte) else { return nil }
      value = value << 4 | UInt64(digit)
    }
    self.init(rawValue: value)
  }

  /// Lower-case pairs separated by colons.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(17)
    for number in 0..<12 {
      let digit = UInt8(truncatingIfNeeded: rawValue >> UInt64(44 - 4 * number) & 0xF)
      text.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
      if number % 2 == 1, number < 11 { text.append(UInt8(ascii: ":")) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
