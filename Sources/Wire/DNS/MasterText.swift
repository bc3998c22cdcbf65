/// Pieces of zone files (RFC 1035, section 5.1): what is not plain ASCII is escaped.
enum MasterText {
  /// A string in quotes.
  static func quoted(_ bytes: some Sequence<UInt8>) -> String {
    var text = "\""
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        text += "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: text.unicodeScalars.append(UnicodeScalar(byte))
      default: text += decimal(byte)
      }
    }
    return text + "\""
  }

  /// Bytes in hexadecimal, upper case as name servers write it.
  static func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
    Hex.encode(bytes, .upper)
  }

  /// Contents of any type (RFC 3597, section 5).
  static func unknown(_ bytes: [UInt8]) -> String {
    bytes.isEmpty ? "\\# 0" : "\\# \(bytes.count) \(hexadecimal(bytes))"
  }

  /// `\DDD`.
  static func decimal(_ byte: UInt8) -> String {
    let digits = String(byte)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}

extension DNSName {
  /// The name as zone files write it: with its final dot, and what is special there escaped.
  public var masterText: String {
    if wire.isEmpty { return "." }
    var text = ""
    for label in labels {
      for byte in label {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "("),
          UInt8(ascii: ")"), UInt8(ascii: ";"), UInt8(ascii: "@"), UInt8(ascii: "$"):
          text += "\\" + String(UnicodeScalar(byte))
        case 0x21..<0x7F: text.unicodeScalars.append(UnicodeScalar(byte))
        default: text += MasterText.decimal(byte)
        }
      }
      text += "."
    }
    return text
  }
}

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
    case .named(let type, let contents): contents.masterText(type)
    case .opt(let options):
      options.map { "\($0.code):\(MasterText.hexadecimal($0.value))" }.joined(separator: " ")
    case .other(let type, let bytes): MasterText.text(of: type, bytes)
    case .malformed(_, let bytes): MasterText.unknown(bytes)
    }
  }
}

extension DelegationSigner {
  /// The contents as zone files write them (RFC 4034, section 5.3).
  public var masterText: String {
    "\(keyTag) \(algorithm.rawValue) \(digestType.rawValue) \(MasterText.hexadecimal(digest))"
  }
}

extension DNSKey {
  /// The contents as zone files write them (RFC 4034, section 2.2).
  public var masterText: String {
    "\(flags) \(protocolNumber) \(algorithm.rawValue) \(Base64.encode(publicKey))"
  }
}

extension DNSSignature {
  /// The contents as zone files write them (RFC 4034, section 3.2).
  public var masterText: String {
    "\(typeCovered) \(algorithm.rawValue) \(labels) \(originalTTL) \(Self.date(expiration))"
      + " \(Self.date(inception)) \(keyTag) \(signer.masterText) \(Base64.encode(signature))"
  }

  /// Year to second in fourteen digits, as of the 136 years from 1970.
  private static func date(_ seconds: UInt32) -> String {
    let (days, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let date = CivilDate(daysSince1970: Int64(days))
    let numbers = [
      date.month, date.day, Int64(time / 3600), Int64(time / 60 % 60), Int64(time % 60),
    ]
    return numbers.reduce(String(date.year)) { text, number in
      text + (number < 10 ? "0" : "") + String(number)
    }
  }
}

extension NSEC3Record {
  /// The contents as zone files write them (RFC 5155, section 3.3).
  public var masterText: String {
    let numbers = "\(hashAlgorithm) \(flags) \(iterations)"
    let salt = salt.isEmpty ? "-" : MasterText.hexadecimal(salt)
    let next = String(decoding: Base32Hex.encode(nextHash), as: UTF8.self).uppercased()
    return ([numbers, salt, next] + types.map(\.description)).joined(separator: " ")
  }
}
