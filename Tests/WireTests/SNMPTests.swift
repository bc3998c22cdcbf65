import Testing
import Wire

@Suite("SNMP") struct SNMPTests {
  /// `snmpget -v2c -c public HOST sysDescr.0` with request ID 1, by RFC 3416 and X.690.
  private static let request = hex(
    "30 26 020101 0406 7075626c6963 a0 19 020101 020100 020100 30 0e 30 0c 0608 2b06010201010100 0500"
  )
  private let sysDescr: SNMPObjectIdentifier = value("1.3.6.1.2.1.1.1.0")

  @Test func `A request is written as net-snmp writes it`() {
    #expect(SNMPMessage.get([sysDescr], id: 1).serialised == Self.request)
  }

  @Test func `A request comes back`() throws {
    let message = try SNMPMessage(parsing: Self.request)
    #expect(message == SNMPMessage.get([sysDescr], id: 1))
  }

  @Test func `A response of every kind of value comes back`() throws {
    let message = SNMPMessage(
      .response,
      id: -5,
      errorStatus: 2,
      errorIndex: 1,
      bindings: [
        .init(sysDescr, .octets(Array("Brother NC-8300h, Firmware Ver.1.35".utf8))),
        .init(value("1.3.6.1.2.1.1.2.0"), .object(value("1.3.6.1.4.1.2435.2.3.9.1"))),
        .init(value("2.999.3"), .missing(.instance)),
        .init(value("1.3.6.1.2.1.1.3.0"), .other(tag: 0x43, [0x01, 0x02])),
        .init(value("0.0"), .integer(.min)),
        .init(value("1.3.4294967295"), .octets(Array(repeating: 0x41, count: 300))),
      ]
    )
    #expect(try SNMPMessage(parsing: message.serialised) == message)
    #expect(message[sysDescr]?.text == "Brother NC-8300h, Firmware Ver.1.35")
  }

  @Test(arguments: [Int64(0), 1, -1, 127, 128, -128, -129, 255, 256, 65_535, .max, .min])
  func `Integers come back`(number: Int64) throws {
    var message = SNMPMessage(.response, id: 1, bindings: [])
    message.errorStatus = number
    #expect(try SNMPMessage(parsing: message.serialised).errorStatus == number)
  }

  @Test(arguments: ["1.3.6.1.4.1.11.2.3.9.1", "0.39", "2.4294967215", "2.100.3"])
  func `Objects come back`(text: String) throws {
    let path: SNMPObjectIdentifier = value(text)
    let message = SNMPMessage.get([path], id: 1)
    #expect(try SNMPMessage(parsing: message.serialised).bindings.first?.name == path)
    #expect(path.description == text)
  }

  @Test(arguments: [
    "", "1", "3.1", "0.40", "1.3.", "1..3", "1.3.4294967296", "1.3.-1", "1.3.+1", "a.b",
  ])
  func `What is no object is refused`(text: String) {
    #expect(SNMPObjectIdentifier(text) == nil)
  }

  @Test(arguments: [
    "", "30", "30 80", "30 84 ffffffff", "30 85 0000000001", "30 05 020103 0400",  // lengths
    "30 03 020102",  // version 3's number is 3, 2 was never used
    "30 0e 020101 0400 a4 07 020101 020100 0500",  // a trap of version 1
    "30 12 020101 0400 a2 0b 020101 020100 020100 31 00",  // no sequence
    "30 18 020101 0400 a2 11 020101 020100 020100 30 06 30 04 0600 0500",  // nameless
    "30 1d 020101 0400 a2 16 020101 020100 020100 30 0b 30 09 0605 ffffffff7f 0500",  // huge number
    "30 09 020101 0403 707562",  // ends early
    "30 10 0209 000000000000000001 0400",  // an integer of nine bytes
  ])
  func `Hostile lengths and tags are refused`(digits: String) {
    #expect(throws: WireError.self) { try SNMPMessage(parsing: hex(digits)) }
  }

  @Test func `A thousand variables are refused`() {
    let message = SNMPMessage.get(Array(repeating: sysDescr, count: 1000), id: 1)
    #expect(throws: WireError.self) { try SNMPMessage(parsing: message.serialised) }
  }

  @Test func `Text loses its padding, and Latin-1 is read`() {
    #expect(SNMPValue.octets([0x20, 0x4B, 0xFC, 0x63, 0x68, 0x65, 0, 0]).text == "Küche")
    #expect(SNMPValue.octets([0, 0x20]).text == "")
    #expect(SNMPValue.integer(5).text == nil)
  }
}
