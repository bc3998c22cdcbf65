/// Host names as they come from records and resolvers.
enum HostName {
  /// Without the trailing dot; `nil` for placeholders and what cannot be a name.
  static func usable(_ text: String) -> String? {
    var name = text[...]
    while name.last == "." { name.removeLast() }
    guard !name.isEmpty, name.utf8.count <= 255 else { return nil }
    return placeholders.contains(name.lowercased()) ? nil : String(name)
  }

  /// What makes two host names one: case does not count (RFC 6762, section 16).
  static func key(_ text: String) -> String? {
    usable(text)?.lowercased()
  }

  private static let placeholders: Set<String> = [
    "unknown", "none", "null", "(null)", "n/a", "-", "*", "?", "undefined", "localhost",
    "localhost.localdomain", "localhost.local", "0.0.0.0", "_gateway",
  ]
}
