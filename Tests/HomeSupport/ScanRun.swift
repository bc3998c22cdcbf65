package import DemoHome
package import Discovery
package import Model
package import Networking
import Probing
package import Simulation
package import Wire

/// A scan of a simulated network, with what it said in a form that tests can ask.
package struct ScanRun {
  package var run: SimulatedRun<ScanOutput>
  package let began = MonotonicTime(nanoseconds: 1_000_000_000)

  /// Scans the topology's links as planned.
  package init(
    _ topology: SimulatedTopology,
    seed: UInt64 = 1,
    sources: [any DiscoverySource]? = nil,
    plan change: (inout ScanPlan) -> Void = { _ in }
  ) {
    var plan = ScanPlan(topology)
    change(&plan)
    let engine = ScanEngine(
      plan: plan,
      startedAt: Timestamp(milliseconds: 1_000_000),
      sources: sources ?? standardSources(for: plan, seed: seed)
    )
    run = SimulatedNetwork(topology, seed: seed).runToEnd(engine)
  }

  package var observations: [(time: Duration, observation: Observation)] {
    run.outputs.compactMap { time, output in
      guard case .observation(let observation) = output else { return nil }
      return (time - began, observation)
    }
  }

  /// When the scan ended.
  package var duration: Duration? { run.finishedAt.map { $0 - began } }

  /// By address: when it was first said to have answered.
  package var answered: [IPAddress: Duration] {
    var times: [IPAddress: Duration] = [:]
    for (time, observation) in observations {
      guard let subject = observation.subject, case .answered = observation.fact else { continue }
      times[subject] = min(times[subject] ?? time, time)
    }
    return times
  }

  /// The facts told of an address.
  package func facts(_ address: IPv4Address) -> [Fact] {
    observations.filter { $0.observation.subject == .v4(address) }.map(\.observation.fact)
  }

  /// The failures told.
  package var failures: [LocalFailure] {
    run.outputs.compactMap { _, output in
      if case .failure(_, _, let failure) = output { failure } else { nil }
    }
  }
}

extension ScanPlan {
  /// The whole of every link.
  package init(_ topology: SimulatedTopology) {
    var targets: [Target] = []
    for link in topology.links {
      for own in link.interface.ipv4 {
        targets.append(
          Target(
            prefix: own.prefix,
            interface: link.interface,
            ownAddress: own.address,
            isOnLink: true
          )
        )
      }
    }
    self.init(
      targets: targets,
      interfaces: topology.links.map(\.interface),
      gateways: topology.gateways,
      resolvers: topology.resolvers
    )
  }
}

extension SimulatedTopology {
  /// A subnet with so many plain hosts, spread over it.
  package static func plain(
    _ prefix: IPv4Prefix,
    hosts count: Int,
    impairment: Impairment = .none
  ) -> SimulatedTopology {
    let own = IPv4Address(rawValue: prefix.base.rawValue + 2)
    let room = prefix.count - 8
    let hosts = (0..<count).map { number in
      SimulatedHost(
        SimulatedDevice(
          label: "host \(number)",
          mac: MACAddress(rawValue: 0x0011_3200_0000 + UInt64(number)),
          address: IPv4Address(
            rawValue: prefix.base.rawValue + 4 + UInt32(number * room / count)
          )
        )
      )
    }
    let interface = Interface(
      index: 2,
      name: "eth0",
      mac: MACAddress(rawValue: 0x0200_5E77_0002),
      ipv4: [Interface.IPv4(address: own, prefix: prefix)]
    )
    return SimulatedTopology(
      links: [SimulatedLink(interface: interface, hosts: hosts, impairment: impairment)]
    )
  }

  /// The standard home with all of its services.
  package static func fullHome(_ impairment: Impairment = .none) -> SimulatedTopology {
    SimulatedTopology(home: .standard, impairment: impairment) { device in
      device.responders(in: .standard)
    }
  }

  /// Who is there.
  package var addresses: Set<IPv4Address> { Set(links.flatMap(\.hosts).map(\.device.address)) }
}

extension ScanRun {
  /// The IPv4 addresses that answered.
  package var found: Set<IPv4Address> { Set(answered.keys.compactMap(\.v4)) }
}
