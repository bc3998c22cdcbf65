import Testing
@testable import Wire

@Suite("TLS") struct TLSTests {
  @Test func `What is no TLS is told by its first bytes`() throws {
    for text in ["HTTP/1.1 400 Bad Request\r\n", "220 mail\r\n", "SSH-2.0-x\r\n"] {
      #expect(throws: WireError.self) {
        try TLSRecord.first(in: Array(text.utf8)[...], limit: 20_000)
      }
    }
    #expect(try TLSRecord.first(in: hex("16")[...], limit: 20_000) == nil)
    #expect(try TLSRecord.first(in: hex("16 0303 0002 01")[...], limit: 20_000) == nil)
  }

  @Test func `A record claims no more than a record may have`() {
    #expect(throws: WireError.self) {
      try TLSRecord.first(in: hex("16 0303 ffff")[...], limit: 100_000)
    }
  }

  @Test func `A message claims no more than is collected`() {
    #expect(throws: WireError.self) {
      try TLSHandshakeMessage.first(in: hex("0b ffffff 00")[...], limit: 262_144)
    }
  }

  @Test func `The version of TLS 1.3 stands in an extension`() throws {
    var hello = TLSServerHello(
      legacyVersion: .tls12,
      random: Array(repeating: 1, count: 32),
      suite: TLSCipherSuite(rawValue: 0x1302)
    )
    #expect(hello.version == .tls12)
    #expect(hello.keyShare == nil)
    hello.extensions = [
      TLSExtension(type: 43, data: [3, 4]), TLSExtension(type: 51, data: [0, 23, 0, 1, 9]),
    ]
    #expect(hello.version == .tls13)
    #expect(hello.keyShare?.group == 23)
    #expect(hello.keyShare?.value == [9])
    #expect(try TLSServerHello(parsing: hello.serialised) == hello)
  }

  @Test func `A key share that claims more than it has is none`() {
    let hello = TLSServerHello(
      legacyVersion: .tls12,
      random: [],
      suite: TLSCipherSuite(rawValue: 0x1301),
      extensions: [TLSExtension(type: 51, data: [0, 29, 0xFF, 0xFF, 1])]
    )
    #expect(hello.keyShare == nil)
  }

  @Test func `A hello that names a host has its name as RFC 6066 writes it`() {
    #expect(
      TLSExtension.serverName("a.test").data
        == hex("0009 00 0006") + Array("a.test".utf8)
    )
  }

  private static let judged: [(UInt16, TLSCipherSuite.Weakness?, Bool)] = [
    (0x1301, nil, true), (0xC02F, nil, true), (0x002F, nil, false),
    (0x0005, .rc4, false), (0x000A, .tripleDES, false),
  ]

  @Test(arguments: judged)
  func `Suites are judged by their names`(
    number: UInt16,
    weakness: TLSCipherSuite.Weakness?,
    secret: Bool
  ) {
    let suite = TLSCipherSuite(rawValue: number)
    #expect(suite.weakness == weakness)
    #expect(suite.isForwardSecret == secret)
  }

  @Test func `A request for a certificate is read in each generation's form`() throws {
    let names = hex("0006 0001 41 0001 42")
    let types = hex("02 01 40")
    let expected: [[UInt8]] = [[0x41], [0x42]]
    func read(_ body: [UInt8], _ version: TLSVersion) throws -> [[UInt8]] {
      try TLSCertificateRequest(parsing: body.span.bytes, of: version).authorities
    }
    #expect(try read(types + names, .tls10) == expected)
    #expect(try read(types + hex("0002 0403") + names, .tls12) == expected)
    let signatures = hex("000d 0004 0002 0403")
    #expect(try read(hex("00 0008") + signatures, .tls13) == [])
    #expect(try read(hex("00 0014") + signatures + hex("002f 0008") + names, .tls13) == expected)
    for cut in 0..<9 {
      let body = Array((types + hex("0002 0403") + names).prefix(cut))
      #expect(throws: WireError.self) { try read(body, .tls12) }
    }
  }

  @Test func `More certificates than any chain has are refused`() {
    let chain = TLSCertificateChain(
      certificates: Array(repeating: [1], count: TLSCertificateChain.limit + 1)
    )
    #expect(throws: WireError.self) { try TLSCertificateChain(parsing: chain.serialised) }
    let most = TLSCertificateChain(
      certificates: Array(repeating: [1], count: TLSCertificateChain.limit)
    )
    #expect(throws: Never.self) { try TLSCertificateChain(parsing: most.serialised) }
  }

  @Test func `No suite has two names`() {
    let all = TLSCipherSuite.modern + TLSCipherSuite.classic
    #expect(Set(all).count == all.count)
    #expect(TLSCipherSuite.old.count > 10)
    #expect(Set(TLSCipherSuite.old).isSubset(of: TLSCipherSuite.classic))
  }
}
