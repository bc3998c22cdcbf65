import Testing

@testable import Wire

/// Facts of the RFCs' examples, as bytes.
@Suite("DNSSEC records") struct SecurityRecordTests {
  @Test func `A key's tag is that of RFC 4034, section 5.4`() throws {
    let key = DNSKey(
      flags: 256,
      algorithm: .rsaSHA1,
      publicKey: try base64(
        """
        AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMm\
        mAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==
        """
      )
    )
    #expect(key.tag == 60485)
    #expect(key.isZoneKey && !key.isSecureEntryPoint && !key.isRevoked)
  }

  @Test func `The root's keys have the tags that IANA publishes`() throws {
    let key = DNSKey(
      flags: 257,
      algorithm: .rsaSHA256,
      publicKey: try base64(
        """
        AwEAAaz/tAm8yTn4Mfeh5eyI96WSVexTBAvkMgJzkKTOiW1vkIbzxeF3+/4RgWOq7HrxRixHlFlExOLAJr5emLvN\
        7SWXgnLh4+B5xQlNVz8Og8kvArMtNROxVQuCaSnIDdD5LKyWbRd2n9WGe2R8PzgCmr3EgVLrjyBxWezF0jLHwVN8\
        efS3rCj/EWgvIWgb9tarpVUDK/b58Da+sqqls3eNbuv7pr+eoZG+SrDK6nWeL3c6H5Apxz7LjVc1uTIdsIXxuOLY\
        A4/ilBmSVIzuDWfdRUfhHdY6+cn8HFRm+2hM8AnXGXws9555KrUB5qihylGa8subX2Nn6UwNR1AkUTV74bU=
        """
      )
    )
    #expect(key.tag == 20326)
    #expect(key.isSecureEntryPoint)
  }

  @Test func `A key too short for its tag has none`() {
    #expect(DNSKey(flags: 256, algorithm: .rsaMD5, publicKey: [1, 2]).tag == 0)
    #expect(DNSKey(flags: 256, algorithm: .rsaMD5, publicKey: [1, 2, 3, 4]).tag == 0x0203)
  }

  @Test func `Names have the canonical order of RFC 4034, section 6.1`() {
    let names = [
      "example", "a.example", "yljkjljk.a.example", "Z.a.example", "zABC.a.EXAMPLE", "z.example",
      "\\001.z.example", "*.z.example", "\\200.z.example",
    ].map(name)
    for (index, earlier) in names.enumerated() {
      #expect(!earlier.isBefore(earlier))
      for later in names[(index + 1)...] {
        #expect(earlier.isBefore(later))
        #expect(!later.isBefore(earlier))
      }
    }
  }

  @Test func `Names are cut, joined and compared by labels`() {
    let long = name("a.B.example")
    #expect(long.suffix(labels: 2) == name("b.example"))
    #expect(long.suffix(labels: 0) == .root)
    #expect(long.suffix(labels: 9) == long)
    #expect(long.wildcard == name("*.a.b.example"))
    #expect(long.wildcard?.isWildcard == true)
    #expect(!long.isWildcard)
    #expect(long.commonAncestor(with: name("x.b.EXAMPLE")) == name("b.example"))
    #expect(long.commonAncestor(with: name("b.test")) == .root)
    #expect(long.canonical == [1, 0x61, 1, 0x62, 7] + Array("example".utf8) + [0])
  }

  @Test(arguments: [
    ("", ""), ("f", "co"), ("fo", "cpng"), ("foo", "cpnmu"), ("foobar", "cpnmuoj1e8"),
  ])
  func `Base 32 is that of RFC 4648, section 10`(plain: String, coded: String) {
    #expect(Base32Hex.encode(plain.utf8) == Array(coded.utf8))
    #expect(Base32Hex.decode(coded.utf8) == Array(plain.utf8))
    #expect(Base32Hex.decode(coded.uppercased().utf8) == Array(plain.utf8))
  }

  @Test(arguments: ["w", "0", "000", "co=", "c o"]) func `What is no base 32 has no bytes`(
    _ text: String
  ) {
    #expect(Base32Hex.decode(text.utf8) == nil)
  }

  @Test func `Records come back from a message`() throws {
    let records = SecurityRecords.all
    let message = DNSMessage(flags: .authoritativeAnswer, answers: records)
    #expect(try DNSMessage(parsing: message.serialised) == message)
    #expect(records.map(\.type.description) == ["DS", "DNSKEY", "RRSIG", "NSEC3", "NSEC3"])
  }

