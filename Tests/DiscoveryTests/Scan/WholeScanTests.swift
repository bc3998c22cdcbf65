import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model
@testable import Probing
import Simulation

private let home24 = IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24)

@Suite struct `A whole scan` {
  @Test func `finds the home within budget and ends by itself`() throws {
    let topology = SimulatedTopology.fullHome()
    let scan = ScanRun(topology)
    #expect(scan.found == topology.addresses)
    #expect(scan.run.traffic.tcpConnections <= 1100)
    #expect(scan.run.traffic.peakSockets <= 30)
    #expect(try #require(scan.duration) < Duration.seconds(15))
    #expect(scan.failures.isEmpty)
    for (address, purposes) in scan.run.traffic.counts {
      let connections = purposes.values.reduce(0) { $0 + $1.connections }
      #expect(connections <= 36, "\(address)")
    }
  }

  @Test func `finds every open port that it asks for`() {
    let topology = SimulatedTopology.fullHome()
    let scan = ScanRun(topology)
    let asked = Set(ScanPorts.first + ScanPorts.rest)
    for host in topology.links[0].hosts where host.device.behaviour != .stealthy {
      let open = Set(host.device.listeners.map(\.port)).intersection(asked)
      let found = scan.facts(host.device.address).compactMap { fact in
        if case .port(let port, .tcp, .open) = fact { port } else { nil }
      }
      #expect(Set(found) == open, "\(host.device.label)")
    }
  }

  @Test func `says each thing once`() {
    let scan = ScanRun(.fullHome())
    var seen: Set<Observation> = []
    for (_, observation) in scan.observations {
      var timeless = observation
      timeless.time = Timestamp(milliseconds: 0)
      #expect(seen.insert(timeless).inserted, "\(timeless)")
    }
  }

  @Test func `sends nothing to excluded addresses, printing ports or nobody`() throws {
    let excluded = try #require(IPv4Prefix("192.168.77.16/28"))
    for raw in [false, true] {
      let scan = ScanRun(.fullHome()) {
        $0.excluded = Exclusion([.v4(excluded)])
        $0.canUseRawSockets = raw
      }
      for packet in scan.run.sent {
        if let v4 = packet.target.address.v4 { #expect(!excluded.contains(v4), "\(packet)") }
        let port = packet.target.port
        #expect(!(9100...9107).contains(port) && port != 515)
        if packet.kind == .connection {
          #expect(scan.found.contains(try #require(packet.target.address.v4)))
        }
      }
    }
  }

  @Test func `doesn't ask the rest of whom the first ports are silent`() throws {
    let topology = SimulatedTopology.fullHome()
    let scan = ScanRun(topology)
    let stealthy = topology.links[0].hosts.filter { $0.device.behaviour == .stealthy }
    #expect(!stealthy.isEmpty)
    for host in stealthy {
      let asked = scan.run.sent.filter {
        $0.kind == .connection && $0.target.address == .v4(host.device.address)
      }
      // A silent Samsung may be a television, which is asked for its own port beside the port scan.
      let ports = Set(asked.map(\.target.port)).subtracting([8001])
      #expect(ports == Set(ScanPorts.first), "\(host.device.label)")
    }
  }

  @Test func `listens for five seconds after its last probe`() throws {
    let scan = ScanRun(.plain(home24, hosts: 3)) { $0.listen = .seconds(5) }
    let active: Set<Purpose> = [.sweep, .echo, .ports, .netbios, .reverseDNS, .arp]
    let last = try #require(scan.run.sent.last { active.contains($0.purpose) })
    let finished = try #require(scan.run.finishedAt)
    #expect(finished >= last.time + .seconds(5))
    #expect(finished <= last.time + .seconds(5.2))
  }

  @Test func `ends at the time limit whatever is under way`() throws {
    let scan = ScanRun(.fullHome()) { $0.timeout = .milliseconds(700) }
    #expect(scan.duration == .milliseconds(700))
  }

  @Test func `counts every address asked, and tells few times`() throws {
    let scan = ScanRun(.plain(home24, hosts: 30))
    let progress = scan.run.outputs.compactMap { _, output in
      if case .progress(let progress) = output { progress } else { nil }
    }
    #expect(progress.first?.total == 253)
    #expect(progress.last == ScanProgress(asked: 253, total: 253, active: []))
    #expect(progress.count <= 20)
  }

  @Test func `says who this machine and its gateway are`() {
    let topology = SimulatedTopology.fullHome()
    let scan = ScanRun(topology) { $0.discoverOnly = true }
    #expect(scan.facts(SimulatedHome.standard.scannerAddress).contains(.ownAddress))
    #expect(scan.observations.contains { $0.observation.fact == .gateway })
    #expect(scan.observations[0].observation.time == Timestamp(milliseconds: 1_000_000))
  }

  @Test func `finds loopback services without believing the kernel's refusals`() throws {
    let prefix = try #require(IPv4Prefix("127.77.0.0/24"))
    var topology = SimulatedTopology.plain(prefix, hosts: 5)
    topology.links[0].interface.isLoopback = true
    topology.links[0].interface.name = "lo"
    topology.links[0].hosts[0].device.listeners = [SimulatedDevice.Listener(port: 443)]
    topology.links[0].hosts[1].device.listeners = [SimulatedDevice.Listener(port: 1400)]
    let scan = ScanRun(topology)
    #expect(scan.found == Set(topology.links[0].hosts.prefix(2).map(\.device.address)))
  }

  @Test func `stops when its reader does`() async {
    let topology = SimulatedTopology.fullHome()
    let plan = ScanPlan(topology)
    let engine = ScanEngine(
      plan: plan,
      startedAt: Timestamp(milliseconds: 0),
      sources: standardSources(for: plan, seed: 1)
    )
    var heard = 0
    for await _ in SimulatedNetwork(topology).run(engine) {
      heard += 1
      if heard == 3 { break }
    }
    #expect(heard == 3)
  }
}

@Suite struct `The end of a scan` {
  private let start = MonotonicTime(nanoseconds: 0)

