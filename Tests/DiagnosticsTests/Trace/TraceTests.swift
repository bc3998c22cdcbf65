import DemoHome
import Model
import Networking
import Simulation
import Testing
@testable import Wire
@testable import Diagnostics

@Suite struct `A trace` {
  private let way = (1...7).map { Chain.router($0) } + [.v4(IPv4Address(10, 9, 9, 9))]

  @Test(arguments: PathMethod.allCases)
  func `finds every hop at once`(mode: PathMethod) {
    let (report, took, sent) = Chain().trace(TraceOptions(mode: mode))
    #expect(report.isReached && report.way == way)
    #expect(report.hops.allSatisfy { $0.sent == 3 && $0.received == 3 && $0.state == .answers })
    #expect(report.verdict.code == .reached)
    #expect(report.verdict.text == "target answers, 8 hops away.")
    #expect(report.verdict.message.code == "trace.reached")
    #expect(report.verdict.message.values == ["target": .text("target"), "count": .number(8)])
    // Three rounds of a few round trips each, and hardly a packet beyond the target.
    #expect(took.map { $0 < .milliseconds(20) } == true)
    #expect(sent <= 3 * 8 + 2)
  }

  @Test func `keeps to the target's six answers`() {
    var chain = Chain()
    chain.topology.targets[chain.target]?.limit = .linux
    for stage in chain.topology.stages.indices { chain.topology.stages[stage][0].limit = .linux }
    let report = chain.trace().report
    #expect(report.hops.allSatisfy { $0.received == 3 })
    #expect(report.verdict.code == .reached)
  }

  @Test func `does not wait long for a router in the middle that says nothing`() {
    var chain = Chain()
    chain.topology.stages[2][0].isSilent = true
    let (report, took, _) = chain.trace()
    #expect(report.hops[2].isSilent && report.hops[2].state == .silent)
    #expect(report.verdict.code == .reached)
    #expect(report.verdict.text.hasSuffix("Hop 3 does not answer but hands packets on."))
    #expect(report.verdict.asides.map(\.code) == ["trace.silent"])
    #expect(report.verdict.message.code == "sentences")
    #expect(took.map { $0 < .seconds(1) } == true)
  }

  @Test func `ends within four seconds where the target never answers`() {
    var chain = Chain()
    chain.topology.stages[3][0].isSilent = true
    chain.topology.targets[chain.target]?.isSilent = true
    let (report, took, _) = chain.trace()
    #expect(!report.isReached && report.isBad)
    #expect(report.hops.count == 7 && report.verdict.code == .noAnswer)
    #expect(report.verdict.text.contains("seen up to hop 7 (10.0.7.1)"))
    #expect(took.map { $0 < .seconds(4) } == true)
  }

  @Test func `says that nobody answers where nobody does`() {
    var chain = Chain(routers: 1)
    chain.topology.stages[0][0].isSilent = true
    chain.topology.targets = [:]
    let report = chain.trace().report
    #expect(report.hops.isEmpty && report.verdict.code == .noAnswer)
    #expect(report.verdict.text.contains("first router"))
  }

  @Test func `says that it was to look no farther`() {
    let (report, took, _) = Chain().trace(TraceOptions(maxHops: 3))
    #expect(!report.isReached && report.hops.count == 3 && report.verdict.code == .tooFar)
    #expect(report.verdict.text == "target is more than 3 hops away: no more were to be asked.")
    #expect(took.map { $0 < .seconds(1) } == true)
  }

