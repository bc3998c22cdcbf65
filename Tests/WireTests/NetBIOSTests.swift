import Testing
import Wire

@Suite("NetBIOS node status") struct NetBIOSTests {
  @Test func `A domain controller's answer is read`() throws {
    let status = try NetBIOSStatusResponse(parsing: CapturedNetBIOS.windowsStatus)
    #expect(status.id == 0x04D4)
    #expect(status.mac == value("00:1c:2b:3a:49:58"))
    #expect(status.entries.count == 10)
    let names = status.entries.map { "\($0.name.text)<\($0.name.suffix)>\($0.isGroup ? "*" : "")" }
    #expect(names[..<4] == ["SPARK<32>", "SPARK<0>", "PLAYGROUND<0>*", "PLAYGROUND<28>*"])
    #expect(names[9] == "ADMINISTRATOR<3>")
  }

  @Test func `Samba's zeros are no address`() throws {
    let status = try NetBIOSStatusResponse(parsing: CapturedNetBIOS.sambaStatus)
    #expect(status.mac == nil)
    #expect(status.entries.first?.name.text == "HMNHD-TI1KLS")
    #expect(status.entries.filter(\.isGroup).map(\.name.text).contains("MSHOME"))
  }

  @Test func `A question for a name is read and written as it was`() throws {
    let request = try NetBIOSStatusRequest(parsing: CapturedNetBIOS.statusRequest)
    #expect(request == NetBIOSStatusRequest(id: 0x7C26, name: NetBIOSName("mshome", suffix: 0)))
    #expect(request.serialised == CapturedNetBIOS.statusRequest)
  }

  @Test func `The wildcard question is the one that nbtstat and nmap send`() {
    // CKAAAA… in nmap's nmap-payloads, port 137.
    let expected =
      hex("80f0 0000 0001 0000 0000 0000 20")
      + Array(("CK" + String(repeating: "A", count: 30)).utf8)
      + hex("00 0021 0001")
    #expect(NetBIOSStatusRequest(id: 0x80F0).serialised == expected)
  }

  @Test func `An answer comes back`() throws {
    let status = NetBIOSStatusResponse(
      id: 5,
      entries: [
        .init(NetBIOSName("Küche", suffix: 0)),
        .init(NetBIOSName("WORKGROUP", suffix: 0), isGroup: true),
        .init(NetBIOSName("A name far too long to fit", suffix: 0x20)),
      ],
      mac: value("b8:27:eb:12:34:56")
    )
    let read = try NetBIOSStatusResponse(parsing: status.serialised)
    #expect(read == status)
    #expect(read.entries.map(\.name.text) == ["KÜCHE", "WORKGROUP", "A NAME FAR TOO"])
  }

  @Test func `A missing end of the statistics is forgiven, missing names are not`() throws {
    let bytes = CapturedNetBIOS.windowsStatus
    let start = 12 + 34 + 10 + 1 + 10 * 18
    let cut = try NetBIOSStatusResponse(parsing: Array(bytes[..<start]))
    #expect(cut.entries.count == 10 && cut.mac == nil)
    #expect(throws: WireError.self) {
      try NetBIOSStatusResponse(parsing: Array(bytes[..<(start - 1)]))
    }
  }

  @Test func `Other messages are refused`() {
    #expect(throws: WireError.self) {
      try NetBIOSStatusResponse(parsing: CapturedNetBIOS.statusRequest)
    }
    #expect(throws: WireError.self) {
      try NetBIOSStatusRequest(parsing: CapturedNetBIOS.windowsStatus)
    }
    #expect(throws: WireError.self) {
      try NetBIOSStatusRequest(parsing: CapturedDNS.chromecastQuestion)
    }
  }
}
