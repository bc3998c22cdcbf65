extension TXTValue: Codable {
  private enum CodingKeys: String, CodingKey { case hex }

  /// Parses a text, `true`, or `{"hex": "00ff"}`.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if let text = try? container.decode(String.self) {
        self = .text(text)
        return
      }
      if let flag = try? container.decode(Bool.self) {
        guard flag else {
          throw DecodingError.dataCorruptedError(
            in: container,
            debugDescription: "a TXT key alone is true, never false"
          )
        }
        self = .present
        return
      }
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let hex = Array(try container.decode(String.self, forKey: .hex).utf8)
    var bytes: [UInt8] = []
    guard hex.count % 2 == 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .hex,
        in: container,
        debugDescription: "an odd number of hexadecimal digits"
      )
    }
    for index in stride(from: 0, to: hex.count, by: 2) {
      guard let high = Self.nibble(hex[index]), let low = Self.nibble(hex[index + 1]) else {
        throw DecodingError.dataCorruptedError(
          forKey: .hex,
          in: container,
          debugDescription: "no hexadecimal digit"
        )
      }
      bytes.append(high << 4 | low)
    }
    self = .bytes(bytes)
  }

  /// Writes a text, `true`, or `{"hex": "00ff"}`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .present:
      var container = encoder.singleValueContainer()
      try container.encode(true)
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .bytes(let bytes):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Self.hex(bytes), forKey: .hex)
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return bytes.reduce(into: "") { text, byte in
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
  }
}
