/// What a port's answer says of the service there.
struct ServiceIdentity: Hashable, Sendable {
  /// What is spoken, in the words of `PortNames`.
  var service: String
  /// Product and version as far as they are told, legible and short.
  var version: String?

  init(_ service: String, _ version: String? = nil) {
    self.service = service
    self.version = version.flatMap(ServiceText.short)
  }

  /// The same within TLS.
  var secured: ServiceIdentity {
    var identity = self
    identity.service = Self.securedNames[service] ?? service
    return identity
  }

  private static let securedNames = [
    "http": "https", "imap": "imaps", "pop3": "pop3s", "ldap": "ldaps", "mqtt": "mqtts",
    "sip": "sips", "ftp": "ftps", "irc": "ircs", "smtp": "smtps",
  ]
}

/// Text of services as it may be shown.
enum ServiceText {
  /// Legible, in one line, not long; `nil` where nothing is left.
  static func short(_ text: some StringProtocol) -> String? {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(200) where !isUnfit(scalar) { kept.append(scalar) }
    let words = String(kept).split(separator: " ").joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(80))
  }

  private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      true
    default: scalar == "\u{FFFD}"
    }
  }
}
