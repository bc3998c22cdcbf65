import Testing
import Wire

@Suite("WS-Discovery") struct WSDiscoveryTests {
  @Test func `A camera's answer is read, its prefixes resolved`() throws {
    let message = try WSDiscoveryMessage(parsing: CapturedWSDiscovery.camera)
    #expect(message.kind == .probeMatches)
    #expect(message.relatesTo == "urn:uuid:0a6dc791-2be6-4991-9af1-454778a1917a")
    let match = try #require(message.matches.first)
    #expect(message.matches.count == 1)
    #expect(match.endpoint == "urn:uuid:2419d68a-2dd2-21b2-a205-ec71dbb0aabb")
    #expect(match.types == ["dn:NetworkVideoTransmitter", "tds:Device"])
    #expect(match.scopes.count == 4)
    #expect(match.scopes[1] == "onvif://www.onvif.org/hardware/IPC-B140")
    #expect(match.scopes[3] == "onvif://www.onvif.org/location/a&b")
    #expect(match.locations == ["http://192.168.77.64/onvif/device_service"])
  }

  @Test func `A Windows computer's answer is read`() throws {
    let message = try WSDiscoveryMessage(parsing: CapturedWSDiscovery.windows)
    #expect(message.matches.map(\.types) == [["wsdp:Device", "pub:Computer"]])
  }

  @Test func `Messages come back`() throws {
    let messages = [
      WSDiscoveryMessage.probe(nil, id: "urn:uuid:1"),
      .probe(WSDiscovery.device, id: "urn:uuid:1"),
      WSDiscoveryMessage(
        .probeMatches,
        id: "urn:uuid:2",
        relatesTo: "urn:uuid:1",
        matches: [
          .init(endpoint: "urn:uuid:3", types: ["wsdp:Device"], scopes: ["a:<b>&amp;c"]),
          .init(types: ["x:y", "wprt:PrintDeviceType"], locations: ["http://[fe80::1]:5357/3"]),
        ]
      ),
      WSDiscoveryMessage(.hello, id: "4", matches: [.init(endpoint: "e")]),
    ]
    for message in messages {
      #expect(try WSDiscoveryMessage(parsing: message.serialised) == message)
    }
  }

  @Test(arguments: [
    "", "<", "<<<<", "HTTP/1.1 200 OK", "<Envelope>",
    "<Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/ProbeMatches</Action>",
    "<Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Resolve</Action><MessageID>1</MessageID>",
    "<MessageID>1</MessageID>", "<a x='", "<a x=\"\"",
  ])
  func `What is no message is refused`(text: String) {
    #expect(throws: WireError.self) { try WSDiscoveryMessage(parsing: Array(text.utf8)) }
  }

  private func envelope(_ body: String) -> [UInt8] {
    let head =
      "<Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/ProbeMatches</Action><MessageID>1</MessageID>"
    return Array((head + body).utf8)
  }

  @Test func `Numbers and sizes are bounded`() throws {
    #expect(throws: WireError.self) {
      try WSDiscoveryMessage(parsing: envelope(String(repeating: " ", count: 40_000)))
    }
    #expect(throws: WireError.self) {
      try WSDiscoveryMessage(parsing: envelope(String(repeating: "<ProbeMatch>", count: 100)))
    }
    let words = String(repeating: "a ", count: 1000) + String(repeating: "b", count: 1000)
    let message = try WSDiscoveryMessage(parsing: envelope("<ProbeMatch><Scopes>\(words)"))
    #expect(message.matches.first?.scopes.count == 64)
    let long = String(repeating: "b", count: 1000)
    let cut = try WSDiscoveryMessage(parsing: envelope("<ProbeMatch><Scopes>\(long) c"))
    #expect(cut.matches.first?.scopes == ["c"])
  }

  @Test func `Entities are not declared, and addresses outside a match are not its`() throws {
    let bomb = "<!DOCTYPE x [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;\">]><Address>z</Address>"
    let message = try WSDiscoveryMessage(
      parsing: envelope("\(bomb)<ProbeMatch><Scopes>&b; &lt;</Scopes></ProbeMatch><Types>q</Types>")
    )
    #expect(message.matches == [.init(scopes: ["&b;", "<"])])
  }
}
