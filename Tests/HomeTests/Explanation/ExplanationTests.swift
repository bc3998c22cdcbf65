import DemoHome
import Home
import HomeSupport
import Model
import Networking
import Simulation
import Testing
import Wire

@Suite struct `An explanation` {
  private func device(_ id: String, _ ip: String, name: String?, mac: String? = nil) -> Device {
    var evidence = Evidence()
    evidence.mac = mac.flatMap { MACAddress($0) }
    let address = IPAddress(ip) ?? .v4(.any)
    return Device(
      id: id,
      ip: address,
      addresses: [address],
      firstSeen: Timestamp(milliseconds: 0),
      lastSeen: Timestamp(milliseconds: 0),
      evidence: evidence,
      verdict: Verdict(name: name)
    )
  }

  private var home: [Device] {
    [
      device("mac-000e58000003", "192.168.1.2", name: "Den", mac: "00:0e:58:00:00:03"),
      device("b", "192.168.1.3", name: "NAS (2)", mac: "00:11:32:00:00:04"),
      device("c", "192.168.1.4", name: "nas-7", mac: "00:11:32:00:00:04"),
      device("d", "fe80::1%eth0", name: "den-3"),
    ]
  }

  @Test(
    arguments: [
      ("mac-000e58000003", ["192.168.1.2"]), ("192.168.1.3", ["192.168.1.3"]),
      ("00:0E:58:00:00:03", ["192.168.1.2"]), ("fe80::1", ["fe80::1%eth0"]),
      // What is written exactly so goes before what is merely like it.
      ("den", ["192.168.1.2"]), ("nas", ["192.168.1.3", "192.168.1.4"]),
      ("00:11:32:00:00:04", ["192.168.1.3", "192.168.1.4"]),
      ("192.168.1.9", []), ("attic", []), ("", []),
    ] as [(String, [String])]
  )
  func `finds the device that is meant`(text: String, expected: [String]) {
    #expect(DeviceQuery(text).matches(in: home).map(\.ip.description) == expected)
  }

  @Test func `says what was sent to the device and to everybody, and not to others`() throws {
    var traffic = TrafficLedger()
    let own = try #require(IPAddress("192.168.1.2"))
    traffic.sentPacket(to: own, for: .echo, bytes: 16)
    traffic.connected(to: own, for: .ports)
    traffic.sentPacket(to: try #require(IPAddress("192.168.1.3")), for: .echo, bytes: 16)
    traffic.sentPacket(to: try #require(IPAddress("224.0.0.251")), for: .mdns, bytes: 40)
    let explanation = Explanation(try #require(home.first), in: [traffic])
    #expect(explanation.sent.map(\.purpose) == [.echo, .ports, .mdns])
    #expect(explanation.blockMaker != nil)
  }

  @Test func `looks a MAC up in the kernel's table, and sends nothing`() async throws {
    var topology = SimulatedTopology(home: .standard)
    let host = try #require(topology.links[0].hosts.first?.device)
    topology.remembered = [
      Neighbour(
        address: .v4(host.address),
        interface: topology.links[0].interface.index,
        mac: host.mac,
        state: .stale
      )
    ]
    let run = SimulatedNetwork(topology).runToEnd(NeighbourLookup(host.mac))
    #expect(run.outputs.map(\.output) == [[host.address]])
    #expect(run.sent.isEmpty)
  }
}
