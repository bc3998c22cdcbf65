import Model

/// The text of a greeting, as it is kept: valid, without control characters, not too long.
enum GreetingText {
  /// How many bytes of a greeting are kept.
  static let limit = 1 << 10

  /// The text; line breaks stay; `nil` where nothing legible is left.
  static func legible(_ bytes: some Collection<UInt8>) -> String? {
    let text = String(decoding: bytes.prefix(limit), as: UTF8.self)
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t": scalars.append(scalar)
      default:
        if scalar.properties.generalCategory != .control { scalars.append(scalar) }
      }
    }
    let trimmed = String(scalars).drop(while: \.isWhitespace)
    guard let end = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(trimmed[...end])
  }

  /// The text in one line; `nil` where nothing legible is left.
  static func line(_ bytes: some Collection<UInt8>) -> String? {
    legible(bytes).map { text in
      String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
  }
}

extension Fact {
  /// How a service greeted; `nil` where nothing of it is legible.
  static func greeting(
    _ bytes: some Collection<UInt8>,
    port: UInt16,
    _ transport: String
  ) -> Fact? {
    GreetingText.legible(bytes).map { text in
      .banner(ServiceBanner(port: port, transport: transport, text: text))
    }
  }
}
