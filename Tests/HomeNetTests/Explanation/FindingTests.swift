import NetLab
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Identification
@testable import Model

@Suite struct `Looking for a device by what it is called` {
  private static let told = ToldScan.standard
  private static let look = ScanRun(.fullHome()) {
    $0.discoverOnly = true
    $0.asksNames = true
  }

  private static let found: [Device] = {
    var fold = DeviceFold(identifier: Identifier())
    for (_, observation) in look.observations { fold.insert(observation) }
    return fold.devices()
  }()

  @Test func `finds every device by the id that a whole scan gives it`() {
    for device in Self.told.home.devices {
      guard let whole = Self.told.last(device) else { continue }
      let matches = DeviceQuery(whole.id).matches(in: Self.found)
      #expect(matches.map(\.ip) == [whole.ip], "\(device.label)")
    }
  }

  @Test func `finds devices by the names that they announce`() {
    let named = Self.told.home.devices.filter { $0.mdnsHost != nil || $0.dnsName != nil }
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
