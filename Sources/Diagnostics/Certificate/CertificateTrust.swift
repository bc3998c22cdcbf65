/// Whether the system trusts a certificate, and why.
public struct CertificateTrust: Encodable, Hashable, Sendable {
  /// Whether a chain leads to one of the system's roots and holds now.
  public var isTrusted: Bool
  /// Why, in words.
  public var because: String

  private enum CodingKeys: String, CodingKey {
    case isTrusted = "trusted"
    case because
  }

  /// The result of checking the chain.
  public init(isTrusted: Bool, because: String) {
    self.isTrusted = isTrusted
    self.because = because
  }
}
