extension Base64 {
  /// The bytes in sixty-four characters, filled up with `=` (RFC 4648, section 4).
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    encode(bytes, alphabet, pads: true)
  }

  /// The bytes in characters that URLs may hold, not filled up (RFC 4648, section 5).
  public static func encodeForURL(_ bytes: some Collection<UInt8>) -> String {
    encode(bytes, urlAlphabet, pads: false)
  }

  private static func encode(
    _ bytes: some Collection<UInt8>,
    _ alphabet: [UInt8],
    pads: Bool
  ) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 1
      guard count.isMultiple(of: 3) else { continue }
      for shift in stride(from: UInt32(18), through: 0, by: -6) {
        text.append(alphabet[Int(bits >> shift & 63)])
      }
      bits = 0
    }
    let left = count % 3
    if left > 0 {
      bits <<= UInt32(8 * (3 - left))
      for index in 0...left { text.append(alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)]) }
      if pads { text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - left)) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let alphabet = Array((letters + "+/").utf8)
  private static let urlAlphabet = Array((letters + "-_").utf8)
}
