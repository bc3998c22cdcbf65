/// The contents of a record that hold domain names between numbers: RP, AFSDB, MINFO and their like.
///
/// In the oldest of these types names may be compressed, so that their contents can't be read apart
/// from the message (RFC 3597, section 4).
public struct NamedContents: Hashable, Sendable {
  /// The bytes before the names.
  public var prefix: [UInt8] = []
  /// The names, in order.
  public var names: [DNSName]
  /// The bytes after the names.
  public var rest: [UInt8] = []

  /// Where a type has its names.
  struct Layout {
    /// How many bytes come before the names.
    var prefix: Int
    /// How many names there are.
    var names: Int
    /// Whether bytes follow the names.
    var hasRest = false
    /// Whether names are compressed when written (RFC 1035's types alone; RFC 3597, section 4).
    var isCompressed = false
    /// Whether names are in lower case where they are signed (RFC 4034, section 6.2).
    var isFolded = true
  }

  /// The layout of a type; `nil` for types that are not laid out like this.
  static func layout(of type: DNSType) -> Layout? { layouts[type.rawValue] }

  private static let layouts: [UInt16: Layout] = [
    // MD, MF, MB, MG, MR, MINFO.
    3: Layout(prefix: 0, names: 1, isCompressed: true),
    4: Layout(prefix: 0, names: 1, isCompressed: true),
    7: Layout(prefix: 0, names: 1, isCompressed: true),
    8: Layout(prefix: 0, names: 1, isCompressed: true),
    9: Layout(prefix: 0, names: 1, isCompressed: true),
    14: Layout(prefix: 0, names: 2, isCompressed: true),
    // RP, AFSDB, RT (RFC 1183), NSAP-PTR (RFC 1348), SIG (RFC 2535), PX (RFC 2163), NXT (RFC 2535),
    // KX (RFC 2230).
    17: Layout(prefix: 0, names: 2),
    18: Layout(prefix: 2, names: 1),
    21: Layout(prefix: 2, names: 1),
    23: Layout(prefix: 0, names: 1, isFolded: false),
    24: Layout(prefix: 18, names: 1, hasRest: true),
    26: Layout(prefix: 2, names: 2),
    30: Layout(prefix: 0, names: 1, hasRest: true),
    36: Layout(prefix: 2, names: 1),
    // TALINK, LP (RFC 6742).
    58: Layout(prefix: 0, names: 2, isFolded: false),
    107: Layout(prefix: 2, names: 1, isFolded: false),
  ]

  /// An address of the class CH: a name and a number of two bytes (RFC 1035, section 3.2.4, leaves it
  /// to Chaosnet).
  static let chaosAddress = Layout(prefix: 0, names: 1, hasRest: true)
}

extension NamedContents {
  init(
    _ layout: Layout,
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) {
    prefix = try cursor.bytes(bytes, count: layout.prefix)
    names = []
    for _ in 0..<layout.names { try names.append(DNSName(&cursor, in: bytes)) }
    rest = layout.hasRest ? try cursor.rest(bytes) : []
  }
}

extension NamedContents {
  /// The contents of a type as zone files write them.
  func masterText(_ type: DNSType) -> String {
    switch type.rawValue {
    case 1: chaosAddress
    case 24: signature
    case 30: ([names.first?.masterText ?? "."] + formerTypes).joined(separator: " ")
    default: (numbers + names.map(\.masterText)).joined(separator: " ")
    }
  }

  /// The bytes before the names, two by two.
  private var numbers: [String] {
    stride(from: 0, to: prefix.count - 1, by: 2).map { index in
      "\(UInt16(prefix[index]) << 8 | UInt16(prefix[index + 1]))"
    }
  }

  /// The name, and its number in octal.
  private var chaosAddress: String {
    let number = rest.reduce(0) { $0 << 8 | UInt64($1) }
    return "\(names.first?.masterText ?? ".") \(String(number, radix: 8))"
  }

  /// SIG is written as RRSIG is, which replaced it (RFC 3755).
  private var signature: String {
    let word = { (start: Int, count: Int) in
      prefix.dropFirst(start).prefix(count).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    return DNSSignature(
      typeCovered: DNSType(rawValue: UInt16(word(0, 2))),
      algorithm: DNSSECAlgorithm(rawValue: UInt8(word(2, 1))),
      labels: UInt8(word(3, 1)),
      originalTTL: word(4, 4),
      expiration: word(8, 4),
      inception: word(12, 4),
      keyTag: UInt16(word(16, 2)),
      signer: names.first ?? .root,
      signature: rest
    ).masterText
  }

  /// The types of an NXT record: one bit map, of those below 128 (RFC 2535, section 5.2).
  private var formerTypes: [String] {
    rest.prefix(16).enumerated().flatMap { index, byte in
      (0..<8).filter { byte & (0x80 >> UInt8($0)) != 0 }.map { bit in
        let type = DNSType(rawValue: UInt16(index * 8 + bit))
        return type.mnemonic ?? "\(type.rawValue)"
      }
    }
  }
}
