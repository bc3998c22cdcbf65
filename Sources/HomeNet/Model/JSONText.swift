import FoundationEssentials

/// Values as JSON on one line, keys in order of the alphabet, safe to print on a terminal.
public enum JSONText {
  /// The value's JSON, without a final newline.
  public static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return escapingControls(in: String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// The value that the line of JSON holds.
  public static func decode<Value: Decodable>(_ type: Value.Type, from line: some StringProtocol)
    throws
    -> Value
  {
    try JSONDecoder().decode(type, from: Data(line.utf8))
  }

  /// JSON lets C1 controls and text directions stand as they are; a terminal obeys them.
  private static func escapingControls(in json: String) -> String {
    guard json.unicodeScalars.contains(where: actsOnTerminal) else { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      if actsOnTerminal(scalar) {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func actsOnTerminal(_ scalar: Unicode.Scalar) -> Bool {
    TerminalHazard(scalar) != nil
  }
}
