/// A server's request for the client's certificate (RFC 5246, section 7.4.4; RFC 8446, section 4.3.2).
public struct TLSCertificateRequest: Hashable, Sendable {
  /// The authorities whose certificates are accepted, as distinguished names in DER; empty where any
  /// will do.
  public var authorities: [[UInt8]]

  /// The given request.
  public init(authorities: [[UInt8]]) {
    self.authorities = authorities
  }

  /// Reads the body of the handshake message, which each of three generations writes in its own way.
  public init(parsing bytes: RawSpan, of version: TLSVersion) throws(WireError) {
    var cursor = ByteCursor(bytes)
    // TLS 1.3: a context. Older versions: the types of certificate.
    _ = try cursor.vector8(bytes)
    authorities = []
    if version >= .tls13 {
      var inner = try cursor.slice(Int(cursor.uint16(bytes)), in: bytes)
      let extensions = try TLSExtension.list(&inner, in: bytes)
      let kind = TLSExtension.Kind.certificateAuthorities
      guard let found = extensions.first(where: { $0.type == kind }) else { return }
      let data = found.data.span.bytes
      var names = ByteCursor(data)
      authorities = try Self.names(&names, in: data)
      return
    }
    // Signature algorithms, since TLS 1.2.
    if version == .tls12 { _ = try cursor.vector16(bytes) }
    authorities = try Self.names(&cursor, in: bytes)
  }

  /// Reads names after their length in all, which bounds their number too.
  private static func names(
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) -> [[UInt8]] {
    var inner = try cursor.slice(Int(cursor.uint16(bytes)), in: bytes)
    var names: [[UInt8]] = []
    while !inner.isAtEnd { names.append(try inner.vector16(bytes)) }
    return names
  }
}
