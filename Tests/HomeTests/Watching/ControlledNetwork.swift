import DemoHome
@testable import Networking
@testable import Discovery
import Simulation

/// A network whose scans do only what a test says: they begin, and last until they are ended.
final class ControlledNetwork: Network {
  /// The plan of each scan, as it begins.
  let plans: AsyncStream<ScanPlan>
  /// How many outputs nobody got.
  let lost = Lock(0)
  private let began: AsyncStream<ScanPlan>.Continuation
  private let scan = Lock<AsyncStream<ScanOutput>.Continuation?>(nil)
  private let topology: SimulatedTopology

  init(_ topology: SimulatedTopology) {
    self.topology = topology
    (plans, began) = AsyncStream.makeStream()
  }

  /// Has the scan that runs tell something.
  func tell(_ output: ScanOutput) {
    scan.withLock { _ = $0?.yield(output) }
  }

  /// The scan that runs is over.
  func end() {
    scan.withLock { $0?.finish() }
  }

  func configuration() async throws(LocalFailure) -> NetworkConfiguration { topology.configuration }

  func run<Machine: NetworkMachine>(_ machine: Machine) -> AsyncStream<Machine.Output> {
    let (stream, continuation) = AsyncStream<Machine.Output>.makeStream()
    if let engine = machine as? ScanEngine {
      scan.withLock { $0 = continuation as? AsyncStream<ScanOutput>.Continuation }
      began.yield(engine.plan)
    }
    return stream
  }

  func traffic() async -> TrafficLedger {
    var ledger = TrafficLedger()
    ledger.lost(outputs: lost.withLock { $0 })
    return ledger
  }
}
