import DemoHome
import Networking
import Wire
@testable import Diagnostics
import Simulation

/// Routers in a row with a target behind them, 10.0.N.1 at hop N.
struct Chain {
  var topology: RoutedTopology
  let target: IPAddress

  init(routers: Int = 7, delay: ClosedRange<Duration> = .microseconds(100) ... .microseconds(150)) {
    target = .v4(IPv4Address(10, 9, 9, 9))
    topology = RoutedTopology(
      stages: (0..<routers).map { [RoutedHop(Self.router($0 + 1), delay: delay)] },
      targets: [target: RoutedTarget(delay: delay)]
    )
  }

  static func router(_ hop: Int, _ side: Int = 1) -> IPAddress {
    .v4(IPv4Address(10, 0, UInt8(hop), UInt8(side)))
  }

  /// What a trace finds, and when it ended.
  func trace(
    _ options: TraceOptions = TraceOptions(),
    seed: UInt64 = 1,
    limit: Duration = .seconds(600)
  ) -> (report: TraceReport, took: Duration?, sent: Int) {
    let run = RoutedNetwork(topology, seed: seed).runToEnd(
      TraceMachine(target, options, token: 7),
      limit: limit
    )
    var tally = TraceTally(TargetHost(host: "target", address: target), options)
    for (_, event) in run.outputs { tally.take(event) }
    let start = MonotonicTime(nanoseconds: 1_000_000_000)
    return (tally.report, run.finishedAt.map { $0 - start }, run.sent.count)
  }
}

extension TraceReport {
  /// Who answered first at each hop.
  var way: [IPAddress?] { hops.map { $0.nodes.first?.address } }
}
