/// A registry of makers that was read from the system's files, beside the embedded one.
public struct VendorTable: Sendable {
  /// Blocks of addresses.
  public let count: Int
  /// Lines that were no entries.
  public let skipped: Int
  let bytes: [UInt8]
  let packed: PackedVendors

  /// Why a file is no registry.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    /// Nothing in it is an entry.
    case noEntries
    /// More lines of it are no entries than are.
    case mostlyBad(entries: Int, skipped: Int)

    /// In words.
    public var description: String {
      switch self {
      case .noEntries: "holds no entry of a registry of MAC addresses"
      case .mostlyBad(let entries, let skipped):
        "\(skipped) lines of \(skipped + entries) are no entries of a registry of MAC addresses"
      }
    }
  }

  /// The most bytes of a file that are read: the largest registry has four million.
  public static let byteLimit = 16 << 20
  /// The most blocks: the registries have 60,000.
  private static let blockLimit = 250_000

  /// Reads files of one registry, each in any format that `RegistryLine` knows.
  ///
  /// Names that the embedded registry has get the brand that they have there. What comes after 16 MB
  /// of a file, after 250,000 blocks, or after 16 MB of names, is left out.
  public init(files: [[UInt8]]) throws(Failure) {
    var brands: [String: VendorName] = [:]
    if let embedded = VendorRegistry.packed {
      embedded.eachName(in: VendorRegistry.data.span) { brands[$0.registered] = $0 }
    }
    var blocks: [PackedVendors.Block] = []
    var skipped = 0
    for file in files {
      for line in file.prefix(Self.byteLimit).split(whereSeparator: { $0 == 10 || $0 == 13 }) {
        guard blocks.count < Self.blockLimit else { break }
        switch RegistryLine(line) {
        case .nothing: break
        case .bad: skipped += 1
        case .block(let size, let prefix, let owner):
          // Handed on in parts, each of which has an owner.
          if owner.lowercased() == "ieee registration authority" { continue }
          let name = brands[owner] ?? BrandName.name(registered: owner)
          brands[owner] = name
          blocks.append(PackedVendors.Block(size: size, prefix: prefix, name: name))
        }
      }
    }
    guard !blocks.isEmpty else { throw .noEntries }
    let entries = blocks.count
    guard skipped <= entries else { throw .mostlyBad(entries: entries, skipped: skipped) }
    let bytes = PackedVendors.pack(blocks, source: "")
    guard let packed = PackedVendors(bytes.span) else { throw .noEntries }
    self.bytes = bytes
    self.packed = packed
    count = packed.tables.map(\.count).reduce(0, +)
    self.skipped = skipped
  }
}
