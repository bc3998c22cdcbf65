internal import IdentificationData
public import Wire

/// The vendors of MAC addresses, from the IEEE's registries MA-L, MA-M, MA-S and IAB.
public enum VendorRegistry {
  /// The vendor's name, without its legal form.
  ///
  /// `nil` for blocks that are unassigned or private, locally administered addresses (of phones and
  /// virtual machines), and addresses that belong to protocols, as those of virtual routers.
  public static func vendor(of mac: MACAddress) -> String? {
    guard mac.isUsable, !mac.isLocallyAdministered, VirtualRouter(mac) == nil,
      mac.rawValue >> 24 != protocolBlock
    else { return nil }
    return packed?.vendor(of: mac.rawValue, in: data.span)
  }

  /// The registries' origin and date.
  public static var source: String { packed?.source(in: data.span) ?? "" }

  /// IANA's block, 00:00:5e, whose addresses belong to protocols (RFC 9542, section 2.1).
  private static let protocolBlock: UInt64 = 0x00_005E

  /// The embedded registries.
  static var data: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: identification_vendors.bytes, count: identification_vendors.size)
  }

  /// `nil` only if the embedded file is damaged.
  static let packed = PackedVendors(data.span)
}

/// The redundancy protocols whose MAC addresses a group of routers shares.
///
/// Such an address has no vendor, whichever block it is in.
enum VirtualRouter: String, Hashable, Sendable, CaseIterable {
  /// Virtual Router Redundancy Protocol (RFC 9568, section 7.3); CARP has the same addresses.
  case vrrp = "VRRP"
  /// Cisco's Hot Standby Router Protocol, versions 1 and 2.
  case hsrp = "HSRP"
  /// Cisco's Gateway Load Balancing Protocol.
  case glbp = "GLBP"

  /// The protocol of an address; `nil` for ordinary addresses.
  init?(_ mac: MACAddress) {
    switch mac.rawValue >> 8 {
    case 0x00_005E_0001, 0x00_005E_0002: self = .vrrp
    // Version 1 of HSRP for IPv4.
    case 0x00_000C_07AC: self = .hsrp
    default:
      switch mac.rawValue >> 12 {
      // Version 2 for IPv4, and for IPv6.
      case 0x0_0000_C9FF, 0x0_0057_3A00: self = .hsrp
      default:
        guard mac.rawValue >> 16 == 0x0007_B400 else { return nil }
        self = .glbp
      }
    }
  }
}

/// A registry of MAC address blocks, packed by `scripts/vendors.py` and searched in place.
///
/// The initialiser checks all lengths, and a look-up the position of a name: damaged data gives no
/// name or a wrong one, but never traps.
struct PackedVendors {
  /// The blocks of one size: sorted rows of a prefix and the position of a name.
  struct Table {
    /// The offset of the first row.
    var start: Int
    /// Rows.
    var count: Int
    /// In bytes.
    var prefixSize: Int
    /// Bits of an address after the prefix.
    var blockBits: UInt64

    /// In bytes.
    var rowSize: Int { prefixSize + PackedVendors.positionSize }
  }

  /// Largest blocks first.
  private(set) var tables: [Table] = []
  private let source: Range<Int>
  private let names: Range<Int>

  private static let magic = Array("VENDORS1".utf8)
  private static let lengthSize = 4
  private static let positionSize = 3
  private static let formats: [(prefixSize: Int, blockBits: UInt64)] = [(3, 24), (4, 20), (5, 12)]

  /// `nil` if the lengths don't fit the data.
  init?(_ data: Span<UInt8>) {
    let headerSize = Self.magic.count + Self.lengthSize * (Self.formats.count + 2)
    guard data.count >= headerSize,
      Self.magic.indices.allSatisfy({ data[$0] == Self.magic[$0] })
    else { return nil }
    func length(_ number: Int) -> Int {
      Int(Self.number(data, at: Self.magic.count + number * Self.lengthSize, Self.lengthSize))
    }
    var end = headerSize + length(0)
    source = headerSize..<end
    for (number, format) in Self.formats.enumerated() {
      let table = Table(
        start: end,
        count: length(number + 1),
        prefixSize: format.prefixSize,
        blockBits: format.blockBits
      )
      tables.append(table)
      end += table.count * table.rowSize
    }
    names = end..<end + length(Self.formats.count + 1)
    guard names.upperBound == data.count else { return nil }
  }

  /// The registry's origin and date.
  func source(in data: Span<UInt8>) -> String { Self.text(data, source) }

  /// The owner of the smallest block that holds the address.
  func vendor(of address: UInt64, in data: Span<UInt8>) -> String? {
    // The longest prefix first: small blocks lie inside larger ones.
    for table in tables.reversed() {
      if let found = name(address >> table.blockBits, in: table, data) { return found }
    }
    return nil
  }

  /// Binary search.
  private func name(_ prefix: UInt64, in table: Table, _ data: Span<UInt8>) -> String? {
    var low = 0
    var high = table.count
    while low < high {
      let middle = (low + high) / 2
      let row = table.start + middle * table.rowSize
      let found = Self.number(data, at: row, table.prefixSize)
      if found == prefix {
        let position = Self.number(data, at: row + table.prefixSize, Self.positionSize)
        return name(at: Int(position), data)
      }
      if found < prefix { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// The name at an offset among the names; a length byte precedes it.
  private func name(at position: Int, _ data: Span<UInt8>) -> String? {
    guard position < names.count else { return nil }
    let start = names.lowerBound + position + 1
    let end = start + Int(data[start - 1])
    guard end <= names.upperBound else { return nil }
    return Self.text(data, start..<end)
  }

  private static func number(_ data: Span<UInt8>, at start: Int, _ size: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in start..<start + size { value = value << 8 | UInt64(data[index]) }
    return value
  }

  private static func text(_ data: Span<UInt8>, _ range: Range<Int>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range { bytes.append(data[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
