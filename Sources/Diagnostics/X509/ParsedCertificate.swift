internal import SwiftASN1
internal import Wire
internal import X509

/// A certificate's ASN.1 members (RFC 5280, section 4.1).
struct ParsedCertificate {
  var serial: [UInt8] = []
  var signature: ASN1Node?
  var issuer = DistinguishedName()
  var subject = DistinguishedName()
  /// In seconds since 1970.
  var validFrom, validUntil: Int64?
  /// SubjectPublicKeyInfo.
  var key: ASN1Node?
  var keyBytes: [UInt8] = []
  var extensions: [Certificate.Extension] = []
  /// The number of extensions that are malformed or over the limit.
  var unreadable = 0

  /// No real certificate has as many.
  private static let extensionLimit = 64

  init(_ node: ASN1Node) throws {
    self = try DER.sequence(node, identifier: .sequence) { parts in
      guard let body = parts.next(), let method = parts.next(), parts.next() != nil else {
        throw Self.broken
      }
      return try Self(body: body, method: method)
    }
  }

  private static let broken = ASN1Error.invalidASN1Object(reason: "no certificate")

  private init(body: ASN1Node, method: ASN1Node) throws {
    var parsed = Self()
    parsed.signature = method
    try DER.sequence(body, identifier: .sequence) { parts in
      _ = try DER.optionalExplicitlyTagged(&parts, tagNumber: 0, tagClass: .contextSpecific) {
        try Int(derEncoded: $0)
      }
      parsed.serial = Array(try ArraySlice<UInt8>(derEncoded: &parts))
      guard parts.next() != nil, let issuer = parts.next(), let validity = parts.next(),
        let subject = parts.next(), let key = parts.next()
      else { throw Self.broken }
      parsed.issuer = try DistinguishedName(derEncoded: issuer)
      parsed.subject = try DistinguishedName(derEncoded: subject)
      (parsed.validFrom, parsed.validUntil) = try Self.times(validity)
      parsed.key = key
      parsed.keyBytes = Array(key.encodedBytes)
      // Two obsolete unique identifiers, then extensions under the tag 3.
      while let rest = parts.next() {
        if rest.identifier == ASN1Identifier(tagWithNumber: 3, tagClass: .contextSpecific) {
          parsed.take(extensions: rest)
        }
      }
    }
    self = parsed
  }

  private init() {}

  private static func times(_ node: ASN1Node) throws -> (Int64?, Int64?) {
    try DER.sequence(node, identifier: .sequence) { parts in
      guard let from = parts.next(), let until = parts.next() else { throw Self.broken }
      return (ASN1Time.seconds(from), ASN1Time.seconds(until))
    }
  }

  /// Parses each extension by itself.
  private mutating func take(extensions node: ASN1Node) {
    var lists = (try? Self.members(of: node))?.makeIterator()
    guard let list = lists?.next(), let entries = try? Self.members(of: list) else {
      unreadable += 1
      return
    }
    for (index, entry) in entries.enumerated() {
      if index < Self.extensionLimit, let found = try? Self.extension(entry) {
        extensions.append(found)
      } else {
        unreadable += 1
      }
    }
  }

  private static func members(of node: ASN1Node) throws -> ASN1NodeCollection {
    guard case .constructed(let members) = node.content else { throw broken }
    return members
  }

  private static func `extension`(_ entry: ASN1Node) throws -> Certificate.Extension {
    try DER.sequence(entry, identifier: .sequence) { parts in
      let number = try ASN1ObjectIdentifier(derEncoded: &parts)
      guard var value = parts.next() else { throw Self.broken }
      var isCritical = false
      // Some encode the default FALSE, which DER forbids.
      if value.identifier == .boolean, let next = parts.next() {
        isCritical = (try? Bool(derEncoded: value)) ?? true
        value = next
      }
      let bytes = try ASN1OctetString(derEncoded: value).bytes
      return Certificate.Extension(oid: number, critical: isCritical, value: bytes)
    }
  }
}

/// A time in ASN.1.
enum ASN1Time {
  /// Seconds since 1970; `nil` if it is no UTCTime or GeneralizedTime.
  static func seconds(_ node: ASN1Node) -> Int64? {
    if let time = try? UTCTime(derEncoded: node) {
      // Two-digit years from 50 on are 19xx (RFC 5280, section 4.1.2.5.1).
      return seconds(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
    }
    guard let time = try? GeneralizedTime(derEncoded: node) else { return nil }
    return seconds(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
  }

  private static func seconds(
    _ year: Int,
    _ month: Int,
    _ day: Int,
    _ hours: Int,
    _ minutes: Int,
    _ seconds: Int
  ) -> Int64? {
    guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day))
    return date.daysSince1970 * 86_400 + Int64(hours * 3600 + minutes * 60 + seconds)
  }
}

