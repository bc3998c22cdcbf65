internal import Wire

extension ServerName {
  /// The name that a person gave, in any script.
  ///
  /// - Throws: That no host can be called so.
  init(given text: String) throws(DiagnosticError) {
    if IPAddress(text) != nil {
      try self.init(text)
      return
    }
    let plain = text.utf8.allSatisfy { $0 < 0x80 } ? text : try HostNameASCII.inASCII(text)
    let bare = plain.hasSuffix(".") ? plain.dropLast() : plain[...]
    if let mistake = HostNameASCII.mistake(in: bare) {
      throw .usage("'\(text)' can't be a host's name: \(mistake)")
    }
    try self.init(plain)
  }
}

extension CertificateDiagnostic.Options {
  /// Whether a text can be asked for within TLS.
  public static func isServerName(_ text: String) -> Bool {
    (try? ServerName(given: text)) != nil
  }
}
