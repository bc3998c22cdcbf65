import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Identification
@testable import Model
import Simulation

@Suite struct `Looking for a device by what it is called` {
  private static let whole = devices(of: ScanRun(.fullHome()))
  private static let look = ScanRun(.fullHome()) {
    $0.discoverOnly = true
    $0.asksNames = true
  }

  private static let found = devices(of: look)

  private static func devices(of scan: ScanRun) -> [Device] {
    fold(scan.observations.map(\.observation))
  }

  @Test func `finds every device by the id that a whole scan gives it`() {
    let present = SimulatedHome.standard.devices.compactMap { device in
      Self.whole.first { $0.ip == .v4(device.address) }
    }
    #expect(present.count > 20)
    for device in present {
      let matches = DeviceQuery(device.id).matches(in: Self.found)
      #expect(matches.map(\.ip) == [device.ip], "\(device.id)")
    }
  }

  @Test func `finds devices by the names that they announce`() {
    let named = SimulatedHome.standard.devices.filter { $0.mdnsHost != nil || $0.dnsName != nil }
    #expect(named.count > 15)
    for device in named {
      let name = device.mdnsHost ?? device.dnsName ?? ""
      let matches = DeviceQuery(name).matches(in: Self.found)
      #expect(matches.contains { $0.ip == .v4(device.address) }, "\(device.label)")
    }
  }

  @Test func `asks for addresses and names, and nothing else`() throws {
    #expect(Self.look.run.traffic.tcpConnections == 0)
    let purposes = Set(Self.look.run.sent.map(\.purpose))
    #expect(purposes.isSubset(of: [.sweep, .arp, .mdns, .netbios, .reverseDNS]), "\(purposes)")
    #expect(try #require(Self.look.duration) < Duration.seconds(6))
  }
}
