/// Beginnings of texts, in ASCII: only those with the text's first letter are compared.
struct PrefixTable: Sendable {
  private var byFirst: [[String]] = Array(repeating: [], count: 128)

  /// A table of those beginnings.
  init(_ prefixes: [String]) {
    for prefix in prefixes {
      if let first = prefix.utf8.first, first < 0x80 { byFirst[Int(first)].append(prefix) }
    }
  }

  /// Whether the text begins with one of them.
  func begins(_ text: String) -> Bool {
    guard let first = text.utf8.first, first < 0x80 else { return false }
    return byFirst[Int(first)].contains { text.hasPrefix($0) }
  }
}
