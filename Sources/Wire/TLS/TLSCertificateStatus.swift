/// A certificate's status that the server brings along: a stapled OCSP response (RFC 6066, section 8).
public struct TLSCertificateStatus: Hashable, Sendable {
  /// The OCSP response in DER (RFC 6960).
  public var response: [UInt8]

  /// The given response.
  public init(_ response: [UInt8]) {
    self.response = response
  }
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
