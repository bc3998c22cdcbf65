internal import Wire

/// Which groups a hello names for the key exchange (RFC 8446, section 4.2.7).
enum TLSGroupOffer: Hashable, Sendable {
  /// Those in which certificates can be seen: with TLS 1.3 only what is calculated here, up to
  /// TLS 1.2 every curve, for there the certificates come in clear before any calculation.
  case usual
  /// All that have a name, for a server that said no: with TLS 1.3 it then says by which it would
  /// have spoken. Never the first hello, or a server might prefer one that is not calculated here.
  case all

  /// Their numbers, the preferred first.
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

/// What a key exchange's group is called, by its number (RFC 8422, 7919, 8446).
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

  /// Its name, or the number in hexadecimal.
  static func of(_ number: UInt16) -> String {
    names[number] ?? "0x" + String(number, radix: 16)
  }

  /// The group of a server's key exchange up to TLS 1.2, from the message's body and the suite's
  /// name: a curve (RFC 8422, section 5.4), or how long a Diffie-Hellman prime is.
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
