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
