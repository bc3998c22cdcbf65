import Crypto
public import Wire

extension DelegationSigner {
  /// The pointer to a key that a parent zone would hold (RFC 4034, section 5.1.4); `nil` for a digest
  /// that isn't known.
  public init?(of key: DNSKey, in zone: DNSName, _ digestType: DNSSECDigestType = .sha256) {
    let bytes = zone.canonical + key.rdata
    let digest: [UInt8]
    switch digestType {
    case .sha1: digest = Array(Insecure.SHA1.hash(data: bytes))
    case .sha256: digest = Array(SHA256.hash(data: bytes))
    case .sha384: digest = Array(SHA384.hash(data: bytes))
    default: return nil
    }
    self.init(
      keyTag: key.tag,
      algorithm: key.algorithm,
      digestType: digestType,
      digest: digest
    )
  }

  /// Whether both the digest and the key's algorithm are followed here.
  var isSupported: Bool {
    algorithm.isSupported && [.sha1, .sha256, .sha384].contains(digestType)
  }
}

extension [DelegationSigner] {
  /// Those that count: with another digest beside it, one by SHA-1 doesn't (RFC 4509, section 3).
  var usable: [DelegationSigner] {
    let supported = filter(\.isSupported)
    let strong = supported.filter { $0.digestType != .sha1 }
    return strong.isEmpty ? supported : strong
  }
}
