import DemoHome
import Model
import Networking
import Simulation
import Testing
@testable import Wire
@testable import Diagnostics

@Suite struct `A trace's ways` {
  private let way = (1...7).map { Chain.router($0) } + [.v4(IPv4Address(10, 9, 9, 9))]

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
}
