internal import Wire

/// What registries write, read leniently.
extension JSONValue {
  /// A non-empty string, cut to 1024 characters.
  var shortText: String? {
    guard let text, !text.isEmpty else { return nil }
    return String(text.prefix(1024))
  }

  /// An integer, also one written as a string.
  var integer: Int? {
    switch self {
    case .number(let number): Int(exactly: number)
    case .text(let text): Int(text)
    default: nil
    }
  }
}
