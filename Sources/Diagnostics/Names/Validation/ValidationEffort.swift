/// What a validation has cost so far: counted, so that it can be bounded whatever a zone holds.
public struct ValidationEffort: Hashable, Encodable, Sendable {
  /// Questions asked of the source.
  public internal(set) var questions = 0
  /// Signatures computed over.
  public internal(set) var signatures = 0
  /// Digests of keys and hashes of names made, each iteration one.
  public internal(set) var hashes = 0

  /// None yet.
  public init() {}
}

/// How much a validation may cost.
///
/// A zone can hold many keys of one tag and many signatures by it, each to be tried with each
/// (CVE-2023-50387, "KeyTrap"), and names hashed many times over (CVE-2023-50868): without bounds,
/// one answer would take minutes.
public struct ValidationLimits: Hashable, Sendable {
  /// Questions asked of the source; a name of 34 labels under `ip6.arpa` takes 35 and keys.
  public var questions = 80
  /// Signatures computed over, in all.
  public var signatures = 128
  /// Signatures computed over for a record set, of those that one of the zone's keys may have made.
  public var signaturesPerSet = 8
  /// Zones tried of those that claim to have signed a record set; one has, more are made up.
  public var signersPerSet = 16
  /// Keys of one tag tried for a signature; two happen, more are an attack.
  public var keysPerTag = 4
  /// DS records that are looked at.
  public var signersPerZone = 16
  /// Keys that are looked at.
  public var keysPerZone = 64
  /// Iterations of NSEC3 that are followed; with more, a zone counts as insecure (RFC 9276, section
  /// 3.2, lets validators choose; name servers of 2024 choose 50).
  public var iterations = 50
  /// Digests and hashes made, in all.
  public var hashes = 8_192
  /// Records of denial that are looked at in a message.
  public var denials = 12
  /// Aliases followed.
  public var aliases = 12

  /// What suits a person who waits.
  public init() {}
}
