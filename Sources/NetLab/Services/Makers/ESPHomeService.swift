/// ESPHome's native interface, without encryption: the greeting and the device's description.
public struct ESPHomeService: ListenerService {
  private let answers: [UInt8: [UInt8]]

  /// A device that says this of itself.
  public init(name: String, friendlyName: String, version: String, board: String, maker: String) {
    let server = "\(name) (esphome v\(version))"
    answers = [
      1: Self.message(2, [0x08, 1, 0x10, 10] + Self.text(3, server) + Self.text(4, name)),
      9: Self.message(
        10,
        Self.text(2, name) + Self.text(3, "30:AE:A4:C9:1D:05") + Self.text(4, version)
          + Self.text(6, board) + Self.text(12, maker) + Self.text(13, friendlyName)
      ),
    ]
  }

  /// A connection that waits for messages, all of which are short.
  public func accept() -> any ServedConversation {
    let answers = answers
    return AnsweringService { bytes in
      guard bytes.first == 0 else { return .close() }
      guard bytes.count >= 3, bytes.count >= 3 + Int(bytes[1]) else { return nil }
      guard let answer = answers[bytes[2]] else { return .close() }
      return .say(answer)
    }
    .accept()
  }

  private static func text(_ field: UInt8, _ text: String) -> [UInt8] {
    [field << 3 | 2, UInt8(text.utf8.count)] + Array(text.utf8)
  }

  private static func message(_ kind: UInt8, _ fields: [UInt8]) -> [UInt8] {
    let (low, high) = (UInt8(fields.count & 0x7F), UInt8(fields.count >> 7))
    return [0] + (high == 0 ? [low] : [low | 0x80, high]) + [kind] + fields
  }
}
