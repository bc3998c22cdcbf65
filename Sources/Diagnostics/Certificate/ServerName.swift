internal import Wire

/// The name that is asked for within TLS, and that certificates are compared with.
struct ServerName: Hashable {
  /// As certificates have it: in ASCII, or an address.
  var compared: String
  /// As a hello may have it: never an address, no final dot (RFC 6066, section 3).
  var indicated: String?

  /// The given host's.
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
