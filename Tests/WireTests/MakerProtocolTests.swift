import Testing

@testable import Wire

@Suite("Makers' protocols") struct MakerProtocolTests {
  @Test func `The checksum is that of zip`() {
    #expect(CRC32.checksum("123456789".utf8) == 0xCBF4_3926)
    #expect(CRC32.checksum([]) == 0)
  }

  @Test func `Kasa's cipher begins with 171 and undoes itself`() {
    // {"system" hidden, as the app sends it.
    let hidden = KasaCipher.encrypt(#"{"system""#.utf8)
    #expect(hidden == hex("d0f281f88bff9af7d5"))
    #expect(KasaCipher.decrypt(hidden) == Array(#"{"system""#.utf8))
  }

  @Test func `Tapo's request has the checksum that the app's has`() {
    #expect(TapoDiscovery().serialised == hex("02000001 00000000 00000000 463cb5d3"))
  }

  @Test func `Tapo's answer comes back, and lengths that lie are refused`() throws {
    let message = TapoDiscovery(serial: 7, flags: 17, text: Array(#"{"result":{}}"#.utf8))
    #expect(try TapoDiscovery(parsing: message.serialised) == message)
    var bytes = message.serialised
    bytes[5] += 1
    #expect(throws: WireError.self) { try TapoDiscovery(parsing: bytes) }
    bytes[4] = 0xFF
    #expect(throws: WireError.self) { try TapoDiscovery(parsing: bytes) }
    #expect(throws: WireError.self) { try TapoDiscovery(parsing: [1] + bytes.dropFirst()) }
  }

  @Test func `LIFX's request is tagged and wants an answer`() {
    let bytes = LIFXMessage(type: LIFXMessage.getVersion, source: 2).serialised
    #expect(
      bytes
        == hex("2400 0034 02000000 0000000000000000 000000000000 01 00 0000000000000000 2000 0000")
    )
  }

  @Test func `LIFX's label and version are read`() throws {
    let name = Array("Desk lamp".utf8)
    let label = LIFXMessage(
      type: LIFXMessage.stateLabel,
      source: 9,
      target: 0xD073_D512_3456_0000,
      payload: name + Array(repeating: 0, count: 32 - name.count)
    )
    #expect(try LIFXMessage(parsing: label.serialised) == label)
    #expect(label.label == "Desk lamp" && label.version == nil)
    let version = LIFXMessage(
      type: LIFXMessage.stateVersion,
      source: 9,
      payload: hex("01000000 1b000000 00000000")
    )
    #expect(version.version?.vendor == 1 && version.version?.product == 27)
    #expect(LIFXMessage(type: 25, source: 9, payload: name).label == nil)
    var bytes = label.serialised
    bytes[0] = 35
    #expect(throws: WireError.self) { try LIFXMessage(parsing: bytes) }
    bytes[0] = 69
    #expect(throws: WireError.self) { try LIFXMessage(parsing: bytes) }
  }

  @Test func `Ubiquiti's fields are read`() throws {
    #expect(UbiquitiDiscovery().serialised == hex("01000000"))
    let message = UbiquitiDiscovery(fields: [
      .init(type: 0x0B, value: Array("Gate".utf8)), .init(type: 0x0C, value: Array("UP1".utf8)),
      .init(type: 0x14, value: Array("UVC Test".utf8)), .init(type: 0x0A, value: []),
    ])
    let read = try UbiquitiDiscovery(parsing: message.serialised)
    #expect(read == message)
    #expect(read.hostName == "Gate" && read.model == "UVC Test")
    #expect(throws: WireError.self) { try UbiquitiDiscovery(parsing: hex("0100 0004 0bffff41")) }
    #expect(throws: WireError.self) { try UbiquitiDiscovery(parsing: hex("0100 ffff 0b")) }
    let many = [UInt8](repeating: 0, count: 3 * 1000)
    #expect(throws: WireError.self) { try UbiquitiDiscovery(parsing: hex("0100 0bb8") + many) }
  }

  @Test func `An Xbox's name and identifier are read, its certificate is not`() throws {
    #expect(SmartGlassPresence.request == hex("dd00 000a 0000 00000000 0003 0000 0002"))
    let presence = SmartGlassPresence(flags: 2, name: "Den", id: "DE30-5D54")
    #expect(try SmartGlassPresence(parsing: presence.serialised + [1, 2, 3]) == presence)
    #expect(throws: WireError.self) {
      try SmartGlassPresence(parsing: hex("dd01 0244 0002 00000002 0001 ffff 41"))
    }
    #expect(throws: WireError.self) { try SmartGlassPresence(parsing: SmartGlassPresence.request) }
  }

  @Test func `A miIO device's number is read, the request is no answer`() throws {
    #expect(MiIOHello.request.count == 32)
    let hello = MiIOHello(device: 0x0301_0203, stamp: 77)
    #expect(try MiIOHello(parsing: hello.serialised) == hello)
    #expect(throws: WireError.self) { try MiIOHello(parsing: MiIOHello.request) }
    #expect(throws: WireError.self) { try MiIOHello(parsing: hello.serialised + [0]) }
  }

  @Test func `AES is that of FIPS 197, appendix C`() throws {
    let cipher = try #require(AES128(key: hex("000102030405060708090a0b0c0d0e0f")))
    let block = hex("69c4e0d86a7b0430d8cdb78070b4c55a")
    #expect(
      cipher.decrypt(block + block)
        == hex(String(repeating: "00112233445566778899aabbccddeeff", count: 2))
    )
    #expect(cipher.decrypt([1, 2, 3]) == nil)
    #expect(AES128(key: [1]) == nil)
  }

