import Discovery
import HomeSupport
import Testing
import Wire
@testable import Home
@testable import Model

@Suite struct `Parts of a history` {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  @Test func `a profile has what list and map show, and what is remembered`() {
    var device = DescribedDevice()
    device.others = ["fe80::2%eth0", "192.168.1.21"]
    device.ports = [443, 22]
    device.services = ["_HTTP._tcp", "_printer._sub._http._tcp", "_sleep-proxy._udp", "x"]
    device.remembered = [
      .port(53, .udp, .open), .port(80, .tcp, .closed),
      .service(ServiceInstance(type: "_ipp._tcp", name: "x")),
      .identity(.tlsKey, String(repeating: "0123456789abcdef", count: 4)),
      .identity(.sshKey, "00000000"),
      .service(
        ServiceInstance(
          type: "_hap._tcp",
          name: "x",
          txt: ["id": .text("AA:BB:CC:DD:EE:01"), "deviceid": .text("unknown!")]
        )
      ),
      .ssdp(SSDPAnnouncement(target: "upnp:rootdevice", usn: "uuid:1234-5678-9abc::upnp:x")),
    ]
    let profile = device.recorded(at: now).profile
    #expect(profile.ports == ["22/tcp", "53/udp", "443/tcp"])
    #expect(profile.services == ["_hap._tcp", "_http._tcp", "_ipp._tcp"])
    #expect(
      profile.keys == [
        "hap:aabbccddee01", "tls:0123456789abcdef0123456789abcdef", "udn:123456789abc",
      ]
    )
    #expect(profile.ip == "192.168.1.20" && profile.addresses == ["192.168.1.21", "fe80::2%eth0"])
    #expect(profile.mac == "00:11:32:00:00:01" && profile.name == "NAS")
  }

  @Test func `a profile is small, whatever a device says`() throws {
    var device = DescribedDevice()
    device.name = String(repeating: "e\u{301}", count: 5000)
    device.model = "m" + String(repeating: "\u{301}", count: 5000)
    device.ports = Array(1...2000)
    device.services = (0..<500).map { "_s\($0)._tcp" }
    device.others = (0..<300).map { "10.1.\($0 / 250).\($0 % 250)" }
    device.remembered = (0..<200).map { number in
      .identity(.udn, "aabbccdd\(1000 + number)")
    }
    let profile = device.recorded(at: now).profile
    #expect(try JSONText.encode(profile).utf8.count < 8192)
    #expect(profile.ports.count == 128 && profile.services.count == 64)
    #expect(profile.keys.count == DeviceKeys.most && profile.addresses.count == 16)
  }

  @Test(arguments: ["_a\u{202E}b._tcp", "_a\nb._tcp", "_\u{1B}[31m._udp", "_ä._tcp"])
  func `a service's type has letters alone`(type: String) {
    #expect(DeviceProfile.serviceType(type) == nil)
    #expect(DeviceProfile.serviceType("_My-1_x._TCP") == "_my-1_x._tcp")
  }

  @Test func `keys agree, disagree, or say nothing`() {
    #expect(DeviceKeys.agree(["ssh:1", "tls:2"], ["tls:2"]) == true)
    #expect(DeviceKeys.agree(["ssh:1", "tls:2"], ["tls:3"]) == false)
    #expect(DeviceKeys.agree(["ssh:1"], ["tls:1"]) == nil)
    #expect(DeviceKeys.agree([], []) == nil)
    #expect(DeviceKeys.agree(["dhcp:1"], ["dhcp:1"]) == true)
    #expect(DeviceKeys.agree(["dhcp:1"], ["dhcp:2"]) == nil, "some ids change with the address")
    #expect(DeviceKeys.agree(["dhcp:1", "ssh:1"], ["dhcp:2", "ssh:2"]) == false)
    #expect(
      DeviceKeys.agree(["dhcp:1", "ssh:1"], ["dhcp:1", "ssh:2"]) == false,
      "anybody can state it"
    )
    #expect(DeviceKeys.agree(["dhcp:1", "ssh:1"], ["dhcp:1", "tls:2"]) == true)
  }

  @Test func `a profile takes over one part at a time`() {
    var old = DeviceProfile(
      id: "a",
      ip: "192.168.1.2",
      ports: ["22/tcp", "80/tcp"],
      keys: ["ssh:1"]
    )
    let new = DeviceProfile(
      id: "b",
      name: "B",
      category: .printer,
      vendor: "V",
      model: "M",
      os: "O",
      hostname: "b.lan",
      ip: "192.168.1.3",
      addresses: ["fd00::3"],
      mac: "00:11:32:00:00:01",
      link: .wired,
      ports: ["22/tcp", "443/tcp", "631/tcp"],
      services: ["_ipp._tcp"],
      keys: ["cast:5", "ssh:2", "tls:3"],
      isGateway: true
    )
    let differences = ProfileComparison.differences(from: old, to: new)
    let news = differences.filter { $0.isNews && $0.was != nil }
    #expect(news.map(\.field) == [.address, .port("80/tcp"), .keys("ssh")])
    for difference in differences { old.take(difference.field, from: new) }
    old.takeUncompared(from: new)
    #expect(old == new)
    #expect(ProfileComparison.differences(from: old, to: new).isEmpty)
  }

  // MARK: Round trips

  @Test func `a sweep gives each device one sample, by the most exact measurement`() {
    var sampler = RoundTripSampler()
    let other = ip("192.168.1.21")
    for observation in [
      saw("192.168.1.20", .answered(rttMs: 9), from: .neighbours),
      saw("192.168.1.20", .answered(rttMs: 3), from: .icmp),
      saw("192.168.1.20", .roundTrips([2.5, 1.5, 4]), from: .icmp),
      saw("192.168.1.20", .answered(rttMs: 0.1), from: .tcp),
      saw("192.168.1.21", .answered(rttMs: nil), from: .neighbours),
      saw("192.168.1.22", .answered(rttMs: -1), from: .icmp),
      saw("192.168.1.22", .answered(rttMs: .infinity), from: .icmp),
      saw("192.168.1.23", .answered(rttMs: 7), from: .mdns),
      saw("192.168.1.99", .answered(rttMs: 7), from: .icmp),
    ] {
      sampler.take(observation)
    }
    let slots = [ip("192.168.1.20"): 1, other: 2, ip("192.168.1.22"): 3]
    let samples = sampler.samples(
      at: now,
      slots: slots,
      seen: [1, 2],
      expected: [1, 2, 3, 4]
    )
    let lost = RoundTripSample(time: now, outcome: .lost)
    #expect(
      samples == [
        1: [RoundTripSample(time: now, outcome: .answered(ms: 1.5))], 3: [lost], 4: [lost],
      ]
    )
    let unknown = RoundTripSample(time: now, outcome: .unknown)
    #expect(RoundTripSampler.unknown(at: now, expected: [7]) == [7: [unknown]])
  }

  @Test func `samples of unrecorded devices are left out`() {
    var home = RecordedHome(DescribedDevice())
    var input = HistoryInput()
    let sample = RoundTripSample(time: home.now, outcome: .lost)
    input.samples = [1: [sample], 5: [sample]]
    #expect(home.record(input, after: 60).isEmpty)
    #expect(home.batches.last?.samples == [1: [sample]])
  }

  // MARK: JSON

  @Test func `a change is written as the contract says`() throws {
    let change = HomeChange(
      seq: 7,
      time: now,
      slot: 3,
      name: "NAS",
      kind: .movedAddress,
      was: "192.168.1.20",
      now: "192.168.1.31",
      sources: [.arp]
    )
    let expected = """
      {"device":"mac-1","is":"192.168.1.31","kind":"moved_address",\
      "message":{"code":"change.moved_address",\
      "text":"NAS moved from 192.168.1.20 to 192.168.1.31.",\
      "values":{"device":"NAS","now":"192.168.1.31","was":"192.168.1.20"}},\
      "name":"NAS","reason":null,"seq":7,"sources":["arp"],\
      "time":"2023-11-14T22:13:20.000Z","was":"192.168.1.20"}
      """
    #expect(try JSONText.encode(NamedChange(change, device: "mac-1")) == expected)
    let lost = HomeChange(time: now, kind: .ownNetworkLost)
    let text = try JSONText.encode(NamedChange(lost, device: nil))
    #expect(text.contains("\"device\":null") && text.contains("\"is\":null"))
  }
}
