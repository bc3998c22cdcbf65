/// A registry of MAC address blocks, packed by `scripts/vendors.py` and searched in place.
///
/// The initialiser checks all lengths, and a look-up the position of a name: damaged data gives no
/// name or a wrong one, but never traps.
struct PackedVendors: Sendable {
  /// The blocks of one size: sorted rows of a prefix and the position of a name.
  struct Table: Sendable {
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

  /// The sizes of blocks, 0 the largest: indices of `tables`.
  static var sizes: Range<Int> { formats.indices }

  private static let magic = Array("VENDORS2".utf8)
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
  func vendor(of address: UInt64, in data: Span<UInt8>) -> VendorName? {
    // The longest prefix first: small blocks lie inside larger ones.
    for size in tables.indices.reversed() {
      if let found = vendor(of: address, size: size, in: data) { return found }
    }
    return nil
  }

  /// The owner of the block of that size, 0 for the largest, that holds the address.
  func vendor(of address: UInt64, size: Int, in data: Span<UInt8>) -> VendorName? {
    name(address >> tables[size].blockBits, in: tables[size], data)
  }

  /// Calls the closure with each pair of names.
  func eachName(in data: Span<UInt8>, _ body: (VendorName) -> Void) {
    var position = 0
    while let (name, next) = entry(at: position, data) {
      body(name)
      position = next
    }
  }

  /// Binary search.
  private func name(_ prefix: UInt64, in table: Table, _ data: Span<UInt8>) -> VendorName? {
    var low = 0
    var high = table.count
    while low < high {
      let middle = (low + high) / 2
      let row = table.start + middle * table.rowSize
      let found = Self.number(data, at: row, table.prefixSize)
      if found == prefix {
        let position = Self.number(data, at: row + table.prefixSize, Self.positionSize)
        return entry(at: Int(position), data)?.name
      }
      if found < prefix { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// The pair of names at an offset among the names, and the offset of the next; `nil` at the end, and
  /// where a length leads beyond it.
  private func entry(
    at position: Int,
    _ data: Span<UInt8>
  ) -> (name: VendorName, next: Int)? {
    let start = names.lowerBound + position
    guard start < names.upperBound else { return nil }
    let brand = start + 1..<start + 1 + Int(data[start])
    guard brand.upperBound + 2 <= names.upperBound else { return nil }
    let shared = Int(data[brand.upperBound])
    let rest = brand.upperBound + 2..<brand.upperBound + 2 + Int(data[brand.upperBound + 1])
    guard shared <= brand.count, rest.upperBound <= names.upperBound else { return nil }
    let registered =
      Self.bytes(data, brand.lowerBound..<brand.lowerBound + shared) + Self.bytes(data, rest)
    let name = VendorName(
      brand: Self.text(data, brand),
      registered: String(decoding: registered, as: UTF8.self)
    )
    return (name, rest.upperBound - names.lowerBound)
  }

  private static func number(_ data: Span<UInt8>, at start: Int, _ size: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in start..<start + size { value = value << 8 | UInt64(data[index]) }
    return value
  }

  private static func text(_ data: Span<UInt8>, _ range: Range<Int>) -> String {
    String(decoding: bytes(data, range), as: UTF8.self)
  }

  private static func bytes(_ data: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range { bytes.append(data[index]) }
    return bytes
  }
}

extension PackedVendors {
  /// A block of 24, 28 or 36 bits and its owner.
  struct Block: Hashable {
    /// 0 for blocks of 24 bits, 1 for 28, 2 for 36.
    var size: Int
    /// The first bits of the block's addresses.
    var prefix: UInt64
    /// The owner.
    var name: VendorName
  }

  /// The most bytes of names whose positions fit into a row.
  static let mostNames = 1 << (8 * positionSize)

  /// Packs blocks as `scripts/vendors.py` does; of two with one prefix the first is kept.
  ///
  /// Blocks whose owner's names begin after `mostNames` bytes are left out.
  static func pack(
    _ blocks: [Block],
    source: String,
    mostNames: Int = PackedVendors.mostNames
  ) -> [UInt8] {
    var names: [UInt8] = []
    var positions: [VendorName: Int] = [:]
    var rows = [[UInt64: Int]](repeating: [:], count: formats.count)
    for block in blocks where rows[block.size][block.prefix] == nil {
      if positions[block.name] == nil {
        guard names.count < mostNames else { continue }
        positions[block.name] = names.count
        let brand = Array(block.name.brand.utf8.prefix(255))
        let registered = Array(block.name.registered.utf8)
        let shared = zip(brand, registered).prefix { $0 == $1 }.count
        let rest = registered.dropFirst(shared).prefix(255)
        names += [UInt8(brand.count)] + brand + [UInt8(shared), UInt8(rest.count)] + rest
      }
      rows[block.size][block.prefix] = positions[block.name]
    }
    let lengths = [source.utf8.count] + rows.map(\.count) + [names.count]
    var bytes = magic
    for length in lengths { append(UInt64(length), lengthSize, to: &bytes) }
    bytes += Array(source.utf8)
    for (number, format) in formats.enumerated() {
      for (prefix, position) in rows[number].sorted(by: { $0.key < $1.key }) {
        append(prefix, format.prefixSize, to: &bytes)
        append(UInt64(position), positionSize, to: &bytes)
      }
    }
    return bytes + names
  }

  private static func append(_ value: UInt64, _ size: Int, to bytes: inout [UInt8]) {
    for shift in (0..<size).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * shift)))
    }
  }
}
