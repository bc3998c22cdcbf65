/// What stands in the places of templates, by name.
struct Places: Hashable, Sendable {
  private var values: [String: String]

  init(_ values: [String: String]) {
    self.values = values
  }

  subscript(_ name: String) -> String? { values[name] }

  /// The text with each `{name}` replaced by its value, as `encoded` makes it; a name that isn't known
  /// stays as it is.
  ///
  /// One pass: what a value holds is not looked at again.
  func filling(_ text: String, encoded: (String) -> String = { $0 }) -> String {
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      filled += rest[..<open]
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(of: "}"), let value = values[String(inside[..<close])]
      else {
        filled += "{"
        rest = inside
        continue
      }
      filled += encoded(value)
      rest = inside[inside.index(after: close)...]
    }
    return filled + String(rest)
  }

  /// Whether a place of the text is empty.
  func leavesGap(in text: String) -> Bool {
    values.contains { $0.value.isEmpty && text.contains("{\($0.key)}") }
  }
}

/// Percent encoding (RFC 3986, section 2.1).
enum PercentEncoding {
  /// A text as one segment of a path: what may stand in one (`pchar`, section 3.3) stays.
  static func segment(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where "-._~!$&'()*+,;=:@".utf8.contains(byte):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (byte < 0x10 ? "0" : "") + digits
      }
    }
    return encoded
  }
}
