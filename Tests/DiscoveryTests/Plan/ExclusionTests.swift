import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Identification
@testable import Model
import Simulation

@Suite struct `An exclusion` {
  private let mac = MACAddress(rawValue: 0x0011_3200_0009)

  private func entry(_ address: String, _ mac: MACAddress?) throws -> Neighbour {
    Neighbour(
      address: try #require(IPAddress(address)),
      interface: 2,
      mac: mac,
      state: .stale,
      confirmedAgo: .seconds(60)
    )
  }

  private func excludes(_ exclusion: Exclusion, _ addresses: [String]) -> [Bool] {
    addresses.compactMap { IPAddress($0) }.map(exclusion.contains)
  }

  @Test func `names addresses and ranges of both families, in every zone`() throws {
    let named = try ["192.168.7.9", "10.0.0.0/8", "fe80::1", "fd00::/64"].map { text in
      try IPPrefix(excluding: text)
    }
    let addresses = [
      "192.168.7.9", "192.168.7.8", "10.9.9.9", "fe80::1%eth0", "fe80::2%eth0", "fd00::99",
      "fd00:0:0:1::99",
    ]
    #expect(
      excludes(Exclusion(named), addresses) == [true, false, true, true, false, true, false]
    )
    for text in ["", "fe80::1/129", "192.168.7", "eth0", "fd00::/", "fe80::1%eth0"] {
      #expect(throws: ScanPlanError.malformedExclusion(text)) { try IPPrefix(excluding: text) }
    }
  }

  @Test func `reaches the IPv6 addresses that have the same MAC, and no other device`() throws {
    var exclusion = Exclusion([try IPPrefix(excluding: "192.168.7.9")])
    let other = MACAddress(rawValue: 0x0011_3200_0010)
    // The IPv6 entries come first: their order says nothing.
    let added = exclusion.learn([
      try entry("fe80::abcd", mac), try entry("fe80::10", other), try entry("192.168.7.9", mac),
      try entry("192.168.7.10", mac), try entry("fd00::5", nil),
    ])
    #expect(added.map(\.description) == ["fe80::abcd"])
    let addresses = [
      "fe80::abcd%eth0", "fe80::10%eth0", "192.168.7.10", "fd00::5",
      // Made of the MAC.
      "fe80::211:32ff:fe00:9%eth0", "fd00::211:32ff:fe00:9", "fe80::211:32ff:fe00:10%eth0",
    ]
    #expect(
      excludes(exclusion, addresses) == [true, false, false, false, true, true, false]
    )
    #expect(exclusion.learn([try entry("fe80::abcd", mac)]).isEmpty)
  }

  @Test func `of an IPv6 prefix leaves its devices' other addresses alone`() throws {
    var exclusion = Exclusion([try IPPrefix(excluding: "fd00::/64")])
    #expect(exclusion.learn([try entry("fd00::9", mac), try entry("fe80::9", mac)]).isEmpty)
    #expect(excludes(exclusion, ["fe80::9%eth0"]) == [false])
  }

  @Test func `keeps a scan from sending to a device, and from listing it`() throws {
    var topology = SimulatedTopology.plain(
      IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24),
      hosts: 10
    )
    topology.links[0].interface.ipv6 = [
      Interface.IPv6(address: try #require(IPv6Address("fe80::2")), prefixLength: 64)
    ]
    let host = topology.links[0].hosts[3].device
    let link = try #require(IPAddress("fe80::abcd%eth0"))
    topology.remembered = [
      try entry("fe80::abcd", host.mac), try entry(host.address.description, host.mac),
    ]
    let excluded = ScanRun(topology) {
      $0.excluded = Exclusion([.v4(IPv4Prefix(host.address, length: 32))])
    }
    let subjects = Set([IPAddress.v4(host.address), link].map(\.withoutZone))
    #expect(!excluded.run.sent.contains { subjects.contains($0.target.address.withoutZone) })
    #expect(
      !excluded.observations.contains {
        $0.observation.subject.map { subjects.contains($0.withoutZone) } == true
      }
    )
    // Without the exclusion it is asked at both its addresses.
    let own = try #require(IPAddress("fe80::211:32ff:fe00:3"))
    let addresses = [IPAddress.v4(host.address), own]
    let asked = Set(ScanRun(topology).run.sent.map(\.target.address.withoutZone))
    #expect(addresses.allSatisfy(asked.contains))
    #expect(!excluded.run.sent.contains { $0.target.address.withoutZone == own })
  }

  @Test func `takes back what was said before the device was known`() throws {
    var picture = ScanPicture(identifier: Identifier())
    let address = try #require(IPAddress("fe80::abcd%eth0"))
    picture.take(
      .observation(
        Observation(
          time: Timestamp(milliseconds: 1),
          source: .mdns,
          subject: address,
          fact: .answered(rttMs: nil)
        )
      ),
      at: .zero
    )
    let told = picture.update(at: .zero).changed.map(\.id)
    #expect(told.count == 1)
    picture.take(.excluded(address.withoutZone), at: .seconds(1))
    #expect(picture.update(at: .seconds(1)).removed == told)
    #expect(picture.devices().isEmpty)
  }
}
