extension DNSName: LosslessStringConvertible {
  /// Parses presentation form (RFC 1035, section 5.1); `nil` for empty labels and for what is too
  /// long.
  ///
  /// Labels are UTF-8, separated by dots, with `\.` and `\\` for those characters and `\DDD` for any
  /// byte; a final dot makes no difference.
  public init?(_ description: String) {
    if description == "." {
      self = .root
      return
    }
    var labels: [[UInt8]] = []
    var label: [UInt8] = []
    var bytes = description.utf8.makeIterator()
    var isAfterDot = true
    while let byte = bytes.next() {
      isAfterDot = false
      switch byte {
      case UInt8(ascii: "."):
        labels.append(label)
        label = []
        isAfterDot = true
      case UInt8(ascii: "\\"):
        guard let next = bytes.next() else { return nil }
        guard let first = next.decimalValue else {
          label.append(next)
          break
        }
        guard let second = bytes.next()?.decimalValue, let third = bytes.next()?.decimalValue,
          let value = UInt8(exactly: first * 100 + second * 10 + third)
        else { return nil }
        label.append(value)
      default:
        label.append(byte)
      }
    }
    if !isAfterDot { labels.append(label) }
    guard !labels.isEmpty else { return nil }
    self.init(labels: labels)
  }

  /// Presentation form without the final dot; the root is `.`.
  ///
  /// Dots and backslashes in labels are escaped, control characters and bytes that are no UTF-8 are
  /// written as `\DDD`, everything else as it is.
  public var description: String {
    if wire.isEmpty { return "." }
    return labels.map(Self.presentation).joined(separator: ".")
  }

  private static func presentation(_ label: [UInt8]) -> String {
    let text = String(validating: label, as: UTF8.self)
    var escaped = ""
    let write = { (byte: UInt8, escaped: inout String) in
      let digits = String(byte)
      escaped += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    guard let text else {
      for byte in label {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "\\"):
          escaped += "\\" + String(UnicodeScalar(byte))
        case 0x20..<0x7F: escaped.unicodeScalars.append(UnicodeScalar(byte))
        default: write(byte, &escaped)
        }
      }
      return escaped
    }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2E, 0x5C:
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F: write(UInt8(scalar.value), &escaped)
      // C1 controls take two bytes in UTF-8.
      case 0x80..<0xA0: for byte in String(scalar).utf8 { write(byte, &escaped) }
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension UInt8 {
  /// The value of an ASCII decimal digit.
  fileprivate var decimalValue: Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) ? Int(self & 15) : nil
  }
}
