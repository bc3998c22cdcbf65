import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model
import Simulation

@Suite struct `The progress of a host's ports` {
  /// The ports that a host is asked whose every port ends the same way.
  private func asked(
    _ locality: PortProgress.Locality,
    _ outcome: ProbeOutcome
  ) -> [UInt16] {
    var progress = PortProgress(locality)
    var ports: [UInt16] = []
    while let port = progress.nextPort(), ports.count < 1000 {
      ports.append(port)
      _ = progress.take(outcome, of: port)
    }
    return ports
  }

  private let all = ScanPorts.first + ScanPorts.rest

  /// The ports that a host is asked that has those open, and treats the others so.
  private func asked(open: Set<UInt16>, others: ProbeOutcome = .refused(rtt: .zero)) -> [UInt16] {
    var progress = PortProgress(.known)
    var ports: [UInt16] = []
    while let port = progress.nextPort(), ports.count < 1000 {
      ports.append(port)
      _ = progress.take(open.contains(port) ? .open(rtt: .zero) : others, of: port)
    }
    return ports
  }

  @Test func `a host that refuses is asked everything, one that is silent only the first`() {
    let refused = asked(.known, .refused(rtt: .zero))
    // Of these nothing is to be expected of a host without the ports that go with them.
    #expect(Set(all).subtracting(refused) == [8008, 548, 5060])
    #expect(Set(refused).isSuperset(of: ScanPorts.servers))
    #expect(refused.prefix(8) == ScanPorts.first[...])
    #expect(refused.count == ConnectionBudget.perHost && Set(refused).count == refused.count)
    #expect(asked(.known, .open(rtt: .zero)).count == ConnectionBudget.perHost)
    #expect(asked(.known, .timedOut) == ScanPorts.first)
    #expect(asked(.known, .unreachable(.prohibited)) == ScanPorts.first)
  }

  @Test func `a host that can't be reached is left alone`() {
    #expect(asked(.known, .unreachable(.host)).count == 1)
  }

  @Test func `strangers behind a router get few ports until one answers`() {
    #expect(asked(.remote, .timedOut) == ScanPorts.remote)
    let answering = asked(.remote, .refused(rtt: .zero))
    #expect(Set(all).subtracting(answering) == [8008, 548, 5060])
  }

  @Test func `refusals on loopback prove nobody`() {
    var progress = PortProgress(.loopback)
    let port = progress.nextPort()
    #expect(port != nil)
    let refused = progress.take(.refused(rtt: .zero), of: port ?? 0)
    #expect(!refused)
    #expect(!progress.hasAnswered)
  }

  @Test func `our own failures are asked again, within the host's budget`() {
    #expect(asked(.known, .localFailure(.noDescriptors)).count == ScanPorts.mostPerHost)
    #expect(asked(.known, .localFailure(.notPermitted)) == ScanPorts.first)
  }

  @Test(arguments: ScanPorts.servers)
  func `a host that has one of a server's ports open is asked for it`(port: UInt16) {
    #expect(asked(open: [port]).contains(port))
    #expect(asked(open: [22, 80, port]).contains(port))
  }

  @Test func `one that has mail is asked for all of mail, a camera for its other stream`() {
    let server: Set<UInt16> = [22, 25, 80, 443, 587, 993]
    #expect(Set(asked(open: server)).isSuperset(of: ScanPorts.servers))
    #expect(asked(open: [80, 554]).contains(8554))
    #expect(asked(open: [1883]).contains(8883))
  }

  @Test func `a host that drops what it does not serve is not asked for a server's ports`() {
    let windows = asked(open: [445, 5357], others: .timedOut)
    #expect(Set(windows).isDisjoint(with: ScanPorts.servers))
    #expect(Set(asked(open: [22], others: .timedOut)).contains(25))
  }

  @Test func `room is left for the questions of probes`() {
    for open: Set<UInt16> in [[80], [80, 443, 8080], [22, 80], [62_078]] {
      #expect(asked(open: open).count <= ConnectionBudget.perHost - 3)
    }
  }

  @Test func `a few ports of one host are asked at a time`() {
    var progress = PortProgress(.known)
    var count = 0
    while progress.nextPort() != nil { count += 1 }
    #expect(count == PortProgress.window)
  }
}

@Suite struct `The ports of a default scan` {
  private let all = ScanPorts.first + ScanPorts.rest

  @Test func `fit the budget and hold no printing port`() {
    #expect(Set(all + ScanPorts.servers).count == all.count + ScanPorts.servers.count)
    #expect(all.count <= ScanPorts.mostPerHost)
    // Thirty devices of the home, and twenty to spare.
    #expect(30 * all.count + 20 <= 1100)
    #expect(!(all + ScanPorts.servers).contains { (9100...9107).contains($0) || $0 == 515 })
    #expect(ScanPorts.mail.isSubset(of: ScanPorts.servers))
    #expect(Set(ScanPorts.remote).isSubset(of: ScanPorts.first))
  }
}

