import FoundationEssentials
import Wire

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

  /// JSON doesn't escape C1 controls and text directions, but a terminal obeys them.
  private static func escapingControls(in json: String) -> String {
    guard json.unicodeScalars.contains(where: actsOnTerminal) else { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      if actsOnTerminal(scalar) {
        text += "\\u" + Hex.encode(scalar.value, digits: 4)
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

/// A character of text from the network that affects a terminal.
public enum TerminalHazard: Hashable, Sendable {
  /// Ends a line or moves on.
  case spacing
  /// A control character.
  case control
  /// Turns the writing direction, or can't be seen.
  case direction

  /// The hazard of the character; `nil` for harmless ones.
  public init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: self = .spacing
    case 0x00...0x1F, 0x7F...0x9F: self = .control
    // Joiners stay: words of some scripts, and some emoji, are written with them.
    case 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB:
      self = .direction
    default: return nil
    }
  }
}
