import Testing
@testable import Wire

@Suite("SMB") struct SMBTests {
  @Test func `The first message is the one that clients of both versions send`() {
    // From MS-SMB2, section 4.2: the header, no words, and the dialects.
    let bytes = SMB1Message.negotiation.serialised
    #expect(bytes[..<9] == hex("ff534d42 72 00000000")[...])
    #expect(bytes[32] == 0)
    #expect(Int(bytes[33]) == bytes.count - 35)
    #expect(String(decoding: bytes[35...], as: UTF8.self).contains("\u{2}SMB 2.???\0"))
  }

  @Test func `A challenge is found inside a security token`() throws {
    let challenge = NTLMChallenge(
      version: .init(major: 10, minor: 0, build: 22631),
      information: [
        .init(kind: NTLMChallenge.Information.computerName, "KÜCHE-PC"),
        .init(kind: NTLMChallenge.Information.dnsComputerName, "Küche-PC.lan"),
      ]
    )
    let token = hex("a1 81 c0 30 81 bd") + challenge.serialised + hex("a3 04")
    let found = try #require(NTLMChallenge.first(in: token))
    #expect(found == challenge)
    #expect(found.name(NTLMChallenge.Information.dnsComputerName) == "Küche-PC.lan")
    #expect(found.name(NTLMChallenge.Information.dnsDomainName) == nil)
    #expect(NTLMChallenge.first(in: hex("a1 81 c0")) == nil)
  }

  @Test func `A challenge whose names lie outside is refused`() {
    var bytes = NTLMChallenge(version: nil, information: [.init(kind: 1, "A")]).serialised
    bytes[44] = 0xFF
    bytes[45] = 0xFF
    #expect(throws: WireError.self) { try NTLMChallenge(parsing: bytes) }
  }

  @Test func `A token is where its place says, not before the fields`() throws {
    let setup = SMB2SessionSetup(isResponse: true, token: [1, 2, 3])
    var bytes = setup.serialised
    #expect(try SMB2SessionSetup(parsing: bytes) == setup)
    bytes[4] = 64
    #expect(throws: WireError.self) { try SMB2SessionSetup(parsing: bytes) }
  }

  @Test func `The wish to log in is DER whose lengths fit`() {
    let token = NTLMNegotiate.token
    #expect(token[0] == 0x60 && Int(token[1]) == token.count - 2)
    #expect(token.firstRange(of: NTLMNegotiate.message) != nil)
    #expect(token.count < 128)
  }

  @Test func `What SMB 1 calls itself is read in either alphabet`() throws {
    func answer(_ flags2: UInt16, _ data: [UInt8]) -> SMB1Message {
      SMB1Message(
        command: SMB1Message.sessionSetup,
        flags2: flags2,
        words: [0xFF, 0, 0, 0, 0, 0, 4, 0],
        data: [1, 2, 3, 4] + data
      )
    }
    let plain = try #require(answer(0, Array("Unix\0Samba 3.0\0G\0".utf8)).sessionAnswer)
    #expect(plain.token == [1, 2, 3, 4])
    #expect(plain.texts == ["Unix", "Samba 3.0", "G"])
    // The names are aligned: one byte is left out.
    let wide = [0] + UTF16Bytes.bytes(of: "Unix\0Samba 3.0\0")
    #expect(try #require(answer(0x8000, wide).sessionAnswer).texts == ["Unix", "Samba 3.0"])
    var lying = answer(0, [])
    lying.words[7] = 0xFF
    #expect(lying.sessionAnswer == nil)
  }

  @Test func `Only zero begins a message of the transport`() throws {
    #expect(throws: WireError.self) { try SMBTransport.length(of: hex("85000000").span.bytes) }
    #expect(try SMBTransport.length(of: hex("00ffffff").span.bytes) == 0x100_0003)
  }
}
