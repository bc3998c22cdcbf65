internal import Wire

/// The name that is asked for within TLS, and that certificates are compared with.
struct ServerName: Hashable {
  /// As certificates have it: in ASCII, or an address.
  var compared: String
  /// As a hello may have it: never an address, no final dot (RFC 6066, section 3).
  var indicated: String?

  /// Parses a host name or an address.
  ///
  /// - Throws: That it is no name.
  init(_ host: String) throws(DiagnosticError) {
    if IPAddress(host) != nil {
      compared = host
      return
    }
    let name = try HostNameASCII.inASCII(host)
    compared = (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased()
    // Names of this link may be UTF-8, which a hello can't have.
    indicated = compared.utf8.allSatisfy { $0 < 0x80 } ? compared : nil
  }
}

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
