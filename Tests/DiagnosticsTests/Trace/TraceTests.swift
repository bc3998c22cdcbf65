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

  /// As where somebody traced a moment before.
  @Test(arguments: [0, 2], UInt64(1)...8)
  func `takes a target's spent answers for no loss, and no farther away`(routers: Int, seed: UInt64)
  {
    var chain = Chain(routers: routers)
    var spent = AnswerBucket.linux
    spent.left = Double(seed) / 8
    chain.topology.targets[chain.target]?.limit = spent
    for stage in chain.topology.stages.indices { chain.topology.stages[stage][0].limit = spent }
    let (report, took, _) = chain.trace(seed: seed)
    #expect(report.isReached && report.hops.count == routers + 1, "\(report)")
    #expect(report.verdict.code == .reached, "\(report.verdict.text)")
    #expect(took.map { $0 < .seconds(10) } == true)
  }

  @Test func `asks slowly whether a few losses were any`() {
    var chain = Chain()
    chain.topology.targets[chain.target]?.loss = 0.5
    var lossy = 0
    for seed in UInt64(1)...40 {
      let report = chain.trace(seed: seed).report
      if report.verdict.code == .loss { lossy += 1 }
      // Nothing is asked slowly where nothing was lost.
      if report.hops.last?.loss == 0 { #expect(report.hops.last?.sent == 3) }
    }
    // Three of three get through or none in a quarter of the runs; half of those five slow ones lose one.
    #expect(lossy > 24)
  }

  @Test func `does not call a few losses none where five slow packets can't tell`() {
    var chain = Chain()
    chain.topology.targets[chain.target]?.loss = 0.1
    var doubtful = 0
    for seed in UInt64(1)...60 {
      let report = chain.trace(seed: seed).report
      guard let last = report.hops.last, last.loss > 0 else { continue }
      #expect(!report.verdict.text.contains("that is no loss"), "seed \(seed)")
      #expect(last.isDoubtful == (last.state == .rateLimited))
      guard last.isDoubtful else { continue }
      doubtful += 1
      #expect(report.verdict.text.contains("a little loss looks alike"))
    }
    #expect(doubtful > 0)
  }

  @Test func `names the hop that loss begins at, and not routers that answer seldom`() {
    var chain = Chain()
    chain.topology.stages[2][0].loss = 0.2
    chain.topology.stages[4][0].answerLoss = 0.6
    for seed in UInt64(1)...20 {
      let options = TraceOptions(rounds: 100, interval: .milliseconds(200))
      let report = chain.trace(options, seed: seed).report
      #expect(report.verdict.code == .loss, "seed \(seed)")
      #expect(report.verdict.text.contains("Loss begins at hop 3 (10.0.3.1) and stays"))
      #expect(report.hops[4].state == .rateLimited)
      #expect(report.hops[0].state == .answers && report.hops[2].state == .lossy)
    }
  }

  @Test func `calls loss at the last link the target's`() {
    var chain = Chain()
    chain.topology.targets[chain.target]?.loss = 0.3
    let options = TraceOptions(rounds: 60, interval: .milliseconds(100))
    let report = chain.trace(options).report
    #expect(report.verdict.code == .loss && report.verdict.text.contains("begins at the target"))
  }

  @Test func `calls a limited rate no loss, be it the target's own`() {
    var chain = Chain()
    for stage in chain.topology.stages.indices { chain.topology.stages[stage][0].limit = .linux }
    chain.topology.targets[chain.target]?.limit = .linux
    for seed in UInt64(1)...10 {
      let options = TraceOptions(rounds: 40, interval: .milliseconds(100))
      let report = chain.trace(options, seed: seed).report
      #expect(report.hops.allSatisfy { $0.received < 40 && $0.state == .rateLimited })
      #expect(report.verdict.code == .reached, "seed \(seed): \(report.verdict.text)")
      #expect(report.verdict.text.contains("limit how often they answer"))
    }
  }

  @Test func `does not take chance for a limit`() {
    for seed in UInt64(1)...40 {
      for loss in [0.05, 0.2, 0.5] {
        var chain = Chain(routers: 1)
        chain.topology.targets[chain.target]?.loss = loss
        let options = TraceOptions(rounds: 100, interval: .milliseconds(100))
        let report = chain.trace(options, seed: seed).report
        #expect(report.verdict.code == .loss, "seed \(seed), loss \(loss)")
      }
    }
  }

  @Test func `shows both of two ways, and keeps to one by a stream of its own`() {
    var chain = Chain()
    chain.topology.stages[3].append(RoutedHop(Chain.router(4, 2)))
    let options = TraceOptions(rounds: 20, interval: .milliseconds(50))
    let each = chain.trace(options).report
    #expect(Set(each.hops[3].nodes.map(\.address)) == [Chain.router(4), Chain.router(4, 2)])
    #expect(each.verdict.code == .reached)
    for flows in [TraceOptions.Flows.paris, .dublin(8)] {
      var options = options
      options.flows = flows
      let report = chain.trace(options).report
      #expect(report.hops[3].nodes.count == (flows == .paris ? 1 : 2))
      #expect(report.verdict.code == .reached)
      #expect(report.hops[3].nodes.map(\.sent).reduce(0, +) == 20)
    }
    var echoes = options
    echoes.mode = .icmp
    #expect(chain.trace(echoes).report.hops[3].nodes.count == 1)
  }

  @Test func `charges a lost packet to the stream's own router`() {
    var chain = Chain()
    chain.topology.stages[3].append(RoutedHop(Chain.router(4, 2)))
    chain.topology.stages[3][1].loss = 0.5
    let options = TraceOptions(rounds: 240, interval: .milliseconds(50), flows: .dublin(8))
    let nodes = chain.trace(options).report.hops[3].nodes
    let clean = nodes.first { $0.address == Chain.router(4) }
    let lossy = nodes.first { $0.address == Chain.router(4, 2) }
    #expect(clean.map { $0.sent == $0.received } == true)
    #expect(lossy.map { $0.received < $0.sent * 3 / 4 } == true)
  }

  @Test func `sees that the way changed`() {
    var chain = Chain()
    var other = chain.topology.stages
    other[4] = [RoutedHop(Chain.router(5, 2))]
    chain.topology.changes = [(.milliseconds(500), other)]
    let options = TraceOptions(rounds: 10, interval: .milliseconds(100))
    for flows in [TraceOptions.Flows.each, .paris] {
      var options = options
      options.flows = flows
      let report = chain.trace(options).report
      #expect(report.verdict.code == .pathChanged)
      #expect(report.verdict.text.contains("at hop 5 10.0.5.2 took the place of 10.0.5.1"))
    }
  }

  @Test func `sees that packets go round in circles`() {
    var chain = Chain(routers: 3)
    let (a, b) = (RoutedHop(Chain.router(4)), RoutedHop(Chain.router(5)))
    for _ in 0..<20 { chain.topology.stages += [[a], [b]] }
    chain.topology.targets = [:]
    let report = chain.trace().report
    #expect(report.verdict.code == .loop && report.isBad)
    #expect(report.verdict.text.contains("between 10.0.4.1 and 10.0.5.1"))
  }

  @Test func `takes a translator's one name for many routers for no circle`() {
    var chain = Chain()
    for stage in 3..<7 { chain.topology.stages[stage][0].address = Chain.router(4) }
    let report = chain.trace().report
    #expect(report.verdict.code == .reached)
    #expect(report.way[3...6].allSatisfy { $0 == Chain.router(4) })
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

  /// `--rounds 10 -i 0.2`, as Linux answers it: too few for a pattern.
  @Test(arguments: [10, 12, 15], UInt64(1)...10)
  func `takes quick rounds' spent answers for no loss`(rounds: Int, seed: UInt64) {
    var chain = Chain(routers: 4)
    var spent = AnswerBucket.linux
    spent.left = 6 - Double(seed % 5)
    chain.topology.targets[chain.target]?.limit = spent
    for stage in chain.topology.stages.indices { chain.topology.stages[stage][0].limit = spent }
    let options = TraceOptions(rounds: rounds, interval: .milliseconds(200))
    let report = chain.trace(options, seed: seed).report
    #expect(report.hops.last.map { $0.loss > 0 } == true)
    #expect(report.verdict.code == .reached, "\(report.verdict.text)")
  }

  @Test func `takes chance for loss in quick rounds too`() {
    var chain = Chain(routers: 4)
    chain.topology.targets[chain.target]?.loss = 0.4
    let options = TraceOptions(rounds: 10, interval: .milliseconds(200))
    let lossy = (UInt64(1)...40).count {
      chain.trace(options, seed: $0).report.verdict.code == .loss
    }
    #expect(lossy >= 34)
  }

  @Test func `shows which stream took which way, be answers limited`() {
    var chain = Chain()
    chain.topology.stages[3] += [RoutedHop(Chain.router(4, 2)), RoutedHop(Chain.router(4, 3))]
    for stage in chain.topology.stages.indices {
      for hop in chain.topology.stages[stage].indices {
        chain.topology.stages[stage][hop].limit = .linux
      }
    }
    chain.topology.targets[chain.target]?.limit = .linux
    let report = chain.trace(TraceOptions(rounds: 16, flows: .dublin(16))).report
    #expect(report.flows.map(\.number) == Array(0..<16))
    #expect(report.flows.allSatisfy { !$0.path.contains(nil) && $0.path.count == 8 })
    let ways = TraceFlowPath.ways(report.flows)
    #expect(ways.count == 3 && ways.map(\.numbers.count).reduce(0, +) == 16)
    #expect(report.verdict.code == .reached, "\(report.verdict.text)")
  }

  @Test func `shows the labels that packets came in with`() {
    var chain = Chain()
    let labels = [
      MPLSLabel(label: 16_001, isBottom: false, timeToLive: 1), MPLSLabel(label: 24, timeToLive: 1),
    ]
    chain.topology.stages[2][0].labels = labels
    #expect(chain.trace().report.hops[2].nodes.first?.labels == labels)
  }

  @Test func `finds a target whose first answers are lost`() {
    var chain = Chain()
    chain.topology.targets[chain.target]?.loss = 0.5
    for seed in UInt64(1)...30 {
      let report = chain.trace(TraceOptions(rounds: 20, interval: .milliseconds(50)), seed: seed)
        .report
      #expect(report.isReached && report.hops.count == 8, "seed \(seed)")
    }
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

  @Test func `sees through an address translator, whichever stream it makes of packets`() {
    var chain = Chain()
    chain.topology.stages[0][0].translation = RoutedTranslation()
    chain.topology.stages[3].append(RoutedHop(Chain.router(4, 2)))
    let report = chain.trace(TraceOptions(rounds: 10)).report
    #expect(report.verdict.code == .reached)
    #expect(report.hops.count == 8 && report.hops.allSatisfy { $0.received == $0.sent })
    #expect(Set(report.hops[3].nodes.map(\.address)).count == 2)
  }

  @Test func `calls it no loop where a translator stands for the routers behind it`() {
    var chain = Chain()
    chain.topology.stages[1][0].translation = RoutedTranslation()
    chain.topology.stages[1][0].translation?.hidesRouters = true
    let report = chain.trace().report
    #expect(report.verdict.code == .reached)
    let own = Chain.router(2)
    #expect(
      report.way == [Chain.router(1)] + [IPAddress](repeating: own, count: 6) + [chain.target]
    )
  }

  @Test func `is answered by echoes where a translator leaves quotations as they are`() {
    var chain = Chain()
    chain.topology.stages[2][0].translation = RoutedTranslation()
    chain.topology.stages[2][0].translation?.restoresQuotes = false
    let datagrams = chain.trace().report
    #expect(!datagrams.isReached && datagrams.verdict.text.contains("hop 3 (10.0.3.1)"))
    #expect(datagrams.hops.count == 3)
    let echoes = chain.trace(TraceOptions(mode: .icmp)).report
    #expect(echoes.isReached && echoes.way == way)
  }

  @Test(.timeLimit(.minutes(2))) func `has names and systems, and waits for neither`() async throws
  {
    final class Systems: OriginLookup {
      let asked = Lock<[IPAddress]>([])

      func origin(of address: IPAddress) async throws(DiagnosticError) -> ASOrigin? {
        asked.withLock { $0.append(address) }
        if address == Self.silent { try? await Task.sleep(for: .seconds(3600)) }
        guard address == Self.known else { throw .noAnswer("no resolver answers") }
        return ASOrigin(systems: [64_500, 64_501], prefix: "9.8.0.0/16")
      }

      func holder(of system: UInt32) async throws(DiagnosticError) -> ASHolder? { nil }

      static let known = IPAddress.v4(IPv4Address(9, 8, 7, 6))
      static let unknown = IPAddress.v4(IPv4Address(9, 8, 7, 5))
      static let silent = IPAddress.v4(IPv4Address(9, 8, 7, 4))
    }
    var chain = Chain()
    chain.topology.stages[4] = [RoutedHop(Systems.known)]
    chain.topology.stages[5] = [RoutedHop(Systems.unknown)]
    chain.topology.stages[6] = [RoutedHop(Systems.silent)]
    let systems = Systems()
    let trace = Trace(
      TargetHost(host: "target", address: chain.target),
      network: RoutedNetwork(chain.topology),
      naming: { address in
        // One that never comes back.
        if address == Chain.router(3) { try? await Task.sleep(for: .seconds(3600)) }
        return "r.\(address)"
      },
      systems: systems
    )
    let report = try await trace.run { _ in }
    #expect(report.hops[1].nodes[0].name == "r.10.0.2.1")
    #expect(report.hops[2].nodes[0].name == nil)
    #expect(report.hops.map { $0.nodes[0].system } == [nil, nil, nil, nil, 64_500, nil, nil, nil])
    #expect(report.hops[6].nodes[0].name == "r.9.8.7.4")
    // Nobody is asked about the home's own routers.
    #expect(
      Set(systems.asked.withLock(\.self)) == [Systems.known, Systems.unknown, Systems.silent]
    )
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

  @Test(arguments: [nil, 3, 8])
  func `asks a resolver on its way for names when the probes are done`(hop: Int?) async throws {
    let chain = Chain()
    let log = Lock<[IPAddress?]>([])
    let resolver = hop.map { $0 == 8 ? chain.target : Chain.router($0) }
    let report = try await Trace(
      TargetHost(host: "target", address: chain.target),
      network: RoutedNetwork(chain.topology),
      naming: { address in
        log.withLock { $0.append(address) }
        return nil
      },
      resolvers: resolver.map { [$0] } ?? []
    )
    .run { _ in log.withLock { $0.append(nil) } }
    #expect(report.isReached)
    let told = log.withLock(\.self)
    #expect(Set(told.compactMap(\.self)).count == 8)
    guard let resolver else { return }
    // Neither the resolver's own name, nor that of anybody who answered after it.
    let probes = try #require(told.lastIndex(of: nil))
    let asked = told.firstIndex(of: resolver)
    #expect(asked.map { $0 > probes } == true)
    if hop == 8 { #expect(told[..<probes].allSatisfy { $0 == nil }) }
  }

  /// A trace as the command makes it, with a filter behind the third router.
  private func traceBehindFilter(
    dropping methods: Set<PathMethod>,
    fallback: TraceOptions.Fallback = .otherMethods,
    ports: Set<UInt16> = []
  ) async throws -> (report: TraceReport, told: [PathMethod]) {
    var chain = Chain()
    chain.topology.stages[2][0].drops = methods
    chain.topology.targets[chain.target]?.ports = ports
    chain.topology.targets[chain.target]?.dropsOtherPorts = true
    var options = TraceOptions()
    options.fallback = fallback
    let told = Lock<[PathMethod]>([])
    let report = try await Trace(
      TargetHost(host: "target", address: chain.target),
      options,
      network: RoutedNetwork(chain.topology)
    )
    .run { progress in told.withLock { $0.append(progress.method) } }
    return (report, told.withLock(\.self))
  }

  @Test func `follows the way by echoes where datagrams are filtered, and says so`() async throws {
    let (report, told) = try await traceBehindFilter(dropping: [.udp])
    #expect(report.isReached && report.way == way && report.method == .icmp)
    #expect(report.fallback == TraceFallback(method: .udp, hop: 3))
    #expect(Set(told) == [.udp, .icmp] && told.first == .udp && told.last == .icmp)
    #expect(
      report.verdict.text
        == "target answers, 8 hops away. Datagrams (UDP) get no answer behind hop 3, so echoes (ICMP) "
        + "were sent: a filter seems to drop datagrams."
    )
  }

  @Test func `follows the way by connects where echoes are filtered too`() async throws {
    let (report, _) = try await traceBehindFilter(dropping: [.udp, .icmp], ports: [443])
    #expect(report.isReached && report.way == way && report.method == .tcp)
    #expect(report.fallback == TraceFallback(method: .udp, hop: 3))
    #expect(report.verdict.text.contains("so TCP connects were sent"))
  }

  @Test func `says that nothing was answered, or that something may be`() async throws {
    let (silent, _) = try await traceBehindFilter(dropping: [.udp, .icmp, .tcp])
    #expect(!silent.isReached && silent.method == .udp && silent.fallback == nil)
    #expect(silent.verdict.text.hasSuffix("It answers neither echoes (ICMP) nor TCP connects."))
    let (chosen, told) = try await traceBehindFilter(dropping: [.udp], fallback: .hint)
    #expect(!chosen.isReached && Set(told) == [.udp] && chosen.fallback == nil)
    #expect(
      chosen.verdict.text.hasSuffix(
        "If a filter drops datagrams (UDP) alone, echoes (ICMP) or TCP connects show the way."
      )
    )
  }

  @Test func `tries other methods only where that takes no long time again`() {
    #expect(TraceOptions().isShort && TraceOptions(rounds: 10).isShort)
    #expect(TraceOptions(rounds: 100, interval: .milliseconds(100)).isShort)
    #expect(!TraceOptions(rounds: 11).isShort && !TraceOptions(rounds: nil).isShort)
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

  @Test func `counts anew once it is reset, and knows the names still`() {
    var tally = TraceTally(
      TargetHost(host: "target", address: Chain.router(1)),
      TraceOptions()
    )
    let answer = TraceEvent.Answer(
      source: Chain.router(1),
      kind: .portUnreachable,
      roundTrip: .milliseconds(1),
      labels: [],
      isTarget: true
    )
    let at = MonotonicTime(nanoseconds: 1)
    tally.take(.sent(.init(number: 1, hop: 1, round: 0, flow: 0, at: at)))
    tally.take(.answered(number: 1, answer))
    tally.learn(Chain.router(1), name: "router")
    tally = tally.cleared
    #expect(tally.report.hops.isEmpty && tally.end == nil)
    #expect(tally.take(.lost(number: 1)) == nil, "what was sent before doesn't count")
    tally.take(.sent(.init(number: 2, hop: 1, round: 1, flow: 0, at: at)))
    tally.take(.answered(number: 2, answer))
    #expect(tally.report.hops.map(\.sent) == [1])
    #expect(tally.report.hops[0].nodes[0].name == "router")
    #expect(tally.report.hops[0].nodes[0].roundTrips.last == .milliseconds(1))
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
