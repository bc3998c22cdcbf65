/// Text as UTF-16, the least significant byte first.
public enum UTF16Bytes {
  /// The text; half a character at the end is left out.
  public static func text(of bytes: some Sequence<UInt8>) -> String {
    var units: [UInt16] = []
    var low: UInt8?
    for byte in bytes {
      if let first = low {
        units.append(UInt16(byte) << 8 | UInt16(first))
        low = nil
      } else {
        low = byte
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The bytes.
  public static func bytes(of text: String) -> [UInt8] {
    text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }
}
