import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Identification
@testable import Model
import Simulation

@Suite struct `Round trips` {
  private let topology = SimulatedTopology(home: .standard)

  private func times(_ scan: ScanRun, _ address: IPv4Address, _ source: Source) -> [[Double]] {
    scan.observations.compactMap { _, observation in
      guard observation.subject == .v4(address), observation.source == source,
        case .roundTrips(let times) = observation.fact
      else { return nil }
      return times
    }
  }

  @Test func `are measured six times, some time apart, of everybody who replies`() throws {
    let scan = ScanRun(topology)
    for host in topology.links[0].hosts {
      let address = host.device.address
      let echoes = scan.run.sent.filter {
        $0.purpose == .latency && $0.target.address == .v4(address)
      }
      guard host.device.behaviour != .stealthy else {
        #expect(echoes.isEmpty)
        continue
      }
      #expect(echoes.count == RoundTripMeter.echoes, "\(host.device.label)")
      for (first, second) in zip(echoes, echoes.dropFirst()) {
        #expect(second.time - first.time >= RoundTripMeter.spacing)
      }
      #expect(times(scan, address, .icmp).map(\.count) == [RoundTripMeter.echoes])
    }
    // Of a device's addresses of both families one is enough.
    #expect(!scan.run.sent.contains { $0.purpose == .latency && $0.target.address.v4 == nil })
  }

  @Test func `don't prolong the scan`() throws {
    let scan = ScanRun(.plain(IPv4Prefix(IPv4Address(10, 7, 0, 0), length: 24), hosts: 30))
    let active: Set<Purpose> = [.sweep, .echo, .ports, .netbios, .reverseDNS, .arp]
    let last = try #require(scan.run.sent.last { active.contains($0.purpose) })
    #expect(try #require(scan.run.finishedAt) <= last.time + .seconds(5.2))
    #expect(scan.run.sent.contains { $0.purpose == .latency })
  }

  @Test func `are told as far as they came back where frames are lost`() {
    var lossy = topology
    lossy.links[0].impairment = Impairment(
      loss: 0.3,
      delay: .milliseconds(1) ... .milliseconds(4)
    )
    let scan = ScanRun(lossy)
    let told = lossy.links[0].hosts.map { times(scan, $0.device.address, .icmp) }
    #expect(told.allSatisfy { $0.count <= 1 })
    #expect(told.contains { $0.first.map { $0.count < RoundTripMeter.echoes } ?? false })
  }

  @Test func `are those of connects where echo is not permitted`() {
    var silent = topology
    silent.permitsEcho = false
    let scan = ScanRun(silent)
    let open = silent.links[0].hosts.filter {
      scan.facts($0.device.address).count {
        if case .port(_, .tcp, .open) = $0 { true } else { false }
      }
        >= LinkInference.least
    }
    #expect(!open.isEmpty)
    for host in open {
      #expect(times(scan, host.device.address, .icmp).isEmpty)
      #expect(times(scan, host.device.address, .tcp).first?.count == LinkInference.least)
    }
  }
}
