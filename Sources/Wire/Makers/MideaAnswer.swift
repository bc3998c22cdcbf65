/// What a Midea module says under a key that is in every app.
public enum MideaAnswer {
  private static let cipher = AES128(key: [
    0x6A, 0x92, 0xEF, 0x40, 0x6B, 0xAD, 0x2F, 0x03, 0x59, 0xBA, 0xAD, 0x99, 0x41, 0x71, 0xEA, 0x6D,
  ])

  /// The network that the module once opened, which names its kind: `net_ac_1A2B`.
  public static func network(in answer: [UInt8]) -> String? {
    var bytes = answer[...]
    // Newer modules put another envelope around it.
    if bytes.starts(with: [0x83, 0x70]) { bytes = bytes.dropFirst(8).dropLast(16) }
    guard bytes.starts(with: [0x5A, 0x5A]), bytes.count <= 512 else { return nil }
    let hidden = bytes.dropFirst(40).dropLast(16)
    guard let clear = cipher?.decrypt(hidden), clear.count > 41 else { return nil }
    let length = Int(clear[40])
    let name = clear[41...].prefix(length)
    guard name.count == length, name.starts(with: "net_".utf8),
      name.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return String(decoding: name, as: UTF8.self)
  }
}
