import DemoHome
import Model
import Networking
import Simulation
import Testing
@testable import Wire
@testable import Diagnostics

@Suite struct `The names of a trace` {
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
}
