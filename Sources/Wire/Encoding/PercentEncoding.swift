/// Percent encoding (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// A text as one segment of a path: what may stand in one (`pchar`, section 3.3) stays.
  package static func segment(_ text: String) -> String {
    encode(text, keeping: "-._~!$&'()*+,;=:@")
  }

  /// A text as a name or a value in a query, where `&`, `=` and `+` mean something: what is never reserved
  /// (section 2.3) stays.
  package static func queryValue(_ text: String) -> String { encode(text, keeping: "-._~") }

  private static func encode(_ text: String, keeping kept: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where kept.utf8.contains(byte):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += "%" + Hex.encode(CollectionOfOne(byte), .upper)
      }
    }
    return encoded
  }
}