  private func plan(discoverOnly: Bool) -> ScanPlan {
    var plan = ScanPlan(targets: [], interfaces: [])
    plan.discoverOnly = discoverOnly
    return plan
  }

  @Test func `comes after listening once nobody is active`() {
    var activity = ScanActivity(sources: 1)
    activity.begin(at: start)
    activity.note(isActive: true, sends: true, source: 0, now: start + .seconds(1))
    let plan = plan(discoverOnly: false)
    #expect(
      ScanEnd.decide(plan: plan, activity: activity, now: start + .seconds(9))
        == .wait(until: start + .seconds(15))
    )
    activity.note(isActive: false, sends: false, source: 0, now: start + .seconds(2))
    #expect(
      ScanEnd.decide(plan: plan, activity: activity, now: start + .seconds(2))
        == .wait(until: start + .seconds(6))
    )
    #expect(ScanEnd.decide(plan: plan, activity: activity, now: start + .seconds(6)) == .finish)
  }

  @Test func `is put off by answers only when it only discovers`() {
    var activity = ScanActivity(sources: 1)
    activity.begin(at: start)
    activity.noteAnswer(at: start + .seconds(1))
    #expect(
      ScanEnd.decide(plan: plan(discoverOnly: true), activity: activity, now: start)
        == .wait(until: start + .seconds(1) + .milliseconds(1200))
    )
    #expect(
      ScanEnd.decide(plan: plan(discoverOnly: false), activity: activity, now: start)
        == .wait(until: start + .seconds(5))
    )
  }

  @Test func `is not put off by repeated queries of sources that only listen`() {
    var activity = ScanActivity(sources: 1)
    activity.begin(at: start)
    activity.note(isActive: false, sends: true, source: 0, now: start + .seconds(3))
    #expect(
      ScanEnd.decide(plan: plan(discoverOnly: false), activity: activity, now: start)
        == .wait(until: start + .seconds(5))
    )
  }
}
