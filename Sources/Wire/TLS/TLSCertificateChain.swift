/// A server's certificates up to TLS 1.2, its own first (RFC 5246, section 7.4.2).
public struct TLSCertificateChain: Hashable, Sendable {
  /// Each in DER.
  public var certificates: [[UInt8]]

  /// The given ones.
  public init(_ certificates: [[UInt8]]) {
    self.certificates = certificates
  }

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
    public var extensions: [TLSExtension]

    /// The given certificate.
    public init(_ certificate: [UInt8], extensions: [TLSExtension] = []) {
      self.certificate = certificate
      self.extensions = extensions
    }

    /// Its status by OCSP, in DER (RFC 8446, section 4.4.2.1).
    public var status: [UInt8]? {
      let found = extensions.first { $0.type == TLSExtension.Kind.statusRequest }
      return found.flatMap { try? TLSCertificateStatus(parsing: $0.data).response }
    }
  }

  /// Empty but for a client's.
  public var context: [UInt8]
  /// The server's own first.
  public var entries: [Entry]

  /// The given ones.
  public init(_ entries: [Entry], context: [UInt8] = []) {
    self.entries = entries
    self.context = context
  }
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
      entries.append(Entry(certificate, extensions: try TLSExtension.list(&extensions, in: bytes)))
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
