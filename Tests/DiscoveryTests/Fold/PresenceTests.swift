import HomeSupport
import Model
import Testing

@Suite struct `Presence` {
  let remembered = Fact.rememberedLinkAddress(mac("00:0e:58:00:00:03"))

  @Test func `is unconfirmed while the neighbour table alone remembers`() {
    #expect(fold([saw("192.168.1.2", remembered)]).map(\.state) == [.unconfirmed])
  }

  @Test func `never comes of a device that left`() {
    #expect(
      fold([saw("192.168.1.2", remembered), saw("192.168.1.2", .unresolved, at: 9000)]).isEmpty
    )
    #expect(fold([saw("192.168.1.2", .unresolved)]).isEmpty)
    #expect(fold([saw("192.168.1.2", .name("ghost.lan"), from: .dns)]).isEmpty)
    #expect(fold([saw("192.168.1.2", .gateway, from: .route)]).isEmpty)
    #expect(
      fold([saw("192.168.1.2", .port(80, .tcp, .filtered), from: .tcp)]).isEmpty
    )
  }

  @Test(arguments: [
    Fact.answered(rttMs: nil), .linkAddress(mac("00:0e:58:00:00:03")), .port(80, .tcp, .open),
    .port(80, .tcp, .closed), .netbios(NetBIOSIdentity(names: ["NAS"])), .ownAddress,
    .ssdp(SSDPAnnouncement(target: "upnp:rootdevice", usn: "uuid:1")),
  ])
  func `comes of every answer, whatever else is silent`(fact: Fact) {
    #expect(
      fold([
        saw("192.168.1.2", fact), saw("192.168.1.2", .unresolved, at: 9000),
        saw("192.168.1.2", remembered),
      ]).map(\.state) == [.present]
    )
  }

  @Test(arguments: ["0.0.0.0", "255.255.255.255", "224.0.0.251", "::", "ff02::fb"])
  func `is nobody's at addresses that no device has`(address: String) {
    #expect(fold([saw(address, .answered(rttMs: 1))]).isEmpty)
  }

  @Test func `keeps times, the least round trip and open ports`() throws {
    let device = try #require(
      fold([
        saw("192.168.1.2", .answered(rttMs: 3), from: .icmp, at: 2000),
        saw("192.168.1.2", .answered(rttMs: 1.5), from: .tcp, at: 3000),
        saw("192.168.1.2", .port(443, .tcp, .open), from: .tcp, at: 2500),
        saw("192.168.1.2", .port(80, .tcp, .open), from: .tcp, at: 2500),
        saw("192.168.1.2", .port(80, .tcp, .closed), from: .tcp, at: 2600),
      ]).first
    )
    #expect(device.firstSeen == Timestamp(milliseconds: 2000))
    #expect(device.lastSeen == Timestamp(milliseconds: 3000))
    #expect(device.latencyMs == 1.5)
    #expect(device.ports.map(\.port) == [443])
    #expect(device.discoveredBy == [.icmp, .tcp])
  }

  @Test func `has the latency of the round trips that tell its link`() throws {
    let single = saw("192.168.1.2", .answered(rttMs: 0.04), from: .neighbours, at: 2000)
    let few = saw("192.168.1.2", .roundTrips([0.21, 0.3]), from: .icmp, at: 3000)
    let series = saw("192.168.1.2", .roundTrips([0.3, 0.21, 0.25, 0.31]), from: .icmp, at: 3000)
    #expect(fold([single]).map(\.latencyMs) == [0.04])
    #expect(fold([single, few]).map(\.latencyMs) == [0.04], "too few to tell a link")
    #expect(fold([single, series]).map(\.latencyMs) == [0.21])
  }
}
