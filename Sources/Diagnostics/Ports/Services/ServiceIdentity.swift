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
