public import Wire

/// Keys that are trusted without anybody vouching for them: where chains of trust begin.
public struct TrustAnchors: Hashable, Sendable {
  /// What is trusted, by zone.
  public private(set) var zones: [DNSName: [DelegationSigner]] = [:]

  /// No anchors.
  public init() {}

  /// The root zone's key-signing keys of 2017 and 2024, as IANA publishes them in
  /// <https://data.iana.org/root-anchors/root-anchors.xml>.
  public static let iana: TrustAnchors = {
    var anchors = TrustAnchors()
    let digests: [(UInt16, [UInt64])] = [
      (
        20326,
        [
          0xE06D_44B8_0B8F_1D39, 0xA95C_0B0D_7C65_D084, 0x58E8_8040_9BBC_6834,
          0x5710_4237_C7F8_EC8D,
        ]
      ),
      (
        38696,
        [
          0x683D_2D0A_CB8C_9B71, 0x2A19_48B2_7F74_1219, 0x298D_0A45_0D61_2C48,
          0x3AF4_44A4_C0FB_2B16,
        ]
      ),
    ]
    for (tag, words) in digests {
      let digest = words.flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
      }
      anchors.add(
        DelegationSigner(keyTag: tag, algorithm: .rsaSHA256, digestType: .sha256, digest: digest),
        for: .root
      )
    }
    return anchors
  }()

  /// Adds a key.
  public mutating func add(_ signer: DelegationSigner, for zone: DNSName) {
    zones[zone, default: []].append(signer)
  }

  /// The zone with anchors that is closest above the name, or the name itself.
  public func closest(to name: DNSName) -> DNSName? {
    zones.keys.filter(name.isInside).max { $0.labelCount < $1.labelCount }
  }
}
