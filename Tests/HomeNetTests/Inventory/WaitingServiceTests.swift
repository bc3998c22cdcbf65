import HomeNet
import Testing
import Wire

@Suite struct `Services that wait for an address` {
  let service = saw(nil, airplay("Den", host: "den.local", port: 7000), from: .mdns)
  let address = saw("192.168.1.2", claim("Den.local", "192.168.1.2"), from: .mdns)
  let answer = saw("192.168.1.2", .answered(rttMs: nil))

  @Test func `make no device alone`() {
    #expect(fold([service]).isEmpty)
    #expect(fold([service, address]).isEmpty)
  }

  @Test func `join the address that answered for their host`() throws {
    let device = try #require(fold([service, address, answer]).first)
    #expect(device.evidence.services.map(\.name) == ["Den"])
    #expect(device.hostname == "Den.local")
    #expect(device.verdict.name == "Den")
    #expect(device.discoveredBy == [.mdns, .neighbours])
  }

  @Test func `are completed by what came before their host was known`() throws {
    let early = saw(nil, airplay("Den", ["model": "AppleTV14,1"]), from: .mdns, at: 10)
    let device = try #require(fold([answer, address, service, early]).first)
    #expect(device.evidence.services.first?.txt["model"] == .text("AppleTV14,1"))
    #expect(device.verdict.category == .tvMedia)
  }

  @Test func `go to one of two machines that claim one host name`() {
    let devices = fold([
      saw("192.168.1.2", .linkAddress(mac("00:0e:58:00:00:02"))),
      saw("192.168.1.3", .linkAddress(mac("00:0e:58:00:00:03"))),
      service, address,
      saw("192.168.1.3", claim("den.local", "192.168.1.3"), from: .mdns, at: 5000),
    ])
    #expect(devices.map(\.evidence.services.count) == [0, 1])
  }

  @Test func `are taken over at their latest word`() throws {
    let moved = saw(nil, airplay("Den", host: "den.local", port: 7001), from: .mdns, at: 5000)
    let device = try #require(fold([moved, answer, address, service]).first)
    #expect(device.evidence.services.map(\.port) == [7001])
  }
}
