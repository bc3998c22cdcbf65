/// Bytes as people compare them.
enum Hexadecimal {
  /// Two digits a byte, in lower case.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0\(digits)" : digits
    }
    .joined()
  }
}
