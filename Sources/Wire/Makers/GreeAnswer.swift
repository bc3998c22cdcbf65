/// What Gree's air conditioners answer to a scan, under a key that is in every one of them.
public enum GreeAnswer {
  private static let cipher = AES128(key: Array("a3K8Bx%2r8Y7#xDh".utf8))

  /// The JSON of the answer's `pack`; `nil` where that is no Base64 of whole blocks.
  public static func json(inPack pack: some Sequence<UInt8>) -> [UInt8]? {
    guard let hidden = Base64.decode(pack), let clear = cipher?.decrypt(hidden),
      let padding = clear.last
    else { return nil }
    return Array(clear.dropLast(Int(min(padding, 16))))
  }
}
