import DemoHome
import Networking
import Testing
import Wire
@testable import Diagnostics
import Simulation

@Suite struct `A ping` {
  private let one = IPAddress.v4(IPv4Address(10, 9, 0, 1))
  private let two = IPAddress.v4(IPv4Address(10, 9, 0, 2))

  private func topology(_ targets: [IPAddress: RoutedTarget]) -> RoutedTopology {
    let delay = Duration.milliseconds(1) ... .milliseconds(1)
    return RoutedTopology(stages: [[RoutedHop(Chain.router(1), delay: delay)]], targets: targets)
  }

  private func ping(
    _ topology: RoutedTopology,
    _ targets: [IPAddress],
    _ options: PingOptions = PingOptions(),
    seed: UInt64 = 1
  ) -> (report: PingReport, events: [PingEvent], took: Duration?) {
    let run = RoutedNetwork(topology, seed: seed).runToEnd(
      PingMachine(targets, options, token: 9)
    )
    var tally = PingTally(targets.map { ($0.description, $0) })
    for (_, event) in run.outputs { tally.take(event) }
    let start = MonotonicTime(nanoseconds: 1_000_000_000)
    return (tally.report, run.outputs.map(\.output), run.finishedAt.map { $0 - start })
  }

  @Test func `counts and measures every answer`() {
    let (report, _, took) = ping(topology([one: RoutedTarget()]), [one])
    let target = report.targets[0]
    #expect(target.sent == 4 && target.received == 4 && target.loss == 0)
    #expect(target.method == "icmp" && target.errors == [] && !report.isBad)
    let figures = target.roundTrips.summary
    #expect(figures?.minimum == .milliseconds(2) && figures?.maximum == .milliseconds(2))
    #expect(figures?.jitter == .zero)
    // It ends with the last answer: nothing is waited for.
    #expect(took == .milliseconds(3002))
  }

  @Test func `keeps hosts apart, and is bad when one is silent`() {
    var silent = RoutedTarget()
    silent.isSilent = true
    let (report, _, took) = ping(topology([one: RoutedTarget(), two: silent]), [one, two])
    #expect(report.targets.map(\.received) == [4, 0])
    #expect(report.targets[1].sent == 4 && report.targets[1].loss == 1)
    #expect(report.targets[1].roundTrips.summary == nil && report.isBad)
    // An error may still come: routers take three seconds to find out that nobody is there.
    #expect(took == .milliseconds(6310))
  }

