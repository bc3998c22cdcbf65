import Testing
@testable import Wire

@testable import Diagnostics

/// The RFCs' example keys and signatures.
@Suite("Published signatures") struct PublishedSignatureTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var rfc: String
    var zone: String
    var algorithm: DNSSECAlgorithm
    var key, signature: String
    var tag: UInt16
    var digestType: DNSSECDigestType
    var digest: String
    var inception, expiration: UInt32
    var record: DNSRecord
    var testDescription: String { rfc }
  }

  static let examples = [
    Example(
      rfc: "RFC 6605, section 6.1",
      zone: "example.net",
      algorithm: .ecdsaP256SHA256,
      key:
        "GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==",
      signature:
        "qx6wLYqmh+l9oCKTN6qIc+bw6ya+KJ8oMz0YP107epXAyGmt+3SNruPFKG7tZoLBLlUzGGus7ZwmwWep666VCw==",
      tag: 55648,
      digestType: .sha256,
      digest: "b4c8c1fe2e7477127b27115656ad6256f424625bf5c1e2770ce6d6e37df61d17",
      inception: 1_281_607_479,
      expiration: 1_284_026_679,
      record: DNSRecord(name("www.example.net"), .a(IPv4Address(192, 0, 2, 1)), ttl: 3600)
    ),
    Example(
      rfc: "RFC 6605, section 6.2",
      zone: "example.net",
      algorithm: .ecdsaP384SHA384,
      key:
        "xKYaNhWdGOfJ+nPrL8/arkwf2EY3MDJ+SErKivBVSum1w/egsXvSADtNJhyem5RCOpgQ6K8X1DRSEkrbYQ+OB+v8"
        + "/uX45NBwY8rp65F6Glur8I/mlVNgF6W/qTI37m40",
      signature: "/L5hDKIvGDyI1fcARX3z65qrmPsVz73QD1Mr5CEqOiLP95hxQouuroGCeZOvzFaxsT8Glr74hbavRKay"
        + "JNuydCuzWTSSPdz7wnqXL5bdcJzusdnI0RSMROxxwGipWcJm",
      tag: 10771,
      digestType: .sha384,
      digest: "72d7b62976ce06438e9c0bf319013cf801f09ecc84b8d7e9495f27e305c6a9b0563a9b5f4d288405c300"
        + "8a946df983d6",
      inception: 1_281_608_425,
      expiration: 1_284_027_625,
      record: DNSRecord(name("www.example.net"), .a(IPv4Address(192, 0, 2, 1)), ttl: 3600)
    ),
    Example(
      rfc: "RFC 8080, section 6.1",
      zone: "example.com",
      algorithm: .ed25519,
      key: "l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=",
      signature:
        "oL9krJun7xfBOIWcGHi7mag5/hdZrKWw15jPGrHpjQeRAvTdszaPD+QLs3fx8A4M3e23mRZ9VrbpMngwcrqNAg==",
      tag: 3613,
      digestType: .sha256,
      digest: "3aa5ab37efce57f737fc1627013fee07bdf241bd10f3b1964ab55c78e79a304b",
      inception: 1_438_207_200,
      expiration: 1_440_021_600,
      record: DNSRecord(
        name("example.com"),
        // MX: preference 10, mail.example.com.
        .other(DNSType(rawValue: 15), [0, 10] + name("mail.example.com").uncompressed),
        ttl: 3600
      )
    ),
  ]

  @Test(arguments: examples) func `They verify, and nothing near them does`(
    _ example: Example
  ) throws {
    let key = DNSKey(flags: 257, algorithm: example.algorithm, publicKey: try base64(example.key))
    #expect(key.tag == example.tag)
    let signer = DelegationSigner(of: key, in: name(example.zone), example.digestType)
    let digits = Array(example.digest).compactMap(\.hexDigitValue)
    #expect(
      signer?.digest
        == stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    )
    var signature = DNSSignature(
      typeCovered: example.record.type,
      algorithm: example.algorithm,
      labels: UInt8(example.record.name.labelCount),
      originalTTL: 3600,
      expiration: example.expiration,
      inception: example.inception,
      keyTag: example.tag,
      signer: name(example.zone),
      signature: try base64(example.signature)
    )
    let bytes = try #require(signature.signedBytes(of: [example.record]))
    #expect(key.verifies(signature.signature, of: bytes))
    #expect(!key.verifies(signature.signature, of: bytes + [0]))
    signature.expiration += 1
    let later = try #require(signature.signedBytes(of: [example.record]))
    #expect(!key.verifies(signature.signature, of: later))
    signature.signature[5] ^= 1
    #expect(!key.verifies(signature.signature, of: bytes))
  }

  @Test(arguments: [
    ("example", "0p9mhaveqvm6t7vbl5lop2u3t2rp3tom"),
    ("a.example", "35mthgpgcu1qg68fab165klnsnk3dpvl"),
    ("ai.example", "gjeqe526plbf1g8mklp59enfd789njgi"),
    ("ns1.example", "2t7b4g4vsa5smi47k61mv5bv1a22bojr"),
    ("*.w.example", "r53bq7cc2uvmubfu5ocmm6pers9tk9en"),
    ("XX.EXAMPLE", "t644ebqk9bibcna874givr6joj62mlhv"),
  ])
  func `Names hash as in RFC 5155, appendix A`(text: String, hash: String) {
    var hasher = NSEC3Hasher(limit: 13)
    let denial = NSEC3Record(
      iterations: 12,
      salt: [0xAA, 0xBB, 0xCC, 0xDD],
      nextHash: [0],
      types: []
    )
    let made = hasher.hash(name(text), like: denial)
    #expect(made.map { Base32Hex.encode($0) } == Array(hash.utf8))
    #expect(hasher.hash(name(text), like: denial) != nil)
    #expect(hasher.count == 13)
    #expect(hasher.hash(name("another"), like: denial) == nil)
  }

  private func base64(_ text: String) throws -> [UInt8] { try #require(Base64.decode(text.utf8)) }
}
