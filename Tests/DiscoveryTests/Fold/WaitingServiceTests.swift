import Discovery
import HomeSupport
import Identification
import Model
import Testing

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

  // MARK: By name

  /// A device with a name that a resolver, or itself, gives it.
  private func device(_ address: String, _ name: String, mac text: String? = nil) -> [Observation] {
    var seen = [saw(address, .answered(rttMs: nil)), saw(address, .name(name), from: .dns)]
    if let text { seen.append(saw(address, .linkAddress(mac(text)))) }
    return seen
  }

  private func names(_ observations: [Observation]) -> [[String]] {
    fold(observations).map { $0.evidence.services.map(\.name) }
  }

  @Test func `go to the only device that has their name`() throws {
    let mac = device("192.168.1.7", "macstudiom1-7.lan", mac: "3c:22:fb:00:00:07")
    let other = device("192.168.1.8", "den.lan", mac: "3c:22:fb:00:00:08")
    let studio = saw(nil, airplay("MacStudioM1 (920)", ["model": "Mac13,1"]), from: .mdns)
    let devices = fold([studio] + mac + other)
    #expect(devices.map { $0.evidence.services.map(\.name) } == [["MacStudioM1 (920)"], []])
    #expect(devices[0].verdict.model?.contains("Mac Studio") == true)
    #expect(devices[0].discoveredBy.contains(.mdns))
    // By its host's name, too, where nobody says where the host is.
    let hosted = saw(nil, airplay("Something", host: "Den.local", port: 7000), from: .mdns)
    #expect(names([hosted] + mac + other) == [[], ["Something"]])
  }

  @Test func `stay alone where two devices have their name, or none`() {
    let den = saw(nil, airplay("Den"), from: .mdns)
    let one = device("192.168.1.7", "den.lan")
    let two = device("192.168.1.8", "Den-2.lan")
    #expect(names([den] + one) == [["Den"]])
    #expect(names([den] + one + two) == [[], []])
    #expect(names([den] + device("192.168.1.7", "kitchen.lan")) == [[]])
    // A name that thousands of devices have finds nobody.
    #expect(
      names([saw(nil, airplay("iPhone"), from: .mdns)] + device("192.168.1.7", "iphone.lan")) == [
        []
      ]
    )
  }

  @Test func `stay alone where something stronger disagrees`() {
    let attic = device("192.168.1.7", "attic-2.lan", mac: "00:11:32:00:00:07")
    // Two numbers of one naming system are two devices.
    #expect(names([saw(nil, airplay("attic-7"), from: .mdns)] + attic) == [[]])
    #expect(names([saw(nil, airplay("attic-2"), from: .mdns)] + attic) == [["attic-2"]])
    // Another MAC.
    let stated = airplay("attic-2", ["deviceid": "00:11:32:00:00:99"])
    #expect(names([saw(nil, stated, from: .mdns)] + attic) == [[]])
    let own = airplay("attic-2", ["deviceid": "00:11:32:00:00:07"])
    #expect(names([saw(nil, own, from: .mdns)] + attic) == [["attic-2"]])
    // Its host is said to be at another address.
    let elsewhere = saw(nil, claim("attic-2.local", "192.168.1.99"), from: .mdns)
    let hosted = saw(nil, airplay("attic-2", host: "attic-2.local"), from: .mdns)
    #expect(names([hosted, elsewhere] + attic) == [[]])
    #expect(names([hosted] + attic) == [["attic-2"]])
    // It offers one of the kind under another name.
    let resolved = saw("192.168.1.7", airplay("attic", port: 7000), from: .mdns)
    #expect(names([saw(nil, airplay("attic (2)"), from: .mdns), resolved] + attic) == [["attic"]])
  }

  @Test func `go back to who offers them when their address is known`() {
    let wrong = device("192.168.1.7", "den.lan")
    let right = saw("192.168.1.8", .answered(rttMs: nil))
    let place = saw("192.168.1.8", claim("Den.local", "192.168.1.8"), from: .mdns)
    let early = saw(nil, airplay("Den"), from: .mdns, at: 10)
    var fold = DeviceFold(identifier: Identifier())
    for observation in wrong + [right, early] { fold.insert(observation) }
    #expect(fold.devices().map(\.evidence.services.count) == [1, 0])
    fold.insert(service)
    #expect(fold.devices().map(\.evidence.services.count) == [1, 0])
    fold.insert(place)
    #expect(fold.devices().map(\.evidence.services.count) == [0, 1])
  }

  /// Few names for many devices and services, so that all collide.
  @Test(arguments: 0..<200)
  func `go to the same devices in every order, and make none`(seed: Int) {
    var random = SplitMix64(seed: 90_000 + UInt64(seed))
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: values.indices, using: &random)] }
    let names = ["Den", "den-2", "Den (3)", "den.lan", "Attic", "attic-2.local", "Attic (2)"]
    let macs = ["00:11:32:00:00:01", "00:11:32:00:00:02", "02:00:00:00:00:03"]
    let addresses = ["192.168.1.1", "192.168.1.2", "192.168.1.3", "fe80::1%eth0"]
    let hosts = ["den.local", "attic-2.local", "ghost.local"]
    var home: [Observation] = []
    for _ in 0..<Int.random(in: 4...30, using: &random) {
      let time = Int64.random(in: 1...4, using: &random) * 1000
      switch Int.random(in: 0..<6, using: &random) {
      case 0: home.append(saw(pick(addresses), .linkAddress(mac(pick(macs))), at: time))
      case 1: home.append(saw(pick(addresses), .name(pick(names)), from: .dns, at: time))
      case 2: home.append(saw(pick(addresses), .answered(rttMs: 1), at: time))
      case 3: home.append(saw(nil, claim(pick(hosts), pick(addresses)), from: .mdns, at: time))
      case 4:
        home.append(saw(pick(addresses), airplay(pick(names), port: 7000), from: .mdns, at: time))
      default:
        let txt = pick([[:], ["deviceid": pick(macs)], ["model": "AppleTV6,2"]])
        let waiting = airplay(pick(names), host: pick([nil] + hosts), txt)
        home.append(saw(nil, waiting, from: .mdns, at: time))
      }
    }
    let expected = fold(home)
    let placed = home.filter { if case .service = $0.fact { $0.subject != nil } else { true } }
    let without = fold(placed)
    // Identifiers of services that resolve may join devices; nothing makes more of them.
    #expect(Set(expected.flatMap(\.addresses)) == Set(without.flatMap(\.addresses)))
    #expect(expected.count <= without.count)
    for _ in 0..<3 {
      var step = DeviceFold(identifier: Identifier())
      for observation in home.shuffled(using: &random) {
        step.insert(observation)
        if Bool.random(using: &random) { _ = step.devices() }
      }
      #expect(step.devices() == expected)
    }
  }
}