/// The names of signature algorithms, and the parts of an AlgorithmIdentifier.
enum CertificateAlgorithm {
  /// OpenSSL's names (RFC 3279, 4055, 5758, 8410; FIPS 204).
  private static let names: [ASN1ObjectIdentifier: String] = [
    [1, 2, 840, 113549, 1, 1, 2]: "md2WithRSAEncryption",
    [1, 2, 840, 113549, 1, 1, 4]: "md5WithRSAEncryption",
    [1, 2, 840, 113549, 1, 1, 5]: "sha1WithRSAEncryption",
    [1, 2, 840, 113549, 1, 1, 10]: "rsassaPss",
    [1, 2, 840, 113549, 1, 1, 11]: "sha256WithRSAEncryption",
    [1, 2, 840, 113549, 1, 1, 12]: "sha384WithRSAEncryption",
    [1, 2, 840, 113549, 1, 1, 13]: "sha512WithRSAEncryption",
    [1, 2, 840, 113549, 1, 1, 14]: "sha224WithRSAEncryption",
    [1, 2, 840, 10045, 4, 1]: "ecdsa-with-SHA1",
    [1, 2, 840, 10045, 4, 3, 1]: "ecdsa-with-SHA224",
    [1, 2, 840, 10045, 4, 3, 2]: "ecdsa-with-SHA256",
    [1, 2, 840, 10045, 4, 3, 3]: "ecdsa-with-SHA384",
    [1, 2, 840, 10045, 4, 3, 4]: "ecdsa-with-SHA512",
    [1, 2, 840, 10040, 4, 3]: "dsaWithSHA1",
    [2, 16, 840, 1, 101, 3, 4, 3, 2]: "dsa_with_SHA256",
    [1, 3, 101, 112]: "ED25519",
    [1, 3, 101, 113]: "ED448",
    [2, 16, 840, 1, 101, 3, 4, 3, 17]: "ML-DSA-44",
    [2, 16, 840, 1, 101, 3, 4, 3, 18]: "ML-DSA-65",
    [2, 16, 840, 1, 101, 3, 4, 3, 19]: "ML-DSA-87",
  ]

  /// The algorithm's name, or its OID.
  static func name(of node: ASN1Node?) -> String {
    guard let number = node.flatMap(Self.number) else { return "unknown" }
    return names[number] ?? number.description
  }

  /// The OID of an AlgorithmIdentifier.
  static func number(_ node: ASN1Node) -> ASN1ObjectIdentifier? {
    parts(node)?.number
  }

  /// The OID and parameters of an AlgorithmIdentifier.
  static func parts(
    _ node: ASN1Node
  ) -> (number: ASN1ObjectIdentifier, parameters: ASN1Node?)? {
    guard case .constructed(let members) = node.content else { return nil }
    var iterator = members.makeIterator()
    guard let first = iterator.next(), let number = try? ASN1ObjectIdentifier(derEncoded: first)
    else { return nil }
    return (number, iterator.next())
  }
}

/// Reads SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
enum CertificateKey {
  private static let curves: [ASN1ObjectIdentifier: (name: String, bits: Int)] = [
    [1, 2, 840, 10045, 3, 1, 1]: ("P-192", 192),
    [1, 3, 132, 0, 33]: ("P-224", 224),
    [1, 2, 840, 10045, 3, 1, 7]: ("P-256", 256),
    [1, 3, 132, 0, 34]: ("P-384", 384),
    [1, 3, 132, 0, 35]: ("P-521", 521),
    [1, 3, 132, 0, 10]: ("secp256k1", 256),
    [1, 3, 36, 3, 3, 2, 8, 1, 1, 7]: ("brainpoolP256r1", 256),
    [1, 3, 36, 3, 3, 2, 8, 1, 1, 11]: ("brainpoolP384r1", 384),
    [1, 3, 36, 3, 3, 2, 8, 1, 1, 13]: ("brainpoolP512r1", 512),
  ]

  /// The key's type and length.
  static func read(_ node: ASN1Node?) -> CertificateFacts.Key {
    let unknown = CertificateFacts.Key(type: "unknown")
    guard let node, case .constructed(let members) = node.content else { return unknown }
    var iterator = members.makeIterator()
    guard let method = iterator.next(), let bits = iterator.next(),
      let (number, parameters) = CertificateAlgorithm.parts(method)
    else { return unknown }
    switch number {
    case [1, 2, 840, 113549, 1, 1, 1], [1, 2, 840, 113549, 1, 1, 10]:
      return CertificateFacts.Key(type: "RSA", bits: modulusBits(bits))
    case [1, 2, 840, 10045, 2, 1]:
      let curve = parameters.flatMap { try? ASN1ObjectIdentifier(derEncoded: $0) }
      guard let curve else { return CertificateFacts.Key(type: "EC") }
      let known = curves[curve]
      return CertificateFacts.Key(
        type: "EC",
        curve: known?.name ?? curve.description,
        bits: known?.bits
      )
    case [1, 3, 101, 112]: return CertificateFacts.Key(type: "Ed25519", bits: 256)
    case [1, 3, 101, 113]: return CertificateFacts.Key(type: "Ed448", bits: 456)
    case [1, 2, 840, 10040, 4, 1]:
      return CertificateFacts.Key(type: "DSA", bits: parameters.flatMap(firstIntegerBits))
    default: return CertificateFacts.Key(type: number.description)
    }
  }

  private static func modulusBits(_ node: ASN1Node) -> Int? {
    guard let key = try? ASN1BitString(derEncoded: node), let inner = try? DER.parse(key.bytes)
    else { return nil }
    return firstIntegerBits(inner)
  }

  /// The bit length of a sequence's first integer.
  private static func firstIntegerBits(_ node: ASN1Node) -> Int? {
    guard case .constructed(let members) = node.content else { return nil }
    var iterator = members.makeIterator()
    guard let first = iterator.next(), let value = try? ArraySlice<UInt8>(derEncoded: first)
    else { return nil }
    let digits = value.drop { $0 == 0 }
    guard let top = digits.first else { return 0 }
    return digits.count * 8 - top.leadingZeroBitCount
  }
}
