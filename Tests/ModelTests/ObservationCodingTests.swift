import Discovery
import HomeSupport
import Model
import Testing

private let machine = {
  var machine = MachineDescription()
  machine[.chassis] = "Tower"
  return machine
}()

@Suite struct `Observations on file` {
  @Test(arguments: [
    Fact.answered(rttMs: nil), .answered(rttMs: 0.125), .linkAddress(mac("00:0e:58:00:00:03")),
    .rememberedLinkAddress(mac("00:0e:58:00:00:03")), .unresolved, .name("Anna’s 📺\n\u{1B}[0m"),
    .hostAddress(host: "den.local", address: ip("fe80::2%eth0")), .gateway, .ownAddress,
    .system(machine), .dhcp(DHCPRequest()),
    .dhcp(
      DHCPRequest(hostname: "den", vendorClass: "x", parameters: [1, 255], clientID: "ff0102")
    ),
    .dhcpServer(DHCPServer()),
    .dhcpServer(DHCPServer(mac: mac("00:0e:58:00:00:03"), router: ip("192.168.1.1"))),
    .service(
      ServiceInstance(
        type: "_airplay._tcp",
        name: "Den",
        host: "den.local",
        port: 7000,
        txt: ["a": .present, "b": .text(""), "c": .bytes([0xFF, 0x00]), "d": .text("\u{2028}")]
      )
    ),
    .service(ServiceInstance(type: "_http._tcp", name: "")),
    .ssdp(
      SSDPAnnouncement(
        target: "upnp:rootdevice",
        usn: "uuid:1",
        server: "x",
        location: "http://192.168.1.2/",
        headers: ["server": "x"]
      )
    ),
    .netbios(NetBIOSIdentity(names: ["NAS"], group: "HOME", mac: mac("00:0e:58:00:00:03"))),
    .netbios(NetBIOSIdentity(names: [])), .port(65535, .udp, .filtered),
  ])
  func `come back as they were`(fact: Fact) throws {
    for subject in ["192.168.1.2", "fe80::1%eth0", nil] {
      let observation = saw(subject, fact, from: .mdns, at: 1_740_832_496_789)
      let line = try JSONText.encode(observation)
      #expect(!line.contains("\n"))
      #expect(try JSONText.decode(Observation.self, from: line) == observation)
    }
  }

  @Test(arguments: [
    #"{"time":"yesterday","source":"arp","subject":null,"fact":{"unresolved":true}}"#,
    #"{"time":"2025-03-01T00:00:00Z","source":"gossip","subject":null,"fact":{"unresolved":true}}"#,
    #"{"time":"2025-03-01T00:00:00Z","source":"arp","subject":"::g","fact":{"unresolved":true}}"#,
    #"{"time":"2025-03-01T00:00:00Z","source":"arp","subject":null,"fact":{"link_address":"a4"}}"#,
    #"{"time":"2025-03-01T00:00:00Z","source":"arp","subject":null,"fact":{}}"#,
  ])
  func `are refused where they are wrong`(line: String) {
    #expect(throws: DecodingError.self) { try JSONText.decode(Observation.self, from: line) }
  }
}
