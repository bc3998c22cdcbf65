internal import Wire

extension TLSInquiry {
  /// What was learnt.
  struct Findings: Hashable, Sendable {
    /// What the server chose; `nil` while there was no hello of its.
    var version: TLSVersion?
    /// What is agreed on.
    var suite: TLSCipherSuite?
    /// The key exchange's group, where the server sent it.
    var group: String?
    /// In DER, the server's own first; `nil` where none were seen.
    var chain: [[UInt8]]?
    /// The stapled OCSP response in DER.
    var staple: [UInt8]?
    /// The server's request for a certificate of the client's; `nil` where none was seen.
    var certificateRequest: TLSCertificateRequest?
    /// Whether the server has said all that a request for a certificate would have come before.
    var hasPassedRequest = false
    /// Why there is no more.
    var failure: Failure?

    /// Takes the message that brings the certificates.
    mutating func take(certificates body: [UInt8]) throws(WireError) {
      guard version == .tls13 else {
        chain = try TLSCertificateChain(parsing: body).certificates
        return
      }
      let entries = try TLS13CertificateChain(parsing: body).entries
      chain = entries.map(\.certificate)
      // A request comes before the certificates there (RFC 8446, section 4.3.2).
      hasPassedRequest = true
      staple = entries.first?.status
    }
  }

  /// Why a server's hello or certificates were not seen.
  enum Failure: Hashable, Sendable {
    /// The server said no, and why.
    case alert(TLSAlert)
    /// What came is no TLS, or breaks its rules.
    case malformed(String)
    /// It agreed on something that can't be opened here.
    case sealed(String)
    /// More came than is read here.
    case tooLong(String)
    /// It would not begin TLS.
    case opening(String)

    /// It in words.
    var words: String {
      switch self {
      case .alert(let alert): "it says \(alert.name)"
      case .malformed(let why), .sealed(let why), .tooLong(let why), .opening(let why): why
      }
    }

    /// Whether it is this tool that can't do more, rather than the server.
    var isOurs: Bool {
      switch self {
      case .sealed, .tooLong: true
      case .alert, .malformed, .opening: false
      }
    }
  }
}