  @Test func `Contents that end early are kept as malformed`() throws {
    for record in SecurityRecords.all {
      for count in 0..<3 {
        let short = DNSRecord(
          record.name,
          .other(record.type, Array(record.data.uncompressed.prefix(count)))
        )
        let read = try DNSMessage(parsing: DNSMessage(answers: [short]).serialised).answers[0]
        #expect(read.data == .malformed(record.type, Array(record.data.uncompressed.prefix(count))))
      }
    }
  }

  @Test func `An NSEC3 record of no hash is malformed`() throws {
    let data: [UInt8] = [1, 0, 0, 0, 0, 0]
    let message = DNSMessage(answers: [DNSRecord(.root, .other(.nsec3, data))])
    #expect(try DNSMessage(parsing: message.serialised).answers[0].data == .malformed(.nsec3, data))
  }

  @Test func `What is signed is in lower case, sorted, once each, and of the wildcard`() throws {
    let signature = DNSSignature(
      typeCovered: .a,
      algorithm: .ed25519,
      labels: 1,
      originalTTL: 7,
      expiration: 2,
      inception: 1,
      keyTag: 3,
      signer: name("Example"),
      signature: [9, 9]
    )
    let records = [IPv4Address(10, 0, 0, 2), IPv4Address(10, 0, 0, 1), IPv4Address(10, 0, 0, 2)]
      .map { DNSRecord(name("A.Example"), .a($0), ttl: 1) }
    let owner: [UInt8] = [1, 0x2A, 7] + Array("example".utf8) + [0]
    let prefix: [UInt8] = owner + [0, 1, 0, 1, 0, 0, 0, 7, 0, 4]
    let header: [UInt8] = [0, 1, 15, 1, 0, 0, 0, 7, 0, 0, 0, 2, 0, 0, 0, 1, 0, 3]
    #expect(
      signature.signedBytes(of: records) == header + [7] + Array("example".utf8) + [0]
        + prefix + [10, 0, 0, 1] + prefix + [10, 0, 0, 2]
    )
    #expect(signature.isExpanded(for: name("a.example")))
    #expect(!signature.isExpanded(for: name("*.example")))
    #expect(signature.signedBytes(of: [DNSRecord(.root, .a(.any))]) == nil)
    #expect(signature.signedBytes(of: []) == nil)
  }

  @Test func `Contents are written as zone files do`() throws {
    #expect(
      SecurityRecords.all.map(\.data.masterText) == [
        "1 15 2 010203", "257 3 15 BAU=",
        "SRV 8 2 3600 21060207062815 19700101000007 65535 example. AQ==",
        "1 1 12 AABB 0S3GE1O70S3GE1O70S3GE1O70S3GE1O7 A RRSIG CAA", "1 0 0 - 04",
      ]
    )
    for (seconds, text) in [
      (UInt32(951_782_400), "20000229000000"), (1_709_251_199, "20240229235959"),
      (4_107_542_399, "21000228235959"), (4_107_542_400, "21000301000000"),
      (1_798_761_599, "20261231235959"),
    ] {
      guard case .rrsig(var signature) = SecurityRecords.all[2].data else { continue }
      signature.inception = seconds
      #expect(signature.masterText.contains(" \(text) "))
    }
  }

  @Test func `Every older type's names are in lower case`() {
    let upper = name("NS.Example")
    let lower = name("ns.example").uncompressed
    #expect(DNSData.ns(upper).canonical == lower)
    #expect(DNSData.dname(upper).canonical == lower)
    #expect(DNSData.mx(.init(preference: 1, host: upper)).canonical == [0, 1] + lower)
    #expect(
      DNSData.https(.init(priority: 1, target: upper)).canonical.suffix(12)
        == upper.uncompressed[...]
    )
  }

  @Test func `Names in older types are in lower case, in NSEC as they are`() {
    let upper = name("WWW.Example")
    let lower = name("www.example")
    #expect(DNSData.cname(upper).canonical == lower.uncompressed)
    #expect(DNSData.ptr(upper).canonical == lower.uncompressed)
    #expect(
      DNSData.srv(.init(port: 1, target: upper)).canonical == [0, 0, 0, 0, 0, 1]
        + lower.uncompressed
    )
    #expect(DNSData.nsec(upper, [.a]).canonical == upper.uncompressed + [0, 1, 0x40])
  }

  private func base64(_ text: String) throws -> [UInt8] { try #require(Base64.decode(text.utf8)) }
}
