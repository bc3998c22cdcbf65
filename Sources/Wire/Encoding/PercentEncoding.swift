/// Percent encoding (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// A text as one segment of a path: what may stand in one (`pchar`, section 3.3) stays.
  package static func segment(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where "-._~!$&'()*+,;=:@".utf8.contains(byte):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += "%" + Hex.encode(CollectionOfOne(byte), .upper)
      }
    }
    return encoded
  }
}