@Suite struct `The engine's guard` {
  /// Sends where it must not.
  private struct Rude: DiscoverySource {
    let source = Source.tcp
    let target: IPAddress
    var told: [ProbeOutcome] = []
    var isActive: Bool { told.isEmpty }

    mutating func start(_ context: inout SourceContext) {
      let endpoint = Endpoint(target, port: 80)
      let probe = Probe(target: endpoint, timeout: .seconds(1), purpose: .ports)
      context.request(.open(context.ticket(1), .udp(UDPSocketOptions(family: .v4, interface: 2))))
      context.request(.connect(context.ticket(2), probe))
      context.request(.exchange(context.ticket(3), probe, payload: []))
      context.request(.send(context.ticket(1), to: endpoint, payload: [1], purpose: .mdns))
    }

    mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
      if case .probed(_, _, let outcome) = event {
        told.append(outcome)
        context.observe(.name("told"), about: nil)
      }
    }
  }

  @Test func `lets nothing out to excluded addresses, and says so`() throws {
    let topology = SimulatedTopology(home: .standard)
    let target = IPAddress.v4(topology.links[0].hosts[3].device.address)
    let scan = ScanRun(topology, sources: [Rude(target: target)]) {
      $0.excluded = Exclusion([
        .v4(IPv4Prefix(IPv4Address(192, 168, 77, 0), length: 24))
      ])
    }
    #expect(scan.run.sent.isEmpty)
    #expect(scan.observations.contains { $0.observation.fact == .name("told") })
    // Ends as usual: the source learnt that its probes are over.
    #expect(try #require(scan.duration) == .seconds(5))
  }
}

@Suite struct `What the ports of a host tell` {
  @Test func `an open, a closed and a silent port are three things`() throws {
    var driver = SourceDriver(TCPSweep())
    driver.begin()
    driver.learn(.answered(.home(9), interface: 2))
    let outcomes: [ProbeOutcome] = [
      .timedOut, .open(rtt: .milliseconds(1)), .refused(rtt: .milliseconds(1)), .timedOut,
      .unreachable(.prohibited), .localFailure(.notPermitted),
    ]
    let probes = driver.requests.compactMap { request in
      if case .connect(let ticket, let probe) = request { (ticket, probe) } else { nil }
    }
    for ((ticket, probe), outcome) in zip(probes, outcomes) {
      driver.handle(.probed(ticket, probe.target, outcome))
    }
    let states = driver.takeReports().compactMap { finding in
      if case .port(let port, _, let state) = finding.fact { (port, state) } else { nil }
    }
    // Before anybody had answered, silence said nothing of the port.
    #expect(states.map(\.0) == [1, 2, 3].map { probes[$0].1.target.port })
    #expect(states.map(\.1) == [.open, .closed, .filtered])
  }
}

@Suite struct `Hosts that wait for connections to be left` {
  private static let count = 500

  private func host(_ number: Int) -> IPAddress {
    .v4(IPv4Address(rawValue: 0x0A00_0000 + UInt32(number)))
  }

  /// A large home, where first ports are left and no further ones.
  private func spentBudget() -> ConnectionBudget {
    var budget = ConnectionBudget()
    for number in 0..<Self.count {
      budget.note(host(number))
      for _ in 0..<20 { budget.spend(on: host(number), purpose: .ports) }
    }
    return budget
  }

  /// Has the sweep do something, and then refuses whatever it asks; who was asked.
  private func run(
    _ sweep: inout TCPSweep,
    _ connections: ConnectionBudget,
    _ work: (inout TCPSweep, inout SourceContext) -> Void
  ) -> Set<IPAddress> {
    func context() -> SourceContext {
      SourceContext(
        now: MonotonicTime(nanoseconds: 1),
        plan: .test,
        hosts: HostTable(),
        connections: connections,
        owner: 0
      )
    }
    var asked: Set<IPAddress> = []
    var step = context()
    work(&sweep, &step)
    var requests = step.requests
    while !requests.isEmpty {
      var next = context()
      for case .connect(let ticket, let probe) in requests {
        asked.insert(probe.target.address)
        sweep.handle(.probed(ticket, probe.target, .refused(rtt: .milliseconds(1))), &next)
      }
      requests = next.requests
    }
    return asked
  }

  @Test func `get what one more host pays for, in the order in which they have waited`() {
    var sweep = TCPSweep()
    let spent = spentBudget()
    for number in 0..<Self.count {
      let asked = run(&sweep, spent) { $0.learn(.answered(host(number), interface: 2), &$1) }
      #expect(asked == [host(number)])
    }
    let first = run(&sweep, ConnectionBudget()) {
      $0.learn(.answered(host(Self.count), interface: 2), &$1)
    }
    #expect(first.count == ConnectionBudget.perFurtherHost + 1)
    let second = run(&sweep, ConnectionBudget()) {
      $0.learn(.answered(host(Self.count + 1), interface: 2), &$1)
    }
    #expect(second.count == ConnectionBudget.perFurtherHost + 1)
    #expect(first.isDisjoint(with: second))
  }
}
