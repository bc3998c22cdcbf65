internal import Crypto
internal import Wire

extension TLSClientHello {
  /// A hello that offers one version alone.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - serverName: The SNI; `nil` for none.
  ///   - random: 32 random bytes, and 32 more for the session ID.
  ///   - groups: The supported groups.
  ///   - suites: The cipher suites; `nil` for the version's usual ones.
  ///   - shares: TLS 1.3's key shares.
  ///   - cookie: The cookie of a HelloRetryRequest.
  init(
    offering version: TLSVersion,
    to serverName: String?,
    random: [UInt8],
    groups: TLSGroupOffer,
    suites: [TLSCipherSuite]?,
    shares: [(group: TLSKeyShares.Group, value: [UInt8])],
    cookie: [UInt8]?
  ) {
    let isModern = version == .tls13
    var extensions: [TLSExtension] = []
    if let serverName { extensions.append(.serverName(serverName)) }
    extensions.append(.statusRequest)
    extensions.append(.groups(groups.numbers(for: version)))
    if version >= .tls12 { extensions.append(.signatures(Self.signatures)) }
    if isModern {
      extensions.append(.versions([.tls13]))
      extensions.append(.keyShares(shares.map { (group: $0.group.rawValue, value: $0.value) }))
      if let cookie {
        extensions.append(TLSExtension(type: TLSExtension.Kind.cookie, data: cookie))
      }
    } else {
      extensions.append(.pointFormats)
      extensions.append(.noRenegotiation)
    }
    self.init(
      version: min(version, .tls12),
      random: Array(random.prefix(32)),
      sessionID: isModern ? Array(random.dropFirst(32)) : [],
      suites: suites ?? (isModern ? TLSCipherSuite.modern : version == .tls12 ? .classic : .old),
      extensions: extensions
    )
  }

  /// ECDSA, EdDSA, RSA-PSS, RSA, and SHA-1 last, so that weak certificates are shown too.
  private static let signatures: [UInt16] = [
    0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601, 0x0603, 0x0807, 0x0808,
    0x0809, 0x080A, 0x080B, 0x0303, 0x0301, 0x0203, 0x0201,
  ]
}

extension [TLSCipherSuite] {
  fileprivate static var classic: Self { TLSCipherSuite.classic }
  fileprivate static var old: Self { TLSCipherSuite.old }
}

/// The supported groups of a hello (RFC 8446, section 4.2.7).
enum TLSGroupOffer: Hashable, Sendable {
  /// Groups with which certificates become visible: with TLS 1.3 the implemented ones, up to TLS 1.2
  /// every curve, since certificates come in clear.
  case usual
  /// All named groups, for a retry after a refusal, to learn the server's group. Not for the first
  /// hello, where the server might prefer one that isn't implemented here.
  case all

  /// The code points, the preferred first.
  func numbers(for version: TLSVersion) -> [UInt16] {
    let ours = TLSKeyShares.Group.offered.map(\.rawValue)
    switch (self, version) {
    case (.usual, .tls13): return ours
    case (.usual, _): return ours + Self.curves
    case (.all, .tls13): return ours + Self.modern + Self.finiteFields
    case (.all, _): return ours + Self.curves + Self.finiteFields
    }
  }

  /// X448, Brainpool's, secp256k1, P-224 and P-192 (RFC 7027, 8422).
  private static let curves: [UInt16] = [
    0x001E, 0x001C, 0x001B, 0x001A, 0x0016, 0x0015, 0x0013,
  ]
  /// X448, ML-KEM with a curve and alone, Brainpool's (RFC 8734), SM2's (RFC 8998).
  private static let modern: [UInt16] = [
    0x001E, 0x11EC, 0x11EB, 0x11ED, 0x0200, 0x0201, 0x0202, 0x0021, 0x0020, 0x001F, 0x0029,
  ]
  /// ffdhe2048 to ffdhe8192 (RFC 7919).
  private static let finiteFields: [UInt16] = [0x0100, 0x0101, 0x0102, 0x0103, 0x0104]
}

/// The names of groups (RFC 8422, 7919, 8446).
enum TLSGroupName {
  private static let names: [UInt16: String] = [
    0x0013: "P-192", 0x0015: "P-224", 0x0016: "secp256k1", 0x0017: "P-256", 0x0018: "P-384",
    0x0019: "P-521", 0x001A: "brainpoolP256r1", 0x001B: "brainpoolP384r1",
    0x001C: "brainpoolP512r1", 0x001D: "X25519", 0x001E: "X448", 0x001F: "brainpoolP256r1tls13",
    0x0020: "brainpoolP384r1tls13", 0x0021: "brainpoolP512r1tls13", 0x0029: "curveSM2",
    0x0100: "ffdhe2048", 0x0101: "ffdhe3072", 0x0102: "ffdhe4096", 0x0103: "ffdhe6144",
    0x0104: "ffdhe8192", 0x0200: "MLKEM512", 0x0201: "MLKEM768", 0x0202: "MLKEM1024",
    0x11EB: "SecP256r1MLKEM768", 0x11EC: "X25519MLKEM768", 0x11ED: "SecP384r1MLKEM1024",
  ]

  /// The name, or the code point in hexadecimal.
  static func of(_ number: UInt16) -> String {
    names[number] ?? "0x" + String(number, radix: 16)
  }

  /// The group in a ServerKeyExchange up to TLS 1.2: a curve (RFC 8422, section 5.4), or the length
  /// of the Diffie-Hellman prime.
  static func ofKeyExchange(_ body: [UInt8], suite: String) -> String? {
    if suite.contains("_ECDHE_") {
      guard body.count >= 3, body[0] == 3 else { return nil }
      return of(UInt16(body[1]) << 8 | UInt16(body[2]))
    }
    guard suite.contains("_DHE_"), body.count >= 2 else { return nil }
    let length = Int(body[0]) << 8 | Int(body[1])
    let prime = body.dropFirst(2).prefix(length).drop { $0 == 0 }
    guard let first = prime.first else { return nil }
    return "DH \(prime.count * 8 - first.leadingZeroBitCount) bits"
  }
}

/// The client's private keys for TLS 1.3's key exchange, one for each group.
struct TLSKeyShares: Sendable {
  /// The implemented groups (RFC 8446, section 4.2.7).
  enum Group: UInt16, CaseIterable, Sendable {
    case p256 = 0x0017
    case p384 = 0x0018
    case p521 = 0x0019
    case x25519 = 0x001D

    /// The groups of the first hello's key shares; nearly all servers accept one.
    static let eager: [Group] = [.x25519, .p256]
    /// All, the preferred first.
    static let offered: [Group] = [.x25519, .p256, .p384, .p521]
  }

  private let p256 = P256.KeyAgreement.PrivateKey()
  private let p384 = P384.KeyAgreement.PrivateKey()
  private let p521 = P521.KeyAgreement.PrivateKey()
  private let x25519 = Curve25519.KeyAgreement.PrivateKey()

  /// The key share of a group.
  func publicValue(_ group: Group) -> [UInt8] {
    switch group {
    case .p256: Array(p256.publicKey.x963Representation)
    case .p384: Array(p384.publicKey.x963Representation)
    case .p521: Array(p521.publicKey.x963Representation)
    case .x25519: Array(x25519.publicKey.rawRepresentation)
    }
  }

  /// The shared secret; `nil` for an invalid key share.
  func shared(_ group: Group, with value: [UInt8]) -> SharedSecret? {
    let secret = agreed(group, with: value)
    // A low-order point gives all zeros (RFC 8446, section 7.4.2).
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
