public import Wire

/// Who made a network interface, by its MAC address.
///
/// The IEEE's registries MA-L, MA-M, MA-S and IAB, searched in place: no start-up cost.
public enum VendorRegistry {
  /// The vendor's name, without its legal form.
  ///
  /// `nil` where the block is not assigned or its owner is not named, and for locally administered
  /// addresses: those are made up, by a phone that keeps its own private or by a virtual machine.
  /// Those of virtual routers, and all others that IANA gives to protocols, have no maker either.
  public static func vendor(of mac: MACAddress) -> String? {
    guard mac.isUsable, !mac.isLocallyAdministered, VirtualRouter(mac) == nil,
      mac.rawValue >> 24 != protocolBlock
    else { return nil }
    // The longest prefix decides: small blocks lie inside larger ones.
    return search(VendorTable.small, digits: 9, for: mac.rawValue >> 12)
      ?? search(VendorTable.medium, digits: 7, for: mac.rawValue >> 20)
      ?? search(VendorTable.large, digits: 6, for: mac.rawValue >> 24)
  }

  /// IANA's block, 00:00:5e, whose addresses belong to protocols (RFC 9542, section 2.1).
  private static let protocolBlock: UInt64 = 0x00_005E

  /// Binary search in a table of lines: a prefix, then four digits that say where the name is.
  private static func search(_ table: String, digits: Int, for prefix: UInt64) -> String? {
    let lines = table.utf8.span
    let width = digits + 5
    var low = 0
    var high = lines.count / width
    while low < high {
      let middle = (low + high) / 2
      let found = number(lines, at: middle * width, digits: digits, radix: 16)
      if found == prefix {
        return name(at: Int(number(lines, at: middle * width + digits, digits: 4, radix: 36)))
      }
      if found < prefix { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private static func number(
    _ text: Span<UInt8>,
    at start: Int,
    digits: Int,
    radix: UInt64
  ) -> UInt64 {
    var value: UInt64 = 0
    for index in start..<start + digits {
      let byte = text[index]
      let isLetter = byte >= UInt8(ascii: "a")
      let digit = isLetter ? byte - UInt8(ascii: "a") + 10 : byte - UInt8(ascii: "0")
      value = value * radix + UInt64(digit)
    }
    return value
  }

  private static func name(at start: Int) -> String {
    let names = VendorTable.names.utf8.span
    var bytes: [UInt8] = []
    var index = start
    while index < names.count, names[index] != UInt8(ascii: "\n") {
      bytes.append(names[index])
      index += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