  @Test(arguments: [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmE", "fooba")])
  func `Base64 is that of RFC 4648`(text: String, clear: String) {
    #expect(Base64.decode(text.utf8) == Array(clear.utf8))
  }

  @Test(arguments: ["Z", "Zg=a", "Z g=", "Zg===", "\u{e9}"])
  func `What is no Base64 is refused`(text: String) {
    #expect(Base64.decode(text.utf8) == nil)
  }

  @Test func `HDHomeRun's request has the checksum that the app's has`() throws {
    let request = HDHomeRunMessage.request
    #expect(request.serialised == hex("0002000c 010400000001 0204ffffffff 4e507f35"))
    #expect(try HDHomeRunMessage(parsing: request.serialised) == request)
    let answer = HDHomeRunMessage(
      type: 3,
      fields: [
        .init(tag: 2, value: hex("10a1b2c3")),
        .init(tag: 0x2A, value: Array(repeating: 0x41, count: 300)),
      ]
    )
    let bytes = answer.serialised
    #expect(try HDHomeRunMessage(parsing: bytes) == answer)
    #expect(answer.device == "10A1B2C3")
    for index in bytes.indices {
      var broken = bytes
      broken[index] ^= 1
      #expect(throws: WireError.self) { try HDHomeRunMessage(parsing: broken) }
    }
  }

  @Test func `A music server's answer is read`() throws {
    #expect(
      SqueezeboxDiscovery.request.serialised
        == Array("eIPAD\0NAME\0JSON\0VERS\0UUID\0".utf8)
    )
    let answer = SqueezeboxDiscovery(
      isAnswer: true,
      fields: [.init("NAME", Array("Attic".utf8)), .init("JSON", Array("9000".utf8))]
    )
    #expect(try SqueezeboxDiscovery(parsing: answer.serialised) == answer)
    #expect(answer["NAME"] == "Attic" && answer["UUID"] == nil)
    for text in [
      "", "D", "ENAME", "ENAME\u{5}abc", "Ename\0", String(repeating: "ENAME\0", count: 9),
    ] {
      #expect(throws: WireError.self) { try SqueezeboxDiscovery(parsing: Array(text.utf8)) }
    }
  }

  @Test func `A Broadlink device's answer is read`() throws {
    #expect(BroadlinkHello.request.count == 48)
    #expect(BroadlinkHello.request[0x20...0x21].elementsEqual([0xB5, 0xBE]))
    let hello = BroadlinkHello(product: 0x2737, mac: value("34:ea:34:01:02:03"), name: "Den")
    let bytes = hello.serialised
    #expect(Array(bytes[0x3A..<0x40]) == hex("030201 34ea34"))
    #expect(try BroadlinkHello(parsing: bytes) == hello)
    #expect(throws: WireError.self) { try BroadlinkHello(parsing: BroadlinkHello.request) }
    #expect(throws: WireError.self) { try BroadlinkHello(parsing: Array(bytes[..<0x3F])) }
  }

  @Test func `Tuya's broadcast is laid open`() throws {
    // Hidden by OpenSSL's AES-128-ECB under the MD5 of the phrase in every app.
    let hidden = hex(
      """
        da968e82630286cc94b6aa8c1b28def1c24a6fe5264327a035f153bc98e2b8dda31926a40ff23ab1
        7a942463b26fe29181b3994a413d46bd7c09d6e5b19986b77256f992ef0bb3c9946f6ca8e2e14853
        2e0dbc9a92c3317286ebf238be5797861c275ed92ef8bc5cc80b3da930415f5f2d15f7f2f8c3de47
        e15402574e3e34317a23e3b2249f5adf48a714f851aaf439
      """
    )
    let message = TuyaBroadcast(command: 19, payload: hidden)
    let bytes = message.serialised
    #expect(try TuyaBroadcast(parsing: bytes) == message)
    let json = String(decoding: try #require(message.json), as: UTF8.self)
    #expect(json.hasPrefix(#"{"ip":"192.168.77.50","gwId":"bf00112233445566778899""#))
    #expect(json.hasSuffix(#""version":"3.3"}"#))
    #expect(TuyaBroadcast(command: 19, payload: [1, 2, 3]).json == nil)
    for length in [0, 11, 12, bytes.count, 0xFF] {
      var broken = bytes
      broken[15] = UInt8(truncatingIfNeeded: length)
      #expect(throws: WireError.self) { try TuyaBroadcast(parsing: broken) }
    }
    #expect(throws: WireError.self) { try TuyaBroadcast(parsing: Array(bytes.dropLast())) }
  }

  @Test func `MikroTik's announcement is read`() throws {
    let announcement = MikroTikNeighbour(
      sequence: 9,
      fields: [.init(5, Array("Attic".utf8)), .init(12, Array("RB9999".utf8)), .init(14, [])]
    )
    let bytes = announcement.serialised
    #expect(try MikroTikNeighbour(parsing: bytes) == announcement)
    #expect(announcement.identity == "Attic" && announcement.board == "RB9999")
    #expect(throws: WireError.self) { try MikroTikNeighbour(parsing: Array(bytes.dropLast())) }
    let many = [UInt8](repeating: 0, count: 4 + 4 * 40)
    #expect(throws: WireError.self) { try MikroTikNeighbour(parsing: many) }
  }
}
