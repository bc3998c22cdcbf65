/// A registry of MAC address blocks as `scripts/vendors.py` packs it, searched where it lies.
///
/// All lengths are checked once, by the initialiser; the positions of names are checked when a name
/// is read. Damaged data gives no name or a wrong one, but never traps.
struct PackedVendors {
  /// The blocks of one size: sorted rows of a prefix and the position of the owner's name.
  struct Table {
    /// Where its first row begins.
    var start: Int
    /// How many rows there are.
    var count: Int
    /// The bytes of a row's prefix.
    var prefixSize: Int
    /// The bits of an address behind the prefix.
    var blockBits: UInt64

    /// The bytes of a row.
    var rowSize: Int { prefixSize + PackedVendors.positionSize }
  }

  /// The tables, largest blocks first.
  private(set) var tables: [Table] = []
  private let source: Range<Int>
  private let names: Range<Int>

  private static let magic = Array("VENDORS1".utf8)
  private static let lengthSize = 4
  private static let positionSize = 3
  private static let formats: [(prefixSize: Int, blockBits: UInt64)] = [(3, 24), (4, 20), (5, 12)]

  /// Checks the lengths; `nil` where the data does not have them.
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

  /// Where the registry comes from, and its date, in words.
  func source(in data: Span<UInt8>) -> String { Self.text(data, source) }

  /// The owner of the smallest block that holds the address.
  func vendor(of address: UInt64, in data: Span<UInt8>) -> String? {
    // The longest prefix decides: small blocks lie inside larger ones.
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

  /// The name at that position among the names, which its length precedes.
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
