import Testing
import Wire

@Suite("SSDP") struct SSDPTests {
  private func message(_ text: String) throws -> SSDPMessage {
    try SSDPMessage(parsing: Array(text.utf8))
  }

  @Test func `An announcement is read`() throws {
    let message = try SSDPMessage(parsing: CapturedSSDP.alive)
    #expect(message.kind == .notify)
    #expect(message.announcement == .alive)
    #expect(message.target == "upnp:rootdevice")
    #expect(message.usn == "uuid:01234567-89ab-cdef-0123-456789abcdef::upnp:rootdevice")
    #expect(message.location == "http://192.168.77.2:43903/rootDesc.xml")
    #expect(message.server == "Debian/12 UPnP/1.1 MiniUPnPd/2.3.1")
    #expect(message.maxAge == 60)
    #expect(message.headers["bootid.upnp.org"] == "1795266672")
    #expect(message.serialised == CapturedSSDP.alive)
  }

  @Test func `A goodbye, an answer and a search are told apart`() throws {
    let goodbye = try SSDPMessage(parsing: CapturedSSDP.byebye)
    #expect(goodbye.announcement == .byebye && goodbye.location == nil)
    let answer = try SSDPMessage(parsing: CapturedSSDP.answer)
    #expect(answer.kind == .response(status: 200))
    #expect(answer.target == "urn:schemas-upnp-org:service:WANCommonInterfaceConfig:1")
    #expect(answer["EXT"] == "" && answer.announcement == nil)
    let search = try SSDPMessage(parsing: CapturedSSDP.search)
    #expect(search.kind == .search && search.maximumWait == 3)
  }

  @Test func `Devices' liberties are forgiven`() throws {
    let loose = try message(
      "\nhttp/1.0   200\nst:upnp:rootdevice\nUSN :uuid:1\nLocation:\thttp://192.168.1.2/\n"
        + "SERVER: Linux/4.4,\r\n   UPnP/1.0,\r\n\tDevice/1\nnonsense\n: nobody\n"
        + "Cache-Control: no-cache=\"Ext\", Max-Age = 1800"
    )
    #expect(loose.kind == .response(status: 200))
    #expect(loose.target == "upnp:rootdevice")
    #expect(loose.usn == "uuid:1")
    #expect(loose.location == "http://192.168.1.2/")
    #expect(loose.server == "Linux/4.4, UPnP/1.0, Device/1")
    #expect(loose.maxAge == 1800)
    #expect(loose.fields.count == 5)
  }

  @Test func `The first field of a name counts`() throws {
    let message = try message("NOTIFY * HTTP/1.1\r\nNT: a\r\nnt: b\r\n\r\nNTS: ssdp:alive")
    #expect(message.target == "a" && message.headers == ["nt": "a"])
    // What follows the empty line is a body.
    #expect(message.announcement == nil)
  }

  @Test func `Control characters become spaces and cannot break out of their line`() throws {
    let field = SSDPMessage.Field("SERVER", "a\r\nLOCATION: http://evil/\u{0}")
    let message = try SSDPMessage(parsing: SSDPMessage(.notify, fields: [field]).serialised)
    #expect(message.fields == [.init("SERVER", "a  LOCATION: http://evil/")])
  }

  @Test(arguments: [
    "", "\r\n\r\n", "GET / HTTP/1.1\r\n", "HTTP/1.1 OK\r\n", "HTTP/1.1 99 x", "\0\0",
  ])
  func `Anything else is refused`(_ text: String) {
    #expect(throws: WireError.self) { try message(text) }
  }

  @Test func `Sizes and counts are bounded`() {
    let field = "X: y\r\n"
    let full = "NOTIFY * HTTP/1.1\r\n" + String(repeating: field, count: 64)
    #expect(throws: Never.self) { try message(full) }
    #expect(throws: WireError(.tooMany("header fields"), at: full.utf8.count)) {
      try message(full + field)
    }
    let long = "NOTIFY * HTTP/1.1\r\nX: " + String(repeating: "y", count: 16_384)
    #expect(throws: WireError.self) { try message(long) }
  }

  @Test func `What we write is what others expect`() throws {
    let text = String(decoding: SSDPMessage.search(maximumWait: 2).serialised, as: UTF8.self)
    #expect(
      text == "M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: \"ssdp:discover\"\r\n"
        + "MX: 2\r\nST: ssdp:all\r\n\r\n"
    )
    for kind in [SSDPMessage.Announcement.alive, .byebye, .update] {
      let notice = SSDPMessage.notify(kind, target: "t", usn: "u", location: "l", server: "s")
      let read = try SSDPMessage(parsing: notice.serialised)
      #expect(read == notice && read.announcement == kind && read.usn == "u")
      #expect((read.location == nil) == (kind == .byebye))
    }
    let answer = SSDPMessage.answer(target: "t", usn: "u", location: "l", maxAge: 7)
    let read = try SSDPMessage(parsing: answer.serialised)
    #expect(read == answer && read.maxAge == 7 && read.target == "t")
  }
}
