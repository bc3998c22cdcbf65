/// Secrets, and what a server may repeat of them in its refusal: an address without its host, a token
/// without the word before it.
enum SecretParts {
  /// Shorter parts are no secrets, and would take words out of what is said.
  private static let least = 8

  /// The longest first, so that none is cut apart by one of its own parts.
  static func all(of secrets: [String]) -> [String] {
    var parts = Set(secrets)
    for secret in secrets {
      for word in secret.split(whereSeparator: \.isWhitespace) where word.utf8.count >= least {
        parts.insert(String(word))
      }
      for scheme in ["https://", "http://"] where secret.hasPrefix(scheme) {
        let path = secret.dropFirst(scheme.count).drop { $0 != "/" }
        if path.utf8.count >= least { parts.insert(String(path)) }
      }
    }
    return parts.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }
}
