import FoundationEssentials

/// JSON that only this program reads: the memory of machines in the store.
enum StoredJSON {
  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // The types have no numbers that JSON can't say.
    return (try? encoder.encode(value)).map { [UInt8]($0) } ?? []
  }

  /// The value; `nil` where another version wrote something else.
  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }
}
