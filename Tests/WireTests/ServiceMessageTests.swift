import Testing
@testable import Wire

@Suite("What services say of themselves") struct ServiceMessageTests {
  @Test func `An NTP client's packet is 48 bytes, and a server's tells its stratum`() throws {
    let request = NTPPacket(mode: NTPPacket.client).serialised
    #expect(request.count == 48 && request[0] == 0x23)
    var answer = request
    answer[0] = 0x24
    answer[1] = 2
    let packet = try NTPPacket(parsing: answer)
    #expect(packet == NTPPacket(version: 4, mode: NTPPacket.server, stratum: 2))
    #expect(throws: WireError.self) { try NTPPacket(parsing: Array(answer.dropLast())) }
    #expect(throws: WireError.self) { try NTPPacket(parsing: [UInt8](repeating: 0, count: 48)) }
  }

  @Test func `NTP's variables are text between commas, and quoted ones keep theirs`() throws {
    #expect(NTPControlMessage().serialised == hex("16 02 0001 0000 0000 0000 0000"))
    let text = "version=\"ntpd ntpsec-1.2.2, built\",\r\nprocessor=\"x86_64\",leap=3"
    let message = NTPControlMessage(isResponse: true, data: Array(text.utf8))
    let read = try NTPControlMessage(parsing: message.serialised)
    #expect(read == message)
    #expect(read.variable("version") == "ntpd ntpsec-1.2.2, built")
    #expect(read.variable("processor") == "x86_64" && read.variable("leap") == "3")
    #expect(read.variable("system") == nil)
    // A length that the datagram hasn't.
    #expect(throws: WireError.self) {
      try NTPControlMessage(parsing: hex("16 82 0001 0000 0000 0000 00ff"))
    }
  }

  @Test func `PostgreSQL's error has fields, each a letter and a text`() throws {
    // As PostgreSQL 15 answers a start-up message of version 99.0.
    let text =
      "SFATAL\0VFATAL\0C0A000\0Munsupported frontend protocol 99.0: server supports 3.0 to 3.0\0"
      + "Fpostmaster.c\0L2142\0RProcessStartupPacket\0\0"
    let bytes = hex("45") + hex("000000") + [UInt8(4 + text.utf8.count)] + Array(text.utf8)
    let error = try #require(try PostgreSQLError.first(in: bytes[...], limit: 4096)).message
    #expect(error["C"] == "0A000" && error["V"] == "FATAL" && error["x"] == nil)
    #expect(error.serialised == bytes)
    #expect(try PostgreSQLError.first(in: bytes.dropLast(), limit: 4096) == nil)
    #expect(throws: WireError.self) {
      try PostgreSQLError.first(in: hex("45 ffffffff")[...], limit: 4096)
    }
    #expect(throws: WireError.self) {
      try PostgreSQLError.first(in: hex("48 00000008")[...], limit: 4096)
    }
    #expect(throws: WireError.self) { try PostgreSQLError(parsing: hex("45 00000006 53 41")) }
  }

  @Test func `A directory's root entry is found in the answer to a search`() throws {
    let entry = LDAPRootEntry(attributes: [
      LDAPRootEntry.Attribute(
        name: "objectClass",
        values: ["top", "OpenLDAProotDSE"].map { Array($0.utf8) }
      )
    ])
    let bytes = entry.serialised
    #expect(try LDAPRootEntry.first(in: bytes[...], limit: 4096)?.message == entry)
    #expect(entry["OBJECTCLASS"] == ["top", "OpenLDAProotDSE"] && entry["vendorName"] == [])
    #expect(try LDAPRootEntry.first(in: bytes.dropLast(), limit: 4096) == nil)
    // The end of a search without an entry.
    #expect(throws: WireError.self) {
      try LDAPRootEntry(parsing: hex("300c 020101 6507 0a0100 0400 0400"))
    }
    // A search of the root's base, for what has an object class.
    #expect(LDAPRootEntry.request.starts(with: hex("30")))
    #expect(LDAPRootEntry.request[6] == 0x63)
  }

  @Test func `An SNMP agent of version 3 tells its engine to everybody`() throws {
    // Net-SNMP 5.9.3's report, its engine 0x80001f88…
    let bytes = hex(
      "3068 020103 300f 0202486e 020300ffe3 040100 020103"
        + "041e 301c 0411 80001f8880aabbccdd0011223344556677 020100 020200ff 0400 0400 0400"
    )
    // The rest of the message is of no interest, but its length has to be right.
    let whole = hex("30") + [UInt8(bytes.count - 2)] + bytes.dropFirst(2)
    let report = try SNMPEngineReport(parsing: whole)
    #expect(report.enterprise == 8072)
    let made = SNMPEngineReport(engineID: hex("80001f88 01020304"))
    #expect(try SNMPEngineReport(parsing: made.serialised) == made)
    #expect(throws: WireError.self) { try SNMPEngineReport(parsing: SNMPEngineReport.request) }
    #expect(SNMPEngineReport(engineID: [1]).enterprise == nil)
  }

  @Test func `A remote desktop's confirmation has flags`() {
    #expect(
      RDPConnection.serverFlags(hex("0300 0013 0e d0 0000 1234 00 02 1f 0800 02000000")) == 0x1F
    )
    #expect(RDPConnection.serverFlags(hex("0300 000b 06 d0 0000 1234 00")) == nil)
    #expect(RDPConnection.serverFlags([]) == nil)
  }
}
