import Model

/// Cleans the text of greetings: valid Unicode, without control characters, bounded.
enum GreetingText {
  /// In bytes.
  static let limit = 1 << 10

  /// The text with its line breaks; `nil` if only white space is left.
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

  /// The text with line breaks and tabs as spaces; `nil` if only white space is left.
  static func line(_ bytes: some Collection<UInt8>) -> String? {
    legible(bytes).map { text in
      String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
  }
}

extension Fact {
  /// A service's banner; empty if nothing legible is left.
  static func greeting(
    _ bytes: some Collection<UInt8>,
    port: UInt16,
    _ transport: String
  ) -> [Fact] {
    guard let text = GreetingText.legible(bytes) else { return [] }
    return [.banner(ServiceBanner(port: port, transport: transport, text: text))]
  }
}

/// A first line and `key: value` lines, as in HTTP and the protocols modelled on it.
struct HeaderLines: Sendable {
  let first: String
  /// Names in lower case; the first of repeated fields.
  private(set) var fields: [String: String] = [:]

  private static let mostLines = 64

  init(_ text: String) {
    var lines = text.utf8.split(maxSplits: Self.mostLines) { $0 == 0x0A || $0 == 0x0D }
    if lines.count > Self.mostLines { lines.removeLast() }
    first = lines.first.map { String($0) ?? "" } ?? ""
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        let name = String(line[..<colon]), let value = String(line[line.index(after: colon)...])
      else { continue }
      let key = Self.trimmed(name).lowercased()
      if !key.isEmpty, fields[key] == nil { fields[key] = Self.trimmed(value) }
    }
  }

  /// The value of a field, named in lower case.
  subscript(_ name: String) -> String? { fields[name] }

  private static func trimmed(_ text: String) -> String {
    var text = Substring(text)
    while text.last == " " || text.last == "\t" { text.removeLast() }
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    return String(text)
  }
}
