import Discovery
import HomeSupport
import Identification
import Model
import Testing

@Suite struct `The fold and order` {
  @Test(arguments: 0..<300)
  func `makes the same devices in every order, with repetitions`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let home = randomHome(using: &random)
    let expected = fold(home)
    var shuffled = home + home.filter { _ in Bool.random(using: &random) }
    shuffled.shuffle(using: &random)
    #expect(fold(shuffled) == expected)
  }

  @Test(arguments: 0..<100)
  func `makes the same devices however often it is asked between`(seed: Int) {
    var random = SplitMix64(seed: 7000 + UInt64(seed))
    let home = randomHome(using: &random)
    let expected = fold(home)
    var fold = DeviceFold(identifier: Identifier())
    for observation in home.shuffled(using: &random) {
      fold.insert(observation)
      if Int.random(in: 0..<4, using: &random) == 0 { _ = fold.devices() }
    }
    #expect(fold.devices() == expected)
  }

  /// Few addresses, few MACs, few names: everything collides with everything.
  private func randomHome(using random: inout SplitMix64) -> [Observation] {
    let addresses = [
      "192.168.1.1", "192.168.1.2", "192.168.1.3", "192.168.1.4", "192.168.1.5", "fe80::1%eth0",
      "fe80::2%eth0", "fd00::3", "2001:db8::4",
    ]
    let macs = [
      "a4:cf:12:00:00:01", "a4:cf:12:00:00:02", "00:0e:58:00:00:03", "02:00:00:00:00:04",
      "00:00:00:00:00:00",
    ]
    let hosts = ["nas-2.local", "nas-7.local", "Living-Room.local", "iphone.lan", "den.lan"]
    let ids = ["A4:CF:12:00:00:01", "A4:CF:12:00:00:09", "unknown", "00:00:00:00:00:00"]
    let udns = ["uuid:2f402f80-da50-11e1-9b23-000e58000003", "uuid:", "uuid:0000-0000"]
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: values.indices, using: &random)] }
    return (0..<Int.random(in: 5...60, using: &random)).map { _ in
      let time = Int64.random(in: 1...6, using: &random) * 1000
      let subject = pick(addresses)
      let address = pick(addresses)
      let source = pick(Source.allCases)
      switch Int.random(in: 0..<18, using: &random) {
      case 0: return saw(subject, .answered(rttMs: pick([nil, 1, 2.5])), from: source, at: time)
      case 1, 2: return saw(subject, .linkAddress(mac(pick(macs))), from: source, at: time)
      case 3: return saw(subject, .rememberedLinkAddress(mac(pick(macs))), from: source, at: time)
      case 4: return saw(subject, .unresolved, from: source, at: time)
      case 5: return saw(subject, .name(pick(hosts)), from: source, at: time)
      case 6, 7:
        return saw(pick([nil, subject]), claim(pick(hosts), address), from: .mdns, at: time)
      case 8, 9:
        let service = airplay(
          pick(["TV", "Den"]),
          host: pick([nil] + hosts),
          port: pick([nil, 7000, 7001]),
          pick([[:], ["deviceid": pick(ids)], ["deviceid": pick(ids), "model": "AppleTV6,2"]])
        )
        return saw(pick([nil, nil, subject]), service, from: .mdns, at: time)
      case 10:
        let usn = pick(udns) + "::upnp:rootdevice"
        let announcement = SSDPAnnouncement(
          target: "upnp:rootdevice",
          usn: usn,
          server: pick([nil, "Linux UPnP/1.0", "Sonos"])
        )
        return saw(subject, .ssdp(announcement), from: .ssdp, at: time)
      case 11:
        return saw(
          subject,
          .port(pick([22, 80]), .tcp, pick([.open, .closed, .filtered])),
          from: .tcp,
          at: time
        )
      case 12: return saw(subject, .gateway, from: .route, at: time)
      case 13, 14:
        let key = pick(["9f2c41d07be86a35", "unknown", "a4cf12000001a4cf12000001"])
        return saw(subject, .identity(pick(IdentityKind.allCases), key), from: .banner, at: time)
      case 15:
        return saw(subject, .roundTrips(pick([[1, 2], [0.4, 0.5]])), from: source, at: time)
      case 16:
        let answer = HTTPAnswer(
          port: pick([80, 443]),
          path: pick(["/", nil]),
          body: pick(["a", "b"])
        )
        return saw(subject, .http(answer), from: .http, at: time)
      default:
        let own = Int.random(in: 0..<4, using: &random) == 0
        return saw(subject, own ? .ownAddress : .answered(rttMs: nil), from: .interface, at: time)
      }
    }
  }
}
