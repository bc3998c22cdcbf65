import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Identification
@testable import Model

@Suite struct `Merging` {
  let appleMAC = Fact.linkAddress(mac("d0:81:7a:d9:af:37"))
  let sonosMAC = Fact.linkAddress(mac("00:0e:58:00:00:03"))
  let privateMAC = Fact.linkAddress(mac("da:a1:19:00:00:04"))

  @Test func `joins IPv6 addresses with the only IPv4 address of their universal MAC`() {
    #expect(
      partition([
        saw("192.168.1.2", appleMAC), saw("fe80::2%eth0", appleMAC), saw("fd00::2", appleMAC),
      ]) == [["192.168.1.2", "fd00::2", "fe80::2%eth0"]]
    )
  }

  @Test func `never joins two IPv4 addresses by their MAC, nor the IPv6 address beside them`() {
    #expect(
      partition([
        saw("192.168.1.2", appleMAC), saw("192.168.1.3", appleMAC), saw("fe80::2%eth0", appleMAC),
      ]) == [["192.168.1.2"], ["192.168.1.3"], ["fe80::2%eth0"]]
    )
  }

  @Test func `joins the addresses of a locally administered MAC on one link`() {
    let seen = [
      saw("192.168.1.4", privateMAC), saw("fe80::4%eth0", privateMAC), saw("fd00::4", privateMAC),
    ]
    #expect(partition(seen) == [["192.168.1.4", "fd00::4", "fe80::4%eth0"]])
    #expect(partition(seen.dropFirst().map(\.self)) == [["fd00::4", "fe80::4%eth0"]])
    // The clients of a repeater stay apart, whatever its MAC is.
    #expect(partition(seen + [saw("192.168.1.5", privateMAC)]).prefix(2).map(\.count) == [1, 1])
  }

  @Test func `keeps copies of a locally administered MAC on two links apart`() {
    func interface(_ name: String, _ index: UInt32, _ third: UInt8) -> Interface {
      let prefix = IPv4Prefix(IPv4Address(192, 168, third, 0), length: 24)
      let own = Interface.IPv4(address: IPv4Address(192, 168, third, 2), prefix: prefix)
      return Interface(index: index, name: name, ipv4: [own])
    }
    let links = LocalLinks(
      ScanPlan(targets: [], interfaces: [interface("eth0", 2, 1), interface("wlan0", 3, 2)])
    )
    let seen = [
      saw("192.168.1.4", privateMAC), saw("fe80::4%wlan0", privateMAC),
      saw("192.168.2.9", privateMAC), saw("fe80::4%eth0", privateMAC),
    ]
    func partition(_ seen: some Sequence<Observation>) -> [[String]] {
      var fold = DeviceFold(identifier: Identifier(), links: links)
      for observation in seen { fold.insert(observation) }
      return fold.devices().map { $0.addresses.map(\.description) }
    }
    #expect(
      partition(seen) == [["192.168.1.4", "fe80::4%eth0"], ["192.168.2.9", "fe80::4%wlan0"]]
    )
    #expect(partition(seen.prefix(2)) == [["192.168.1.4"], ["fe80::4%wlan0"]])
    // A name that covers both says that they are one device on two links.
    let named = [
      saw("192.168.1.4", claim("iPhone.local", "192.168.1.4"), from: .mdns),
      saw("192.168.1.4", claim("iPhone.local", "fe80::4%wlan0"), from: .mdns),
    ]
    #expect(partition(seen.prefix(2) + named) == [["192.168.1.4", "fe80::4%wlan0"]])
  }

  @Test func `joins addresses whose services state one device id`() {
    let id = ["deviceid": "D0:81:7A:D9:AF:37"]
    #expect(
      partition([
        saw("192.168.1.2", appleMAC), saw("192.168.1.9", sonosMAC),
        saw("192.168.1.2", airplay("Den", id), from: .mdns),
        saw("192.168.1.9", airplay("Den", id), from: .mdns),
      ]) == [["192.168.1.2", "192.168.1.9"]]
    )
  }

  @Test(arguments: ["unknown", "", "00:00:00:00:00:00", "02:00:00:00:00:00", "none"])
  func `takes no placeholder for a device id`(id: String) {
    #expect(
      partition([
        saw("192.168.1.2", .answered(rttMs: nil)), saw("192.168.1.9", .answered(rttMs: nil)),
        saw("192.168.1.2", airplay("Den", ["deviceid": id]), from: .mdns),
        saw("192.168.1.9", airplay("Attic", ["deviceid": id]), from: .mdns),
      ]).count == 2
    )
  }

  @Test func `keeps two devices that share the UDN they were made with`() {
    let root = SSDPAnnouncement(
      target: "upnp:rootdevice",
      usn: "uuid:12345678-90ab-cdef-1234-567890abcdef::upnp:rootdevice"
    )
    let both = [
      saw("192.168.1.2", .ssdp(root), from: .ssdp), saw("192.168.1.9", .ssdp(root), from: .ssdp),
    ]
    // Without MACs the device's word is all there is; with them it is shown to be copied.
    #expect(partition(both).count == 1)
    #expect(
      partition(both + [saw("192.168.1.2", appleMAC), saw("192.168.1.9", sonosMAC)]).count == 2
    )
  }

  @Test func `keeps nas-2 and nas-7 two devices`() {
    #expect(
      partition([
        saw("192.168.1.2", .answered(rttMs: nil)), saw("192.168.1.7", .answered(rttMs: nil)),
        saw("192.168.1.2", .name("nas-2.lan"), from: .dns),
        saw("192.168.1.7", .name("nas-7.lan"), from: .dns),
      ]).count == 2
    )
  }

  @Test func `makes one device of this machine's own addresses`() throws {
    let devices = fold([
      saw("192.168.1.5", .ownAddress, from: .interface),
      saw("10.0.0.5", .ownAddress, from: .interface),
      saw("fe80::5%eth0", .ownAddress, from: .interface),
      saw("192.168.1.1", .answered(rttMs: 1)), saw("192.168.1.1", .gateway, from: .route),
    ])
    #expect(devices.map(\.isSelf) == [true, false])
    #expect(devices.map(\.isGateway) == [false, true])
    let own = try #require(devices.first)
    #expect(own.ip == ip("10.0.0.5"))
    #expect(own.addresses.count == 3)
    #expect(own.state == .present)
  }

  @Test func `merges nothing on an address that was only claimed`() {
    let devices = fold([
      saw("192.168.1.2", appleMAC), saw("192.168.1.3", sonosMAC),
      saw("192.168.1.2", claim("a.local", "192.168.1.2"), from: .mdns),
      saw("192.168.1.2", claim("a.local", "192.168.1.99"), from: .mdns),
      saw("192.168.1.3", claim("b.local", "192.168.1.3"), from: .mdns),
      saw("192.168.1.3", claim("b.local", "192.168.1.99"), from: .mdns),
    ])
    #expect(devices.count == 2)
    #expect(devices.map(\.ip.description) == ["192.168.1.2", "192.168.1.3"])
    #expect(devices.first?.addresses.map(\.description) == ["192.168.1.2", "192.168.1.99"])
  }
}
