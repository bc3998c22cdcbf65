import Wire

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
    guard hex.count % 2 == 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .hex,
        in: container,
        debugDescription: "an odd number of hexadecimal digits"
      )
    }
    guard let bytes = Hex.decode(hex) else {
      throw DecodingError.dataCorruptedError(
        forKey: .hex,
        in: container,
        debugDescription: "no hexadecimal digit"
      )
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
      try container.encode(Hex.encode(bytes), forKey: .hex)
    }
  }
}
