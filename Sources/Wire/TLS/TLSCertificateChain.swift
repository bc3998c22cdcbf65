/// A server's certificates up to TLS 1.2, its own first (RFC 5246, section 7.4.2).
public struct TLSCertificateChain: Hashable, Sendable {
  /// Each in DER.
  public var certificates: [[UInt8]]

  /// How many are read of a chain; public ones have two to four.
  public static let limit = 32
}

extension TLSCertificateChain: WireFormat {
  /// Reads the body of the handshake message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    var inner = try cursor.slice(cursor.uint24(bytes), in: bytes)
    certificates = []
    while !inner.isAtEnd {
      guard certificates.count < Self.limit else {
        throw WireError(.tooMany("certificates"), at: inner.offset)
      }
      certificates.append(try inner.vector24(bytes))
    }
  }

  /// Appends the body.
  public func write(to bytes: inout [UInt8]) {
    var all: [UInt8] = []
    for certificate in certificates { all.append(vector24: certificate) }
    bytes.append(vector24: all)
  }
}

/// A server's certificates in TLS 1.3, each with extensions of its own (RFC 8446, section 4.4.2).
public struct TLS13CertificateChain: Hashable, Sendable {
  /// A certificate and what comes with it.
  public struct Entry: Hashable, Sendable {
    /// The certificate in DER.
    public var certificate: [UInt8]
    /// Among them its status.
    public var extensions: [TLSExtension] = []

    /// Its status by OCSP, in DER (RFC 8446, section 4.4.2.1).
    public var status: [UInt8]? {
      let found = extensions.first { $0.type == TLSExtension.Kind.statusRequest }
      return found.flatMap { try? TLSCertificateStatus(parsing: $0.data).response }
    }
  }

  /// Empty but for a client's.
  public var context: [UInt8] = []
  /// The server's own first.
  public var entries: [Entry]
}

extension TLS13CertificateChain: WireFormat {
  /// Reads the body of the handshake message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    context = try cursor.vector8(bytes)
    var inner = try cursor.slice(cursor.uint24(bytes), in: bytes)
    entries = []
    while !inner.isAtEnd {
      guard entries.count < TLSCertificateChain.limit else {
        throw WireError(.tooMany("certificates"), at: inner.offset)
      }
      let certificate = try inner.vector24(bytes)
      var extensions = try inner.slice(Int(inner.uint16(bytes)), in: bytes)
      entries.append(
        Entry(certificate: certificate, extensions: try TLSExtension.list(&extensions, in: bytes))
      )
    }
  }

  /// Appends the body.
  public func write(to bytes: inout [UInt8]) {
    var all: [UInt8] = []
    for entry in entries {
      all.append(vector24: entry.certificate)
      TLSExtension.write(entry.extensions, to: &all)
    }
    bytes.append(vector8: context)
    bytes.append(vector24: all)
  }
}

/// A server's request for the client's certificate (RFC 5246, section 7.4.4; RFC 8446, section 4.3.2).
public struct TLSCertificateRequest: Hashable, Sendable {
  /// The authorities whose certificates are accepted, as distinguished names in DER; empty where any
  /// will do.
  public var authorities: [[UInt8]]

  /// A request that names those authorities.
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

/// A certificate's status that the server brings along: a stapled OCSP response (RFC 6066, section 8).
public struct TLSCertificateStatus: Hashable, Sendable {
  /// The OCSP response in DER (RFC 6960).
  public var response: [UInt8]
}

extension TLSCertificateStatus: WireFormat {
  /// Reads the body of the handshake message, which TLS 1.3 has as an extension.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint8(bytes) == 1 else {
      throw WireError(.invalid("certificate status type"), at: 0)
    }
    response = try cursor.vector24(bytes)
  }

  /// Appends the body.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(1)
    bytes.append(vector24: response)
  }
}
