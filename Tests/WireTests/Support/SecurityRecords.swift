@testable import Wire

/// One of each, for tests of any kind.
enum SecurityRecords {
  static let all = [
    DNSRecord(
      name("a.example"),
      .ds(.init(keyTag: 1, algorithm: .ed25519, digestType: .sha256, digest: [1, 2, 3]))
    ),
    DNSRecord(
      name("a.example"),
      .dnskey(.init(flags: 257, algorithm: .ed25519, publicKey: [4, 5]))
    ),
    DNSRecord(
      name("a.example"),
      .rrsig(
        DNSSignature(
          typeCovered: .srv,
          algorithm: .rsaSHA256,
          labels: 2,
          originalTTL: 3600,
          expiration: 0xFFFF_FFFF,
          inception: 7,
          keyTag: 65535,
          signer: name("example"),
          signature: [1]
        )
      )
    ),
    DNSRecord(
      name("0p9mhaveqvm6t7vbl5lop2u3t2rp3tom.example"),
      .nsec3(
        NSEC3Record(
          flags: 1,
          iterations: 12,
          salt: [0xAA, 0xBB],
          nextHash: Array(repeating: 7, count: 20),
          types: [.a, .rrsig, DNSType(rawValue: 257)]
        )
      )
    ),
    DNSRecord(.root, .nsec3(NSEC3Record(nextHash: [1], types: []))),
  ]
}
