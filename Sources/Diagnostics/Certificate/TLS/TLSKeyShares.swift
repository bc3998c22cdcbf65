internal import Crypto

/// The client's secrets for the key exchange of TLS 1.3, one a group.
struct TLSKeyShares: Sendable {
  /// The groups by their numbers (RFC 8446, section 4.2.7).
  enum Group: UInt16, CaseIterable, Sendable {
    case p256 = 0x0017
    case p384 = 0x0018
    case p521 = 0x0019
    case x25519 = 0x001D

    /// Those of which a public value goes with the first hello: nearly all servers take one.
    static let eager: [Group] = [.x25519, .p256]
    /// All, the preferred first.
    static let offered: [Group] = [.x25519, .p256, .p384, .p521]
  }

  private let p256 = P256.KeyAgreement.PrivateKey()
  private let p384 = P384.KeyAgreement.PrivateKey()
  private let p521 = P521.KeyAgreement.PrivateKey()
  private let x25519 = Curve25519.KeyAgreement.PrivateKey()

  /// The public value for a group.
  func publicValue(_ group: Group) -> [UInt8] {
    switch group {
    case .p256: Array(p256.publicKey.x963Representation)
    case .p384: Array(p384.publicKey.x963Representation)
    case .p521: Array(p521.publicKey.x963Representation)
    case .x25519: Array(x25519.publicKey.rawRepresentation)
    }
  }

  /// What both sides know once the server's value is there; `nil` where that is no such value.
  func shared(_ group: Group, with value: [UInt8]) -> SharedSecret? {
    let secret = agreed(group, with: value)
    // A point of low order gives nothing but zeros (RFC 8446, section 7.4.2).
    let isNothing = secret?.withUnsafeBytes { $0.allSatisfy { $0 == 0 } } ?? true
    return isNothing ? nil : secret
  }

  private func agreed(_ group: Group, with value: [UInt8]) -> SharedSecret? {
    switch group {
    case .p256:
      (try? P256.KeyAgreement.PublicKey(x963Representation: value))
        .flatMap { try? p256.sharedSecretFromKeyAgreement(with: $0) }
    case .p384:
      (try? P384.KeyAgreement.PublicKey(x963Representation: value))
        .flatMap { try? p384.sharedSecretFromKeyAgreement(with: $0) }
    case .p521:
      (try? P521.KeyAgreement.PublicKey(x963Representation: value))
        .flatMap { try? p521.sharedSecretFromKeyAgreement(with: $0) }
    case .x25519:
      (try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: value))
        .flatMap { try? x25519.sharedSecretFromKeyAgreement(with: $0) }
    }
  }
}