  @Test func `waits for a router's error that comes after the time for answers`() {
    var topology = topology([one: RoutedTarget()])
    let slow = Duration.milliseconds(1500) ... .milliseconds(1500)
    topology.stages = [[RoutedHop(Chain.router(1), delay: slow)]]
    topology.stages[0][0].obstacle = .host
    let options = PingOptions(count: 2, timeout: .seconds(1))
    let (report, events, _) = ping(topology, [one], options)
    #expect(
      report.targets[0].errors == [.init(type: "host_unreachable", from: Chain.router(1), count: 2)]
    )
    #expect(!events.contains { if case .lost = $0 { true } else { false } })
    // Where that isn't wanted silence decides at once.
    var hasty = options
    hasty.awaitsErrors = false
    #expect(ping(topology, [one], hasty).report.targets[0].errors == [])
  }

  @Test func `ends at its deadline, whatever is still open`() {
    var options = PingOptions(count: nil)
    options.deadline = .milliseconds(2500)
    let (report, _, took) = ping(topology([one: RoutedTarget()]), [one], options)
    #expect(report.targets[0].sent == 3 && report.targets[0].received == 3)
    #expect(took == .milliseconds(2500))
    // Who never answered has lost them all.
    let (silence, _, end) = ping(topology([:]), [one], options)
    #expect(silence.targets[0].sent == 3 && silence.targets[0].loss == 1 && silence.isBad)
    #expect(end == .milliseconds(2500))
  }

  @Test func `has the MTU that a router names`() {
    var topology = topology([one: RoutedTarget()])
    topology.stages[0][0].mtu = 1400
    let (report, _, _) = ping(topology, [one], PingOptions(size: 1472))
    #expect(report.targets[0].mtu == 1400)
    #expect(report.targets[0].errors == [.init(type: "too_big", from: Chain.router(1), count: 4)])
  }

  @Test func `takes the kernel's own word for this machine's`() async {
    let own = IPv4Address(10, 9, 0, 9)
    var tally = PingTally([("one", one)])
    tally.vantage = PathVantage([
      Interface(
        index: 2,
        name: "eth0",
        ipv4: [.init(address: own, prefix: IPv4Prefix(own, length: 24))]
      )
    ])
    tally.take(.sent(target: 0, sequence: 0))
    let event = PingEvent.failed(target: 0, sequence: 0, from: .v4(own), .unreachable(.host))
    tally.take(event)
    #expect(
      tally.report.targets[0].errors == [.init(type: "host_unreachable", from: nil, count: 1)]
    )
    let target = TargetHost(host: "one", address: one)
    #expect(
      PingProgress(event, [target], tally.vantage).ownWords
        == "no device on this network has the address 10.9.0.1 (no answer to ARP)"
    )
  }

  @Test func `loses what the way loses`() {
    var lossy = RoutedTarget()
    lossy.loss = 0.25
    let options = PingOptions(count: 2000, interval: .milliseconds(10))
    let (report, events, _) = ping(topology([one: lossy]), [one], options)
    let lost = events.count { if case .lost = $0 { true } else { false } }
    #expect(report.targets[0].sent == 2000 && report.targets[0].received == 2000 - lost)
    // Four standard deviations.
    #expect((420...580).contains(lost))
  }

  @Test func `names doubles, latecomers and those out of order`() {
    var odd = RoutedTarget(delay: .zero ... .milliseconds(40))
    odd.doubling = 0.5
    let options = PingOptions(count: 200, interval: .milliseconds(10), timeout: .milliseconds(60))
    let (report, events, _) = ping(topology([one: odd]), [one], options)
    let target = report.targets[0]
    let late = target.errors.first { $0.type == "late" }?.count ?? 0
    let shuffled = target.errors.first { $0.type == "reordered" }?.count ?? 0
    #expect(target.sent == 200 && target.received + late == 200 && late > 0)
    #expect(shuffled > 10 && target.duplicates > 50)
    let doubled = events.count { if case .doubled = $0 { true } else { false } }
    #expect(target.duplicates == doubled)
    #expect(target.roundTrips.summary.map { $0.maximum <= .milliseconds(60) } == true)
  }

  @Test func `says who refuses to hand packets on`() {
    var topology = topology([one: RoutedTarget()])
    topology.stages[0][0].obstacle = .prohibited
    let (report, _, took) = ping(topology, [one])
    let expected = PingReport.ErrorCount(type: "prohibited", from: Chain.router(1), count: 4)
    #expect(report.targets[0].errors == [expected])
    #expect(report.targets[0].received == 0 && report.isBad)
    // An error decides: nothing more is waited for.
    #expect(took.map { $0 < .milliseconds(3100) } == true)
  }

  @Test func `connects where echoes are not permitted, and says so`() {
    var topology = topology([one: RoutedTarget()])
    topology.permitted = [.tcp, .udp]
    let (report, events, _) = ping(topology, [one])
    #expect(events.first == .method(.tcp, .v4))
    #expect(report.targets[0].method == "tcp" && report.targets[0].received == 4)
    // Asked for by name, echoes are not replaced.
    let (pinned, others, _) = ping(topology, [one], PingOptions(method: .icmp))
    #expect(others == [.unavailable(.v4, .notPermitted)])
    #expect(pinned.targets[0].sent == 0 && pinned.targets[0].loss == nil)
  }

  @Test func `connects to a port that answers, where port 80 is dropped`() {
    var firewalled = RoutedTarget()
    firewalled.ports = [443]
    firewalled.dropsOtherPorts = true
    var topology = topology([one: firewalled, two: RoutedTarget()])
    topology.permitted = [.tcp]
    let (report, events, took) = ping(topology, [one, two])
    #expect(report.targets.map(\.received) == [4, 4])
    #expect(events.contains(.port(target: 0, 443)) && events.contains(.port(target: 1, 80)))
    // The search took one round trip, and counts as no packet.
    #expect(report.targets.map(\.sent) == [4, 4])
    #expect(took.map { $0 < .milliseconds(3100) } == true)
  }

  @Test func `tries ports that are known to be open first`() {
    var firewalled = RoutedTarget()
    firewalled.ports = [8123, 32_400]
    firewalled.dropsOtherPorts = true
    var topology = topology([one: firewalled])
    topology.permitted = [.tcp]
    // What prints is never connected to, not even where it is known to be open.
    let machine = PingMachine(
      [one],
      PingOptions(),
      token: 9,
      knownPorts: [one: [9100, 32_400]]
    )
    let run = RoutedNetwork(topology).runToEnd(machine)
    #expect(run.outputs.map(\.output).contains(.port(target: 0, 32_400)))
    #expect(run.sent.allSatisfy { $0.target.port != 9100 } && run.sent.count == 8 + 4)
    // Where nobody answers the first of the list is asked, after a second.
    let (report, events, took) = ping(topology, [one])
    #expect(report.targets[0].received == 0 && report.targets[0].sent == 4)
    #expect(!events.contains { if case .port = $0 { true } else { false } })
    #expect(took == .milliseconds(7300))
  }

  @Test func `searches for no port of very many hosts, nor where one is named`() {
    let hosts = (0..<200).map { IPAddress.v4(IPv4Address(rawValue: 0x0A09_0000 + UInt32($0))) }
    var topology = topology(
      Dictionary(uniqueKeysWithValues: hosts.map { ($0, RoutedTarget()) })
    )
    topology.permitted = [.tcp]
    let run = RoutedNetwork(topology).runToEnd(PingMachine(hosts, PingOptions(), token: 9))
    #expect(run.sent.count == 800 && run.sent.allSatisfy { $0.target.port == 80 })
    let named = PingMachine([one], PingOptions(method: .tcp, port: 7), token: 9)
    let other = RoutedNetwork(topology).runToEnd(named)
    #expect(other.sent.allSatisfy { $0.target.port == 7 })
  }

  @Test(arguments: [PathMethod.tcp, .udp])
  func `takes a refusal for an answer`(method: PathMethod) {
    let (report, _, _) = ping(topology([one: RoutedTarget()]), [one], PingOptions(method: method))
    #expect(report.targets[0].received == 4 && report.targets[0].errors == [])
    #expect(report.targets[0].method == method.rawValue)
  }

  /// More than 256 would fill the neighbour table, were they asked all in one interval.
  @Test(arguments: [(250, 4), (1000, 5)])
  func `spreads many hosts over the interval, or longer`(count: Int, milliseconds: Int) {
    let hosts = (0..<count).map { IPAddress.v4(IPv4Address(rawValue: 0x0A09_0000 + UInt32($0))) }
    let targets = Dictionary(uniqueKeysWithValues: hosts.map { ($0, RoutedTarget()) })
    let run = RoutedNetwork(topology(targets)).runToEnd(
      PingMachine(hosts, PingOptions(count: 3), token: 9)
    )
    var tally = PingTally(hosts.map { ($0.description, $0) })
    for (_, event) in run.outputs { tally.take(event) }
    #expect(tally.report.targets.allSatisfy { $0.sent == 3 && $0.received == 3 })
    let gaps = zip(run.sent, run.sent.dropFirst()).map { $1.time - $0.time }
    #expect(gaps.allSatisfy { $0 == .milliseconds(milliseconds) })
  }

  @Test func `leaves out what may yet be answered when it is ended`() {
    var silent = RoutedTarget()
    silent.isSilent = true
    var tally = PingTally([("one", one)])
    let run = RoutedNetwork(topology([one: silent])).runToEnd(
      PingMachine([one], PingOptions(count: nil), token: 9),
      limit: .milliseconds(3500)
    )
    for (_, event) in run.outputs { tally.take(event) }
    // Four were sent; of all but the first an error may still tell.
    #expect(tally.report.targets[0].sent == 1)
  }

  @Test func `measures jitter in the order of sending, not of the answers`() {
    var tally = PingTally([("one", one)])
    for sequence in 0..<3 { tally.take(.sent(target: 0, sequence: sequence)) }
    for (sequence, milliseconds) in [(1, 11), (2, 12), (0, 10)] {
      let answer = PingEvent.Answer(source: one, roundTrip: .milliseconds(milliseconds))
      tally.take(.answered(target: 0, sequence: sequence, answer))
    }
    #expect(tally.report.targets[0].roundTrips.summary?.jitter == .milliseconds(1))
  }

  @Test func `keeps its own failures apart from silence`() async {
    var topology = topology([one: RoutedTarget()])
    topology.fault = .system(errno: 101, call: "sendmsg")
    let (report, _, _) = ping(topology, [one])
    #expect(report.targets[0].sent == 0)
    #expect(report.targets[0].errors == [.init(type: "local_no_route", from: nil, count: 4)])
    let network = RoutedNetwork(topology)
    let target = TargetHost(host: "one", address: one)
    let failure = await #expect(throws: DiagnosticError.self) {
      try await Ping([target], network: network).run { _ in }
    }
    #expect(failure?.words == "can't ping one: there is no route to it")
  }
}
