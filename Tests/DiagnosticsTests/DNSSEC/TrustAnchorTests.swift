import Diagnostics
import Testing
import Wire

@Suite("Trust anchors") struct TrustAnchorTests {
  @Test func `The root's keys are those of IANA`() {
    let anchors = TrustAnchors.iana.zones[.root] ?? []
    #expect(anchors.map(\.keyTag) == [20326, 38696])
    #expect(anchors.allSatisfy { $0.algorithm == .rsaSHA256 && $0.digestType == .sha256 })
    #expect(anchors.allSatisfy { $0.digest.count == 32 })
  }

  @Test func `The root's key of 2017 has the digest that is published`() throws {
    let text =
      """
      AwEAAaz/tAm8yTn4Mfeh5eyI96WSVexTBAvkMgJzkKTOiW1vkIbzxeF3+/4RgWOq7HrxRixHlFlExOLAJr5emLvN\
      7SWXgnLh4+B5xQlNVz8Og8kvArMtNROxVQuCaSnIDdD5LKyWbRd2n9WGe2R8PzgCmr3EgVLrjyBxWezF0jLHwVN8\
      efS3rCj/EWgvIWgb9tarpVUDK/b58Da+sqqls3eNbuv7pr+eoZG+SrDK6nWeL3c6H5Apxz7LjVc1uTIdsIXxuOLY\
      A4/ilBmSVIzuDWfdRUfhHdY6+cn8HFRm+2hM8AnXGXws9555KrUB5qihylGa8subX2Nn6UwNR1AkUTV74bU=
      """
    let anchors = try TrustAnchors(parsing: ". 172800 IN DNSKEY 257 3 8 \(text)")
    #expect(anchors.zones[.root]?.first == TrustAnchors.iana.zones[.root]?.first)
  }

  @Test func `Files of the tools are read`() throws {
    let anchors = try TrustAnchors(
      parsing: """
        ; a comment
        example.test.\t\tIN DS 4711 13 2 00112233445566778899AABBCCDDEEFF 00112233445566778899AABBCCDDEEFF
        sub.example.test. 3600 IN DNSKEY 257 3 15 (
            l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQw
            AQEX1SxZJA4= ) ; key 3613
        www.example.test. IN A 192.0.2.1
        """
    )
    #expect(anchors.zones.count == 2)
    #expect(anchors.zones[name("example.test")]?.first?.digest.count == 32)
    #expect(anchors.zones[name("sub.example.test")]?.first?.algorithm == .ed25519)
    #expect(anchors.closest(to: name("a.sub.example.test")) == name("sub.example.test"))
    #expect(anchors.closest(to: name("b.example.test")) == name("example.test"))
    #expect(anchors.closest(to: name("test")) == nil)
  }

  @Test(arguments: [
    "", "; nothing", "example. DS 1 2", "example. DS x 13 2 00", "example. DS 1 13 2 0",
    "example. DS 1 13 2 0g", "example. DNSKEY 257 3 13 !", "a..b DS 1 13 2 00", "www. A 192.0.2.1",
  ])
  func `What names no key is refused`(_ text: String) {
    #expect(throws: TrustAnchors.ParsingError.self) { try TrustAnchors(parsing: text) }
  }
}
