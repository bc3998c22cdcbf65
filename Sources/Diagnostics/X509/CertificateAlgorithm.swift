internal import SwiftASN1

/// What methods of signing are called, by their numbers.
enum CertificateAlgorithm {
  /// As OpenSSL calls them (RFC 3279, 4055, 5758, 8410; FIPS 204).
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

  /// The method's name, or its number.
  static func name(of node: ASN1Node?) -> String {
    guard let number = node.flatMap(Self.number) else { return "unknown" }
    return names[number] ?? number.description
  }

  /// The number of an AlgorithmIdentifier.
  static func number(_ node: ASN1Node) -> ASN1ObjectIdentifier? {
    parts(node)?.number
  }

  /// The number of an AlgorithmIdentifier, and its parameters.
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

  /// How many bits the first integer of a sequence has.
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
