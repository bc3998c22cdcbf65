import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model
import Simulation

@Suite struct `The echo sweep` {
  private let host = IPAddress.v4(IPv4Address(192, 168, 77, 20))
  private let start = MonotonicTime(nanoseconds: 5_000_000_000)

  /// A sweep that has asked the host, and what it sent.
  private func asked() throws -> (sweep: EchoSweep, plan: ScanPlan, message: ICMPEcho) {
    var topology = SimulatedTopology(home: .standard)
    topology.links[0].interface.ipv6 = []
    let plan = ScanPlan(topology)
    var sweep = EchoSweep(scan: 7)
    var context = SourceContext(now: start, plan: plan, hosts: HostTable(), owner: 0)
    sweep.start(&context)
    let opened = NetworkEvent.opened(context.ticket(0), localPort: 0)
    sweep.handle(opened, &context)
    sweep.learn(.answered(host, interface: 2), &context)
    let messages = context.requests.compactMap { request in
      if case .send(_, _, let payload, _) = request { payload } else { nil }
    }
    let message = try ICMPv4Message(parsing: #require(messages.first))
    guard case .echoRequest(let echo) = message else { throw Unexpected() }
    return (sweep, plan, echo)
  }

  private struct Unexpected: Error {}

  /// What the sweep observes when a reply comes in.
  private func observed(
    _ change: (inout ICMPEcho) -> Void,
    from sender: IPAddress? = nil
  ) throws -> [Fact] {
    var (sweep, plan, echo) = try asked()
    // The kernel's own number for datagram sockets.
    echo.identifier = 0xBEEF
    change(&echo)
    let now = start + .milliseconds(4)
    var context = SourceContext(now: now, plan: plan, hosts: HostTable(), owner: 0)
    let reply = Datagram(
      source: Endpoint(sender ?? host, port: 0),
      interface: 2,
      payload: ICMPv4Message.echoReply(echo).serialised,
      receivedAt: start + .milliseconds(3)
    )
    sweep.handle(.datagram(context.ticket(0), reply), &context)
    return context.reports.map(\.fact)
  }

  @Test func `times a reply by the kernel's clock, whatever its identifier`() throws {
    #expect(try observed { _ in } == [.answered(rttMs: 3)])
  }

  @Test func `knows its replies by payload, sequence and sender`() throws {
    #expect(try observed { $0.sequence &+= 1 }.isEmpty)
    #expect(try observed { $0.payload[0] ^= 1 }.isEmpty)
    #expect(try observed { $0.payload[15] ^= 1 }.isEmpty)
    #expect(try observed { $0.payload = [] }.isEmpty)
    #expect(try observed({ _ in }, from: .v4(IPv4Address(192, 168, 77, 21))).isEmpty)
  }

  @Test func `asks twice, then gives up`() {
    let topology = SimulatedTopology(home: .standard)
    let scan = ScanRun(topology)
    for host in topology.links[0].hosts {
      let echoes = scan.run.sent.filter {
        $0.purpose == .echo && $0.target.address == .v4(host.device.address)
      }
      #expect(echoes.count == (host.device.behaviour == .stealthy ? 2 : 1), "\(host.device.label)")
    }
  }

  @Test func `hears every IPv6 node of the link`() {
    let topology = SimulatedTopology(home: .standard)
    let scan = ScanRun(topology)
    for host in topology.links[0].hosts where host.device.behaviour != .stealthy {
      #expect(scan.answered[.v6(host.linkLocal, zone: "eth0")] != nil, "\(host.device.label)")
    }
  }

  @Test func `finds hosts behind a router without flooding it`() throws {
    var topology = SimulatedTopology(home: .standard)
    let far = IPv4Address(10, 1, 1, 9)
    topology.links[0].hosts.append(
      SimulatedHost(
        SimulatedDevice(label: "far", mac: MACAddress(rawValue: 0x0011_3200_0009), address: far)
      )
    )
    let scan = ScanRun(topology) { plan in
      let remote = ScanPlan.Target(
        prefix: IPv4Prefix(far, length: 24),
        interface: topology.links[0].interface,
        ownAddress: nil,
        isOnLink: false
      )
      plan.targets = [remote]
    }
    #expect(scan.answered[.v4(far)] != nil)
    #expect(scan.found == [far])
    let early = scan.run.sent.filter { $0.time < scan.began + .milliseconds(50) }
    #expect(early.count { $0.purpose == .echo } <= 64 + 50 + 2)
  }
}
