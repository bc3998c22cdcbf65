import Wire

extension StringProtocol {
  /// The text without percent-encoding (RFC 3986, section 2.1); `nil` where that is broken, or is no
  /// UTF-8.
  var percentDecoded: String? {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(Hex.value),
          let low = rest.popFirst().flatMap(Hex.value)
        else { return nil }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
