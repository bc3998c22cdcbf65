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
