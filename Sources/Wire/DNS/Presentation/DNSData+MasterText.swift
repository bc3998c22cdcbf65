extension DNSData {
  /// The contents as zone files write them; those of types that are not understood, and what is
  /// malformed, as numbers (RFC 3597, section 5).
  public var masterText: String {
    switch self {
    case .a(let address): address.description
    case .aaaa(let address): address.description
    case .cname(let name), .ptr(let name), .ns(let name), .dname(let name): name.masterText
    case .mx(let exchange): "\(exchange.preference) \(exchange.host.masterText)"
    case .soa(let start):
      ([start.primary.masterText, start.responsible.masterText] + start.numbers.map(String.init))
        .joined(separator: " ")
    case .srv(let location):
      "\(location.priority) \(location.weight) \(location.port) \(location.target.masterText)"
    case .txt(let record):
      record.strings.map(MasterText.quoted).joined(separator: " ")
    case .caa(let authority):
      "\(authority.flags) \(String(decoding: authority.tag, as: UTF8.self)) "
        + MasterText.quoted(authority.value)
    case .tlsa(let association):
      "\(association.usage) \(association.selector) \(association.matching) "
        + MasterText.hexadecimal(association.association)
    case .naptr(let rule):
      "\(rule.order) \(rule.preference) "
        + [rule.flags, rule.services, rule.expression].map(MasterText.quoted).joined(separator: " ")
        + " \(rule.replacement.masterText)"
    case .svcb(let binding), .https(let binding): binding.masterText
    case .nsec(let next, let types):
      ([next.masterText] + types.map(\.description)).joined(separator: " ")
    case .ds(let signer): signer.masterText
    case .rrsig(let signature): signature.masterText
    case .dnskey(let key): key.masterText
    case .nsec3(let denial): denial.masterText
    case .opt(let options):
      options.map { "\($0.code):\(MasterText.hexadecimal($0.value))" }.joined(separator: " ")
    case .other(let type, let bytes): MasterText.text(of: type, bytes)
    case .malformed(_, let bytes): MasterText.unknown(bytes)
    }
  }
}

extension MasterText {
  /// Contents that are numbers and bytes alone, of types that nothing else here understands.
  static func text(of type: DNSType, _ bytes: [UInt8]) -> String {
    switch type.mnemonic {
    case "SMIMEA" where bytes.count > 3:
      "\(bytes[0]) \(bytes[1]) \(bytes[2]) \(hexadecimal(bytes[3...]))"
    case "SSHFP" where bytes.count > 2:
      "\(bytes[0]) \(bytes[1]) \(hexadecimal(bytes[2...]))"
    case "CDS" where bytes.count > 4:
      "\(Int(bytes[0]) << 8 | Int(bytes[1])) \(bytes[2]) \(bytes[3]) \(hexadecimal(bytes[4...]))"
    case "CDNSKEY" where bytes.count > 4:
      "\(Int(bytes[0]) << 8 | Int(bytes[1])) \(bytes[2]) \(bytes[3]) \(Base64.encode(bytes[4...]))"
    case "NSEC3PARAM" where bytes.count >= 5 && bytes.count == 5 + Int(bytes[4]):
      "\(bytes[0]) \(bytes[1]) \(Int(bytes[2]) << 8 | Int(bytes[3])) "
        + (bytes.count == 5 ? "-" : hexadecimal(bytes[5...]))
    case "OPENPGPKEY" where !bytes.isEmpty: Base64.encode(bytes)
    case "HINFO", "SPF": strings(bytes) ?? unknown(bytes)
    default: unknown(bytes)
    }
  }

  private static func strings(_ bytes: [UInt8]) -> String? {
    var texts: [String] = []
    var position = 0
    while position < bytes.count {
      let end = position + 1 + Int(bytes[position])
      guard end <= bytes.count else { return nil }
      texts.append(quoted(bytes[position + 1..<end]))
      position = end
    }
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }
}
