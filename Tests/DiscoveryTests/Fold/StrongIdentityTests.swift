import HomeSupport
import Model
import Testing

@Suite struct `Strong identifiers` {
  private let key = Fact.identity(.sshKey, "9f2c41d07be86a35c1f0e2d3b4a59687")
  private let cable = Fact.linkAddress(mac("d0:81:7a:d9:af:37"))
  private let radio = Fact.linkAddress(mac("00:0e:58:00:00:03"))
  private let privateRadio = Fact.linkAddress(mac("da:a1:19:00:00:04"))

  private func laptop(_ second: Fact) -> [Observation] {
    [
      saw("192.168.1.2", cable), saw("192.168.1.3", second),
      saw("192.168.1.2", key, from: .banner), saw("192.168.1.3", key, from: .banner),
    ]
  }

  @Test func `join two MACs of a laptop that goes by one name on both`() {
    for second in [radio, privateRadio] {
      let named = [
        saw("192.168.1.2", claim("annas-laptop.local", "192.168.1.2"), from: .mdns),
        saw("192.168.1.3", claim("annas-laptop.local", "192.168.1.3"), from: .mdns),
      ]
      #expect(partition(laptop(second)).count == 2)
      #expect(partition(named + laptop(second)) == [["192.168.1.2", "192.168.1.3"]])
    }
  }

  @Test func `join by a resolver's name and a key, but by neither alone`() {
    let names = [
      saw("192.168.1.2", .name("annas-laptop.lan"), from: .dns),
      saw("192.168.1.3", .name("annas-laptop.lan"), from: .dns),
    ]
    #expect(partition(names + laptop(radio)).count == 1)
    #expect(partition(names + [saw("192.168.1.2", cable), saw("192.168.1.3", radio)]).count == 2)
  }

  @Test(arguments: [
    ("cam-2.lan", "cam-7.lan"), ("openwrt.lan", "openwrt.lan"),
    ("ESP_1A2B3C.lan", "esp_1a2b3c.lan"),
  ])
  func `baked into firmware join nobody`(first: String, second: String) {
    let names = [
      saw("192.168.1.2", .name(first), from: .dns), saw("192.168.1.3", .name(second), from: .dns),
    ]
    #expect(partition(names + laptop(radio)).count == 2)
  }

  @Test func `join the addresses of one MAC, unless those go by different names`() {
    let aliases = laptop(cable)
    #expect(partition(aliases).count == 1)
    // A repeater that answers for two cameras.
    let names = [
      saw("192.168.1.2", .name("cam-2.lan"), from: .dns),
      saw("192.168.1.3", .name("cam-7.lan"), from: .dns),
    ]
    #expect(partition(names + aliases).count == 2)
  }

  @Test func `without MACs join one IPv4 and one IPv6 address, never two IPv4 addresses`() {
    let key = Fact.identity(.tlsKey, "0a1b2c3d4e5f60718293a4b5c6d7e8f9")
    let pair = [saw("192.168.1.2", key, from: .tls), saw("fd00::2", key, from: .tls)]
    #expect(partition(pair).count == 1)
    #expect(partition(pair + [saw("192.168.1.3", key, from: .tls)]).count == 3)
  }

  @Test func `that spell one of the MACs join them all`() {
    let id = Fact.identity(.deviceID, "d0:81:7a:d9:af:37")
    #expect(
      partition([
        saw("192.168.1.2", cable), saw("192.168.1.3", radio), saw("192.168.1.2", id, from: .http),
        saw("192.168.1.3", id, from: .http),
      ]).count == 1
    )
  }

  @Test(arguments: ["Maker 12345678", "Maker 0000000", "Maker unknown", "Maker 987654321"])
  func `are no serial numbers that factories fill in`(serial: String) {
    let stated = Fact.identity(.serial, serial)
    #expect(
      partition([
        saw("192.168.1.2", stated, from: .http), saw("fd00::3", stated, from: .http),
      ]).count == 2
    )
  }

  @Test func `give a device without a universal MAC its id, strongest first`() {
    let udn = Fact.identity(.udn, "2f402f80-da50-11e1-9b23-000e58000003")
    let alone = fold([saw("192.168.1.2", privateRadio), saw("192.168.1.2", udn, from: .http)])
    let both = fold([
      saw("192.168.1.77", udn, from: .http), saw("192.168.1.77", key, from: .banner),
    ])
    #expect(alone.first?.id.hasPrefix("id-") == true)
    #expect(alone.first?.id == both.first?.id)
  }
}
