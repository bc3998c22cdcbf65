import DemoHome
import HomeSupport
import Testing
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Model
@testable import Probing
import Simulation

@Suite("How much of a sweep is done")
struct ScanGaugeTests {
  /// What a scan said of its progress, and when its sweep was complete.
  private struct Sequence {
    var progress: [(at: Duration, ScanProgress)]
    var swept: Duration
  }

  /// The shares that are told in steps of a quarter of a second, each with the true one.
  private func shares(
    of sequence: Sequence,
    _ gauge: inout ScanGauge
  ) -> [(told: Double, real: Double)] {
    var shares: [(told: Double, real: Double)] = []
    var rest = sequence.progress[...]
    var now = Duration.milliseconds(250)
    while now < sequence.swept {
      while let next = rest.first, next.at <= now {
        gauge.take(next.1, at: next.at)
        rest = rest.dropFirst()
      }
      gauge.advance(to: now)
      shares.append((gauge.share, now / sequence.swept))
      now += .milliseconds(250)
    }
    return shares
  }

  /// As the simulated home of thirty devices is scanned.
  private func recorded(round: inout WatchState, seed: UInt64) -> Sequence {
    let topology = SimulatedTopology.fullHome()
    let start = Timestamp(milliseconds: 1_700_000_000_000)
    var plan = ScanPlan(topology)
    plan.lasting = .seconds(20)
    plan = round.beginRound(plan, now: start)
    let engine = ScanEngine(
      plan: plan,
      startedAt: start,
      sources: standardSources(for: plan, seed: seed)
    )
    var sequence = Sequence(progress: [], swept: .zero)
    let began = MonotonicTime(nanoseconds: 1_000_000_000)
    for (time, output) in SimulatedNetwork(topology, seed: seed).runToEnd(engine).outputs {
      round.take(output, now: start)
      if case .progress(let progress) = output {
        sequence.progress.append((time - began, progress))
      }
      if case .swept = output { sequence.swept = time - began }
    }
    return sequence
  }

  private func check(_ shares: [(told: Double, real: Double)], within error: Double) {
    #expect(shares.map(\.told) == shares.map(\.told).sorted(), "it only grows")
    for share in shares {
      #expect(abs(share.told - share.real) <= error, "\(share.told) told of \(share.real)")
    }
    #expect(shares.allSatisfy { (0...0.99).contains($0.told) })
  }

  @Test func `follows the time that is left, in a first sweep and in the next`() {
    var state = WatchState()
    let first = recorded(round: &state, seed: 1)
    #expect(first.swept > .seconds(5))
    var gauge = ScanGauge(listen: .seconds(5), timeout: .seconds(15))
    check(shares(of: first, &gauge), within: 0.2)
    var again = ScanGauge(listen: .seconds(5), timeout: .seconds(15), work: gauge.work)
    check(shares(of: first, &again), within: 0.1)
  }

  @Test func `stands nowhere`() {
    // Devices are asked for three seconds, one after the other; then all is quiet.
    let sources: [Source] = [.neighbours, .tcp, .http]
    let sequence = Sequence(
      progress: [
        (.milliseconds(1), ScanProgress(asked: 0, total: 254, active: sources)),
        (.milliseconds(300), ScanProgress(asked: 254, total: 254, active: sources)),
        (.milliseconds(900), ScanProgress(asked: 254, total: 254, active: [.tcp, .http])),
        (.milliseconds(3000), ScanProgress(asked: 254, total: 254, active: [])),
      ],
      swept: .seconds(8)
    )
    var gauge = ScanGauge(listen: .seconds(5), timeout: .seconds(15))
    let shares = shares(of: sequence, &gauge)
    check(shares, within: 0.15)
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $1.told - $0.told > 0.01 })
    #expect(gauge.work == .seconds(3))
  }

  @Test func `goes by the addresses that are left in a large network`() {
    var gauge = ScanGauge(listen: .seconds(5), timeout: .seconds(600))
    let total = 65_534
    var told: [Double] = []
    for second in 1...100 {
      let progress = ScanProgress(asked: total * second / 100, total: total, active: [.neighbours])
      gauge.take(progress, at: .seconds(second))
      told.append(gauge.share)
    }
    #expect(told == told.sorted())
    #expect(abs(told[49] - 50.0 / 105) < 0.1 && told[9] < 0.2)
  }

  @Test func `never goes back when a source begins anew, nor beyond the time limit`() {
    var gauge = ScanGauge(listen: .seconds(5), timeout: .seconds(15))
    var told: [Double] = []
    for second in 1...20 {
      let active: [Source] = second % 3 == 0 ? [] : [.http]
      gauge.take(ScanProgress(asked: 254, total: 254, active: active), at: .seconds(second))
      told.append(gauge.share)
    }
    #expect(told == told.sorted())
    #expect(told.last == 0.99)
  }

  @Test func `knows nothing before the start`() {
    var gauge = ScanGauge(listen: .seconds(5), timeout: .seconds(15))
    gauge.take(ScanProgress(asked: 0, total: 0, active: []), at: .zero)
    #expect(gauge.share == 0)
  }
}
