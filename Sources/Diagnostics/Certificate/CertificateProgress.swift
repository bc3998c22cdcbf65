public import Wire

/// What `cert` tells while it runs.
public enum CertificateProgress: Encodable, Sendable {
  /// A version was asked for.
  case version(CertificateReport.VersionAnswer)
  /// So many suites of a version are known to be accepted.
  case ciphers(TLSVersion, accepted: Int)

  private enum CodingKeys: String, CodingKey { case ciphers }
  private enum CipherKeys: String, CodingKey { case version, accepted }

  /// Writes a version's answer as it stands in `versions`, or an object `ciphers`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .version(let answer): try answer.encode(to: encoder)
    case .ciphers(let version, let accepted):
      var json = encoder.container(keyedBy: CodingKeys.self)
      var inner = json.nestedContainer(keyedBy: CipherKeys.self, forKey: .ciphers)
      try inner.encode(version.description, forKey: .version)
      try inner.encode(accepted, forKey: .accepted)
    }
  }
}
