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
