import Model
import Networking
import Simulation
import Testing
import Wire

@testable import Diagnostics

@Suite(.timeLimit(.minutes(1))) struct `A trace whose events come too fast` {
  /// Routers whose network drops that many of a run's outputs.
  private struct LossyNetwork: Network {
    let inner: RoutedNetwork
    let lost: Int
    let isRun = Lock(false)

    func configuration() async throws(LocalFailure) -> NetworkConfiguration {
      try await inner.configuration()
    }

    func run<Machine: NetworkMachine>(_ machine: Machine) -> AsyncStream<Machine.Output> {
      isRun.withLock { $0 = true }
      return inner.run(machine)
    }

    func traffic() async -> TrafficLedger {
      var ledger = await inner.traffic()
      // Some were lost before, by others.
      ledger.lost(outputs: 5 + (isRun.withLock(\.self) ? lost : 0))
      return ledger
    }
  }

  private static func trace(losing lost: Int) -> Trace {
    let chain = Chain()
    return Trace(
      TargetHost(host: "target", address: chain.target),
      network: LossyNetwork(inner: RoutedNetwork(chain.topology), lost: lost),
      token: 7
    )
  }

  @Test func `fails, since its figures would be wrong`() async {
    let error = await #expect(throws: DiagnosticError.self) {
      try await Self.trace(losing: 3).run { _ in }
    }
    guard case .unable(let message)? = error else {
      Issue.record("it failed as \(String(describing: error))")
      return
    }
    #expect(message == Message(.errorLostFigures, ["count": .count(3)]))
  }

  @Test func `reports where none was lost`() async throws {
    let report = try await Self.trace(losing: 0).run { _ in }
    #expect(report.isReached && report.hops.count == 8)
  }

  /// A network that hands out the same event again and again, as fast as it is read.
  private final class BusyNetwork: Network {
    let events: Int
    let read = Lock(0)

    init(events: Int) { self.events = events }

    func configuration() async throws(LocalFailure) -> NetworkConfiguration {
      NetworkConfiguration(interfaces: [], gateways: [], resolvers: [])
    }

    func run<Machine: NetworkMachine>(_ machine: Machine) -> AsyncStream<Machine.Output> {
      AsyncStream { [self] in
        let number = read.withLock { read in
          read += 1
          return read
        }
        guard number <= events else { return nil }
        let event = TraceEvent.sent(
          TraceEvent.Packet(
            number: UInt32(number),
            hop: 1,
            round: number,
            flow: 0,
            at: MonotonicTime(nanoseconds: Int64(number))
          )
        )
        return event as? Machine.Output
      }
    }

    func traffic() async -> TrafficLedger { TrafficLedger() }
  }

  @Test func `reads no more of them than may wait`() async throws {
    let network = BusyNetwork(events: 5000)
    let chain = Chain()
    let trace = Trace(
      TargetHost(host: "target", address: chain.target),
      network: network,
      token: 7
    )
    let (taken, ahead) = (Lock(0), Lock(0))
    _ = try? await trace.run { _ in
      let number = taken.withLock { taken in
        taken += 1
        return taken
      }
      let read = network.read.withLock { $0 }
      ahead.withLock { $0 = max($0, read - number) }
    }
    #expect(taken.withLock { $0 } == 5000)
    // What waits, the one that has no room, the one being read, and the one being taken.
    #expect(ahead.withLock { $0 } <= Trace.mostWaiting + 3)
  }
}
