import Testing
import Wire

@Suite("DHCP") struct DHCPTests {
  private let client: MACAddress = value("02:1a:2b:3c:4d:5e")

  @Test func `A client's broadcast says who it is`() throws {
    let frame = try DHCPFrame(parsing: CapturedDHCP.discoverFrame)
    #expect(frame.source == client && frame.destination == .broadcast)
    #expect(frame.sourceAddress == .any && frame.destinationAddress == .broadcast)
    let message = frame.message
    #expect(message.operation == .request && message.kind == .discover)
    #expect(message.hardwareAddress == client && message.isBroadcast)
    #expect(message.hostName == "guest-tablet" && message.qualifiedName == "guest.example")
    #expect(message.vendorClass == "udhcp 1.35.0")
    #expect(message.parameters == [1, 3, 6, 12, 15, 28, 42])
    #expect(message.clientIdentifier == hex("ff3c4d5e7f0002000000abbccddeeff00112"))
    #expect(message.serverIdentifier == nil && message.requestedAddress == nil)
  }

  @Test func `A server's broadcast says which server it is`() throws {
    let frame = try DHCPFrame(parsing: CapturedDHCP.offerFrame)
    #expect(frame.source == value("02:00:00:00:00:01"))
    #expect(frame.sourceAddress == IPv4Address(192, 168, 77, 1))
    let message = frame.message
    #expect(message.operation == .reply && message.kind == .offer)
    #expect(message.yourAddress == IPv4Address(192, 168, 77, 90))
    #expect(message.serverIdentifier == IPv4Address(192, 168, 77, 1))
    #expect(message.router == IPv4Address(192, 168, 77, 1))
  }

  @Test func `What is written is read again`() throws {
    for bytes in [CapturedDHCP.discoverFrame, CapturedDHCP.offerFrame] {
      let frame = try DHCPFrame(parsing: bytes)
      #expect(try DHCPFrame(parsing: frame.serialised) == frame)
    }
    let long = DHCPMessage.Option(60, Array(repeating: 0x41, count: 600))
    let message = DHCPMessage(
      .request,
      hardwareAddress: client,
      options: [DHCPMessage.Option(53, [3]), long, DHCPMessage.Option(80, [])]
    )
    #expect(try DHCPMessage(parsing: message.serialised) == message)
    let short = DHCPMessage(.request, hardwareAddress: client, options: [])
    #expect(short.serialised.count == 300, "some servers drop shorter ones")
  }

  @Test func `Options may stand in the fields of file and server name`() throws {
    let message = try DHCPMessage(parsing: CapturedDHCP.overloaded)
    #expect(message.kind == .discover && message.vendorClass == "xy")
    #expect(message.hostName == "abcd", "the file's part comes first")
    #expect(message[52] == nil)
  }

  @Test func `Lengths are not trusted`() throws {
    let whole = CapturedDHCP.discover
    for count in 0..<240 {
      #expect(throws: WireError.self) { try DHCPMessage(parsing: Array(whole[..<count])) }
    }
    let header = Array(whole[..<240])
    #expect(throws: WireError(.truncated(missing: 5), at: 242)) {
      try DHCPMessage(parsing: header + [12, 7, 0x61, 0x62])
    }
    #expect(throws: WireError(.truncated(missing: 1), at: 241)) {
      try DHCPMessage(parsing: header + [12])
    }
    // An option of the file's field may not reach into the cookie.
    var overlong = CapturedDHCP.overloaded
    overlong[109] = 200
    #expect(throws: WireError(.truncated(missing: 74), at: 110)) {
      try DHCPMessage(parsing: overlong)
    }
    let many: [UInt8] = (1...65).flatMap { (code: UInt8) -> [UInt8] in [code, 0] }
    #expect(throws: WireError(.tooMany("options"), at: 240 + 2 * 64)) {
      try DHCPMessage(parsing: header + many)
    }
  }

  @Test func `Other hardware, operations and protocols are refused`() {
    var bytes = CapturedDHCP.discover
    bytes[0] = 3
    #expect(throws: WireError(.invalid("operation"), at: 0)) { try DHCPMessage(parsing: bytes) }
    bytes = CapturedDHCP.discover
    bytes[2] = 16
    #expect(throws: WireError(.invalid("hardware type"), at: 1)) { try DHCPMessage(parsing: bytes) }
    bytes = CapturedDHCP.discover
    bytes[236] ^= 1
    #expect(throws: WireError(.invalid("cookie"), at: 236)) { try DHCPMessage(parsing: bytes) }
    // A client doesn't answer: such a frame comes from another port than the server's.
    var frame = CapturedDHCP.offerFrame
    frame[35] = 68
    #expect(throws: WireError(.invalid("port"), at: 0)) { try DHCPFrame(parsing: frame) }
    frame = CapturedDHCP.discoverFrame
    frame.insert(contentsOf: [0x81, 0, 0, 7], at: 12)
    #expect(throws: WireError(.invalid("EtherType"), at: 12)) { try DHCPFrame(parsing: frame) }
  }

  @Test func `What is malformed reads as not there`() {
    func message(_ code: UInt8, _ value: [UInt8]) -> DHCPMessage {
      DHCPMessage(
        .request,
        hardwareAddress: client,
        options: [DHCPMessage.Option(code, value)]
      )
    }
    #expect(message(12, Array("tv\0".utf8)).hostName == "tv")
    #expect(message(12, [0]).hostName == nil)
    #expect(message(12, [0x61, 10]).hostName == nil)
    #expect(message(12, [0xC3, 0x28]).hostName == nil)
    #expect(message(53, [9]).kind == nil && message(53, [1, 1]).kind == nil)
    #expect(message(54, [192, 168, 77]).serverIdentifier == nil)
    #expect(message(61, [1]).clientIdentifier == nil)
    let encoded: [UInt8] = [4, 0, 0, 2, 0x74, 0x76, 3, 0x6C, 0x61, 0x6E, 0]
    #expect(message(81, encoded).qualifiedName == "tv.lan")
    #expect(message(81, [4, 0, 0, 9, 0x74]).qualifiedName == nil)
    #expect(message(81, [0, 0, 0]).qualifiedName == nil)
  }
}
