import DemoHome
import Model
import Networking
import Simulation
import Testing
@testable import Wire
@testable import Diagnostics

@Suite struct `A trace by other methods` {
  private let way = (1...7).map { Chain.router($0) } + [.v4(IPv4Address(10, 9, 9, 9))]

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
}
