internal import Wire

extension TLSInquiry {
  /// What was learnt.
  struct Findings: Hashable, Sendable {
    /// What the server chose; `nil` while there was no hello of its.
    var version: TLSVersion?
    /// What is agreed on.
    var suite: TLSCipherSuite?
    /// The key exchange's group, where it told.
    var group: String?
    /// In DER, the server's own first; `nil` where none were seen.
    var chain: [[UInt8]]?
    /// The stapled OCSP response in DER.
    var staple: [UInt8]?
    /// Why there is no more.
    var failure: Failure?
  }

  /// Why a server's hello or certificates were not seen.
  enum Failure: Hashable, Sendable {
    /// The server said no, and why.
    case alert(TLSAlert)
    /// What came is no TLS, or breaks its rules.
    case malformed(String)
    /// It agreed on something that can't be opened here.
    case sealed(String)
    /// It would not begin TLS.
    case opening(String)
  }
}
