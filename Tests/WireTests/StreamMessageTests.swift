import Testing
@testable import Wire

@Suite("Messages of streams") struct StreamMessageTests {
  @Test func `MQTT's lengths take one to four bytes`() throws {
    for count in [0, 1, 127, 128, 16_383, 16_384, 70_000] {
      let packet = MQTTPacket(header: 0x30, body: Array(repeating: 1, count: count))
      let bytes = packet.serialised
      #expect(try MQTTPacket.length(of: bytes.span.bytes) == bytes.count)
      #expect(try MQTTPacket(parsing: bytes) == packet)
    }
    #expect(throws: WireError.self) { try MQTTPacket.length(of: hex("30 ffffffff 01").span.bytes) }
    #expect(try MQTTPacket.length(of: hex("30 ff").span.bytes) == nil)
  }

  @Test func `An MQTT client says version 3.1.1 and no name`() {
    #expect(MQTTPacket.connect().serialised == hex("10 0c 0004 4d515454 04 02 000f 0000"))
  }

  @Test func `An MQTT message has its topic, and a number only where it is acknowledged`() throws {
    let plain = try #require(MQTTPacket.publish([5, 6], to: "a/b").message)
    #expect(plain.topic == "a/b" && plain.payload == [5, 6])
    let numbered = MQTTPacket(header: 0x32, body: hex("0003 612f62 0007 05"))
    #expect(try #require(numbered.message).payload == [5])
    #expect(MQTTPacket(header: 0x30, body: hex("ffff 61")).message == nil)
    #expect(MQTTPacket(header: 0x32, body: hex("0001 61 00")).message == nil)
  }

  @Test func `An AFP server's name and machine stand where its answer says`() throws {
    let server = AFPServerInformation(
      name: Array("Büro".utf8),
      machineType: Array("TimeCapsule8,119".utf8),
      versions: [Array("AFP3.4".utf8)]
    )
    var bytes = server.serialised
    #expect(try AFPServerInformation(parsing: bytes) == server)
    bytes[1] = 0xFF
    #expect(throws: WireError.self) { try AFPServerInformation(parsing: bytes) }
  }

  @Test func `An old AFP server has its name in the place of the short one`() throws {
    // Machine at 14, no versions, flags 0, the name `Old`, padded.
    let bytes = hex("000e 0000 0000 0000 0000 03 4f6c64") + hex("06 4e65745442 41")
    let server = try AFPServerInformation(parsing: bytes)
    #expect(server.name == Array("Old".utf8))
    #expect(server.machineType == Array("NetTBA".utf8))
  }

  @Test func `MySQL greets with its version or says why not`() {
    let greeting = MySQLGreeting(payload: [10] + Array("8.0.36-0ubuntu\0more".utf8))
    #expect(greeting.text == Array("8.0.36-0ubuntu".utf8))
    let refusal = MySQLGreeting(payload: [0xFF, 0x6A, 4] + Array("#HY000not allowed".utf8))
    #expect(refusal.text == Array("not allowed".utf8))
    #expect(MySQLGreeting(payload: [10] + Array("no end".utf8)).text == nil)
    #expect(MySQLGreeting(payload: []).text == nil)
    #expect(MySQLGreeting(payload: [0xFF, 1]).text == nil)
  }

  @Test func `Telnet's negotiation is refused once, and stays out of the text`() {
    var reader = TelnetReader()
    let first = reader.read(hex("fffd18 fffb01 fffa18 0102 ffff fff0") + Array("login: ".utf8))
    #expect(first.text == Array("login: ".utf8))
    #expect(first.reply == hex("fffc18 fffe01"))
    #expect(reader.read(hex("fffd18 fffe01 fffc01")).reply.isEmpty)
    // A doubled 255 is text; a command may be cut anywhere.
    #expect(reader.read(hex("ffff 41 ff")).text == hex("ff41"))
    #expect(reader.read(hex("fb")).text.isEmpty)
    #expect(reader.read(hex("03 42")) == .init(text: hex("42"), reply: hex("fffe03")))
  }

  @Test func `Telnet's replies have an end whatever is proposed`() {
    var reader = TelnetReader()
    var replied = 0
    for _ in 0..<20 {
      for option in UInt8.min...UInt8.max {
        replied += reader.read([255, 253, option, 255, 251, option]).reply.count
      }
    }
    #expect(replied == 2 * 256 * 3)
  }

  @Test func `An IPP message comes back, collections and sets included`() throws {
    let message = IPPMessage(
      code: 0,
      id: 1,
      groups: [
        .init(
          tag: IPPMessage.Group.operation,
          attributes: [.init(name: "attributes-charset", values: [.init(0x47, "utf-8")])]
        ),
        .init(
          tag: IPPMessage.Group.printer,
          attributes: [
            .init(
              name: "printer-info",
              values: [.init(tag: 0x35, bytes: hex("0002 6465 0004 42c3bc72"))]
            ),
            .init(name: "media-col", values: [.init(0x34, ""), .init(0x4A, "x"), .init(0x37, "")]),
            .init(name: "sides", values: [.init(0x44, "one"), .init(0x44, "two")]),
          ]
        ),
      ]
    )
    let read = try IPPMessage(parsing: message.serialised + Array("a document".utf8))
    #expect(read == message)
    #expect(read.text("printer-info") == "Bür")
    #expect(read.text("sides") == "one")
    #expect(read.text("attributes-charset") == nil)
  }

  @Test func `IPP that lies of its lengths or has no group is refused`() {
    let head = hex("0101 0000 00000001")
    for tail in [
      "", "04", "04 41 ffff 61", "04 41 0001 61 ffff 62", "41 0001 61 0000 03",
      "04 41 0000 0000 03",
    ] {
      #expect(throws: WireError.self) { try IPPMessage(parsing: head + hex(tail)) }
    }
    let many = head + Array(repeating: 4, count: 1 << 20)
    #expect(throws: WireError.self) { try IPPMessage(parsing: many) }
  }
}
