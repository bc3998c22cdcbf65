internal import Wire

/// The certificates in a text as RFC 7468 writes them; whatever stands between them doesn't count.
///
/// Each is read by itself, so that one that is broken hides none of the others.
enum PEMCertificates {
  /// Why one can't be read.
  struct Wrong: Error, Hashable {
    var words: String
  }

  private static let begin = "-----BEGIN CERTIFICATE-----"
  private static let end = "-----END CERTIFICATE-----"

  /// What each holds in DER, in the text's order.
  static func read(_ text: String) -> [Result<[UInt8], Wrong>] {
    var found: [Result<[UInt8], Wrong>] = []
    var block: [Substring]?
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop(while: \.isWhitespace)
      if line.hasPrefix(begin) {
        if block != nil { found.append(.failure(Wrong(words: "it has no end"))) }
        block = []
      } else if line.hasPrefix(end), let lines = block {
        found.append(decode(lines))
        block = nil
      } else {
        block?.append(line)
      }
    }
    if block != nil { found.append(.failure(Wrong(words: "it has no end"))) }
    return found
  }

  /// One certificate's text, its lines of 64 letters, the last ended too.
  static func write(_ der: [UInt8]) -> String {
    var lines = [begin]
    var rest = Base64.encode(der)[...]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    return (lines + [end, ""]).joined(separator: "\n")
  }

  private static func decode(_ lines: [Substring]) -> Result<[UInt8], Wrong> {
    // Lines of any length: RFC 7468's 64 are not kept to by all.
    let text = lines.joined().filter { !$0.isWhitespace }
    guard let der = Base64.decode(text.utf8), !der.isEmpty else {
      return .failure(Wrong(words: "its text is no base64"))
    }
    return .success(der)
  }
}