  @Test func `repeats what a router says against going on`() {
    var chain = Chain()
    chain.topology.stages[4][0].obstacle = .prohibited
    let (report, took, _) = chain.trace()
    // The router says so of packets to the hop behind it: it is at the fifth all the same.
    #expect(report.hops.count == 5)
    #expect(report.hops.last?.nodes.first?.obstacle == .prohibited && report.hops.last?.loss == 0)
    #expect(report.verdict.code == .unreachable)
    #expect(
      report.verdict.text.hasPrefix(
        "10.0.5.1 at hop 5 can't hand packets on: a filter forbids it."
      )
    )
    #expect(took.map { $0 < .seconds(1) } == true)
  }

  @Test func `says of this machine's own network that nobody there has the address`() async throws {
    let own = IPv4Address(10, 99, 1, 10)
    let target = IPAddress.v4(IPv4Address(10, 99, 1, 77))
    var tally = TraceTally(TargetHost(host: "absent", address: target), TraceOptions())
    tally.vantage = PathVantage([
      Interface(
        index: 2,
        name: "eth0",
        ipv4: [.init(address: own, prefix: IPv4Prefix(own, length: 24))]
      )
    ])
    for number in UInt32(0)..<4 {
      let at = MonotonicTime(nanoseconds: 1)
      tally.take(.sent(.init(number: number, hop: 1, round: Int(number), flow: 0, at: at)))
    }
    let answer = TraceEvent.Answer(
      source: .v4(own),
      kind: .unreachable(.host),
      roundTrip: .seconds(3),
      labels: [],
      isTarget: false
    )
    for number in UInt32(0)..<3 { tally.take(.answered(number: number, answer)) }
    tally.take(.lost(number: 3))
    let report = tally.report
    #expect(report.hops.isEmpty && report.verdict.code == .unreachable)
    #expect(
      report.verdict.text
        == "Packets to absent don't leave this machine: no device on this network has the address "
        + "10.99.1.77 (no answer to ARP)."
    )
  }

  @Test func `shows the labels that packets came in with`() {
    var chain = Chain()
    let labels = [
      MPLSLabel(label: 16_001, isBottom: false, timeToLive: 1), MPLSLabel(label: 24, timeToLive: 1),
    ]
    chain.topology.stages[2][0].labels = labels
    #expect(chain.trace().report.hops[2].nodes.first?.labels == labels)
  }

  @Test func `counts doubled and shuffled answers once`() {
    var chain = Chain(delay: .microseconds(100) ... .milliseconds(5))
    for stage in chain.topology.stages.indices { chain.topology.stages[stage][0].doubling = 1 }
    let report = chain.trace(TraceOptions(rounds: 10, interval: .milliseconds(10))).report
    #expect(report.hops.count == 8 && report.verdict.code == .reached)
    #expect(report.hops.allSatisfy { $0.sent == 10 && $0.received == 10 })
  }

  @Test func `keeps its own failures apart from silence`() async {
    var chain = Chain()
    chain.topology.fault = .system(errno: 101, call: "sendmsg")
    let target = TargetHost(host: "target", address: chain.target)
    let network = RoutedNetwork(chain.topology)
    let failure = await #expect(throws: DiagnosticError.self) {
      try await Trace(target, network: network).run { _ in }
    }
    #expect(failure?.words == "can't trace the way to target: there is no route to it")
    chain.topology.fault = nil
    chain.topology.permitted = [.udp]
    let forbidden = RoutedNetwork(chain.topology)
    let refusal = await #expect(throws: DiagnosticError.self) {
      try await Trace(target, TraceOptions(mode: .icmp), network: forbidden).run { _ in }
    }
    #expect(refusal?.words == "can't trace the way to target: not permitted")
  }

  @Test func `says nothing of whose time was not up when it was ended`() {
    let early = Chain(delay: .milliseconds(20) ... .milliseconds(30))
      .trace(limit: .milliseconds(10)).report
    #expect(early.hops.isEmpty && early.verdict.code == .undecided)
    #expect(early.verdict.text == "It was ended before anything could be said.")
    var chain = Chain()
    chain.topology.targets[chain.target]?.isSilent = true
    let report = chain.trace(limit: .milliseconds(100)).report
    #expect(report.hops.count == 7 && report.verdict.code == .undecided)
    #expect(
      report.verdict.text
        == "The way is seen up to hop 7 (10.0.7.1); it was ended before more could be said."
    )
    #expect(report.isBad)
    #expect(chain.trace(limit: .seconds(2)).report.verdict.code == .noAnswer)
    // A router that hasn't answered yet isn't silent.
    var tally = TraceTally(
      TargetHost(host: "target", address: chain.target),
      TraceOptions()
    )
    for number in [UInt32(1), 2] {
      let at = MonotonicTime(nanoseconds: 1)
      tally.take(.sent(.init(number: number, hop: Int(number), round: 0, flow: 0, at: at)))
    }
    let answer = TraceEvent.Answer(
      source: chain.target,
      kind: .portUnreachable,
      roundTrip: .milliseconds(1),
      labels: [],
      isTarget: true
    )
    tally.take(.answered(number: 2, answer))
    #expect(tally.report.verdict.text == "target answers, 2 hops away.")
    tally.take(.lost(number: 1))
    #expect(tally.report.verdict.text.hasSuffix("Hop 1 does not answer but hands packets on."))
  }

  @Test func `begins with the first hop that is asked`() {
    var options = TraceOptions()
    options.firstHop = 3
    let (report, _, _) = Chain().trace(options)
    #expect(report.hops.map(\.number) == Array(3...8))
    #expect(report.verdict.text == "target answers, 8 hops away.")
  }

  @Test func `says no more of hops that were not asked than is known`() {
    var options = TraceOptions()
    options.firstHop = 10
    #expect(Chain().trace(options).report.verdict.text == "target answers, 10 hops away at most.")
    var chain = Chain(routers: 1)
    chain.topology.targets = [:]
    let text = chain.trace(options).report.verdict.text
    #expect(text == "Nothing answers from hop 10 on, where the trace began.")
  }

  @Test func `waits with the next round while it is paused`() {
    let chain = Chain()
    let control = TraceControl()
    control.isPaused = true
    let options = TraceOptions(rounds: nil, interval: .milliseconds(100))
    let run = { (limit: Duration) in
      RoutedNetwork(chain.topology).runToEnd(
        TraceMachine(chain.target, options, token: 7, isPaused: { control.isPaused }),
        limit: limit
      )
    }
    #expect(run(.seconds(20)).sent.count <= 10, "one round, and a little beyond the target")
    control.isPaused = false
    #expect(run(.seconds(20)).sent.count > 1000)
    // A pause that ends: the next round follows soon.
    let reads = Lock(0)
    let machine = TraceMachine(chain.target, options, token: 7) {
      reads.withLock { reads in
        reads += 1
        return reads < 20
      }
    }
    let later = RoutedNetwork(chain.topology).runToEnd(machine, limit: .seconds(20))
    #expect(later.sent.count > 1000)
  }

  @Test func `of nonsense is a mistake of usage`() async {
    let chain = Chain()
    let options = TraceOptions(mode: .tcp, flows: .paris)
    let failure = await #expect(throws: DiagnosticError.self) {
      try await Trace(
        TargetHost(host: "target", address: chain.target),
        options,
        network: RoutedNetwork(chain.topology)
      )
      .run { _ in }
    }
    guard case .usage = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }
}
