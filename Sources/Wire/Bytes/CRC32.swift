/// The checksum of Ethernet and zip (ITU-T V.42, section 8.1.1.6.2), which makers' own protocols use.
public enum CRC32 {
  /// The checksum of the bytes.
  public static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var register = UInt32.max
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~register
  }
}
