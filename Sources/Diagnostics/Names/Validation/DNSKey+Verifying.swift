import Crypto
import CryptoExtras
import FoundationEssentials
import SwiftASN1
public import Wire

extension DNSSECAlgorithm {
  /// Whether signatures made so are followed.
  ///
  /// Those with SHA-1 are not any more (RFC 9905): a zone that has no others counts as insecure.
  var isSupported: Bool {
    switch self {
    case .rsaSHA256, .rsaSHA512, .ecdsaP256SHA256, .ecdsaP384SHA384, .ed25519: true
    default: false
    }
  }
}

extension DNSKey {
  /// Whether the key made the signature over those bytes; false for keys that are none.
  func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    switch algorithm {
    case .rsaSHA256: rsaVerifies(signature, of: SHA256.hash(data: bytes))
    case .rsaSHA512: rsaVerifies(signature, of: SHA512.hash(data: bytes))
    case .ecdsaP256SHA256: p256Verifies(signature, of: bytes)
    case .ecdsaP384SHA384: p384Verifies(signature, of: bytes)
    case .ed25519:
      (try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey))?
        .isValidSignature(signature, for: bytes) ?? false
    default: false
    }
  }

  /// RFC 6605, section 4: coordinates and the pair (r, s), one after the other.
  private func p256Verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    guard let key = try? P256.Signing.PublicKey(rawRepresentation: publicKey),
      let pair = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
    else { return false }
    return key.isValidSignature(pair, for: bytes)
  }

  private func p384Verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    guard let key = try? P384.Signing.PublicKey(rawRepresentation: publicKey),
      let pair = try? P384.Signing.ECDSASignature(rawRepresentation: signature)
    else { return false }
    return key.isValidSignature(pair, for: bytes)
  }

  private func rsaVerifies(_ signature: [UInt8], of digest: some Digest) -> Bool {
    guard let der = rsaDER, let key = try? _RSA.Signing.PublicKey(unsafeDERRepresentation: der)
    else { return false }
    return key.isValidSignature(
      .init(rawRepresentation: signature),
      for: digest,
      padding: .insecurePKCS1v1_5
    )
  }

  /// Moduli longer than this have no place in DNSSEC (RFC 5702, section 2) and cost much to use.
  private static let longestModulus = 4096 / 8

  /// The key as SubjectPublicKeyInfo, from RFC 3110's form: the exponent after its length, then the
  /// modulus.
  private var rsaDER: [UInt8]? {
    guard let first = publicKey.first else { return nil }
    var start = 1
    var length = Int(first)
    if first == 0 {
      guard publicKey.count >= 3 else { return nil }
      length = Int(publicKey[1]) << 8 | Int(publicKey[2])
      start = 3
    }
    guard (1...8).contains(length), publicKey.count > start + length else { return nil }
    let exponent = publicKey[start..<start + length].drop { $0 == 0 }
    let modulus = publicKey[(start + length)...].drop { $0 == 0 }
    guard !exponent.isEmpty, (1...Self.longestModulus).contains(modulus.count) else { return nil }
    var key = DER.Serializer()
    let write: (inout DER.Serializer) throws -> Void = { key in
      try key.serialize(modulus)
      try key.serialize(exponent)
    }
    do {
      try key.appendConstructedNode(identifier: .sequence, write)
      let bits = ASN1BitString(bytes: key.serializedBytes[...])
      var info = DER.Serializer()
      try info.appendConstructedNode(identifier: .sequence) { info in
        try info.appendConstructedNode(identifier: .sequence) { method in
          try method.serialize(ASN1ObjectIdentifier.AlgorithmIdentifier.rsaEncryption)
          try method.serialize(ASN1Null())
        }
        try info.serialize(bits)
      }
      return info.serializedBytes
    } catch {
      return nil
    }
  }
}

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
