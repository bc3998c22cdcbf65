import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model
@testable import Probing
import Simulation

/// A scan that is broken off when it has been told too much.
private struct BoundedScan: NetworkMachine {
  var engine: ScanEngine
  var events = 0

  static let limit = 60_000

  mutating func start(_ port: inout NetworkPort<ScanOutput>) { engine.start(&port) }

  mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<ScanOutput>) {
    events += 1
    if events > Self.limit { return port.finish() }
    engine.handle(event, &port)
  }
}

@Suite struct `Waking` {
  @Test func `doesn't multiply where hundreds wait for their echoes`() throws {
    let prefix = try #require(IPv4Prefix("10.7.0.0/23"))
    let topology = SimulatedTopology.plain(prefix, hosts: 200)
    var plan = ScanPlan(topology)
    plan.lasting = .seconds(40)
    let engine = ScanEngine(
      plan: plan,
      startedAt: Timestamp(milliseconds: 0),
      sources: standardSources(for: plan, seed: 1)
    )
    let run = SimulatedNetwork(topology).runToEnd(BoundedScan(engine: engine))
    let end = try #require(run.finishedAt)
    #expect(end == MonotonicTime(nanoseconds: 41_000_000_000))
  }
}
