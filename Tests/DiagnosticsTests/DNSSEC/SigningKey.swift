import Crypto
import CryptoExtras
import Diagnostics
import Foundation
import Wire

/// A zone's key with its private half, for zones made in memory.
struct SigningKey: Sendable {
  let record: DNSKey
  let sign: @Sendable (_ bytes: [UInt8]) -> [UInt8]

  var tag: UInt16 { record.tag }

  static func ed25519(flags: UInt16 = 257) -> SigningKey {
    let key = Curve25519.Signing.PrivateKey()
    return SigningKey(
      record: DNSKey(
        flags: flags,
        algorithm: .ed25519,
        publicKey: Array(key.publicKey.rawRepresentation)
      ),
      sign: { bytes in (try? key.signature(for: bytes)).map(Array.init) ?? [] }
    )
  }

  static func p256(flags: UInt16 = 257) -> SigningKey {
    let key = P256.Signing.PrivateKey()
    return SigningKey(
      record: DNSKey(
        flags: flags,
        algorithm: .ecdsaP256SHA256,
        publicKey: Array(key.publicKey.rawRepresentation)
      ),
      sign: { bytes in (try? key.signature(for: bytes)).map { Array($0.rawRepresentation) } ?? [] }
    )
  }

  static func p384(flags: UInt16 = 257) -> SigningKey {
    let key = P384.Signing.PrivateKey()
    return SigningKey(
      record: DNSKey(
        flags: flags,
        algorithm: .ecdsaP384SHA384,
        publicKey: Array(key.publicKey.rawRepresentation)
      ),
      sign: { bytes in (try? key.signature(for: bytes)).map { Array($0.rawRepresentation) } ?? [] }
    )
  }

  /// RSA with keys of 1,024 bits, as zones still sign with, which are quickly made.
  static func rsa(_ algorithm: DNSSECAlgorithm, flags: UInt16 = 257) throws -> SigningKey {
    let key = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024))
    let parts = try key.publicKey.getKeyPrimitives()
    let exponent = Array(parts.publicExponent)
    return SigningKey(
      record: DNSKey(
        flags: flags,
        algorithm: algorithm,
        publicKey: [UInt8(exponent.count)] + exponent + Array(parts.modulus)
      ),
      sign: { bytes in
        let signature =
          algorithm == .rsaSHA512
          ? try? key.signature(for: SHA512.hash(data: bytes), padding: .insecurePKCS1v1_5)
          : try? key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
        return signature.map { Array($0.rawRepresentation) } ?? []
      }
    )
  }

  /// The same key under another number.
  func claiming(_ algorithm: DNSSECAlgorithm) -> SigningKey {
    var record = record
    record.algorithm = algorithm
    return SigningKey(record: record, sign: sign)
  }

  /// What a parent says of it.
  func delegation(
    of zone: DNSName,
    _ digest: DNSSECDigestType = .sha256
  ) throws -> DelegationSigner {
    struct NoDigest: Error {}
    guard let signer = DelegationSigner(of: record, in: zone, digest) else { throw NoDigest() }
    return signer
  }
}
