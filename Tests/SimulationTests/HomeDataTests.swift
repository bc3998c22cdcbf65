import DemoHome
import HomeSupport
@testable import Model
import Simulation
import Testing
import Wire

struct HomeDataTests {
  /// A home by its name: test runs print their arguments, and all that is in a home is a megabyte.
  struct NamedHome: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var home: SimulatedHome
  }

  static let homes = [
    NamedHome(testDescription: "standard", home: .standard),
    NamedHome(testDescription: "large", home: .large),
    NamedHome(testDescription: "everything", home: .everything),
    NamedHome(testDescription: "hostile", home: .hostile),
  ]

  @Test(arguments: homes)
  func `addresses, MACs and labels are each one device's`(named: NamedHome) {
    let home = named.home
    #expect(Set(home.devices.map(\.address)).count == home.devices.count)
    #expect(Set(home.devices.map(\.mac)).count == home.devices.count)
    #expect(Set(home.devices.map(\.label)).count == home.devices.count)
    #expect(home.devices.allSatisfy { home.prefix.contains($0.address) && $0.mac.isUsable })
    #expect(home.devices.filter(\.isRouter).count == 1)
    #expect(!home.devices.contains { $0.address == home.scannerAddress })
  }

  @Test func `the standard home has 30 devices and each oddity`() throws {
    let home = SimulatedHome.standard
    #expect(home.devices.count == 30)
    let names = home.devices.flatMap(\.services).map(\.name)
    #expect(names.contains("D0817AD9AF37@Living Room"))
    #expect(names.contains { $0.contains("’") })
    #expect(names.contains { $0.contains("🎉") })
    #expect(names.contains { $0.utf8.count == 63 })
    let friendly = home.devices.flatMap(\.services).compactMap { $0.txt["fn"]?.text }
    #expect(friendly.filter { $0 == "Bedroom speaker" }.count == 2)
    #expect(
      home.devices.contains { $0.services.contains { $0.host != nil } && $0.behaviour == .stealthy }
    )
    #expect(home.devices.contains { $0.mac.isLocallyAdministered && $0.behaviour == .stealthy })
    let ghosts = home.devices.filter { device in
      device.services.contains { $0.host != device.mdnsHost }
    }
    #expect(ghosts.count == 1)
  }

  @Test func `the home to show has no name that attacks its reader, the hostile one has`() {
    func attacks(_ home: SimulatedHome) -> Bool {
      home.devices.flatMap(\.services).contains { service in
        let texts = [service.name] + service.txt.values.compactMap(\.text)
        return texts.contains { $0.contains("<") || $0.contains("\u{1B}") }
      }
    }
    #expect(!attacks(.standard))
    #expect(!attacks(.large))
    #expect(attacks(.hostile))
  }

  @Test func `the link-local address is made from the MAC as RFC 4291 says`() throws {
    let device = SimulatedDevice(
      label: "",
      mac: try #require(MACAddress("34:56:78:9a:bc:de")),
      address: .any
    )
    #expect("\(device.linkLocal)" == "fe80::3656:78ff:fe9a:bcde")
  }

  @Test func `plain machines fit their subnet`() throws {
    let prefix = try #require(IPv4Prefix("10.9.0.0/22"))
    let home = SimulatedHome.plain(hosts: 100, prefix: prefix)
    #expect(Set(home.devices.map(\.address)).count == 100)
    #expect(home.devices.allSatisfy { prefix.hosts.contains($0.address.rawValue) })
    #expect(home.devices.allSatisfy { $0.address != home.scannerAddress })
  }
}
