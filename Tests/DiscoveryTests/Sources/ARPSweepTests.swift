import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
import Simulation

private let home26 = IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 26)
private let lossy = Impairment(loss: 0.02, delay: .zero ... .milliseconds(10))

@Suite struct `The ARP sweep` {
  @Test func `finds a whole home at once and ends after settling`() throws {
    let topology = SimulatedTopology(home: .standard)
    let scan = ScanRun(topology) {
      $0.canUseRawSockets = true
      $0.discoverOnly = true
      $0.settle = .milliseconds(200)
    }
    #expect(scan.found == topology.addresses)
    #expect(try #require(scan.answered.values.max()) <= Duration.milliseconds(50))
    #expect(try #require(scan.duration) <= Duration.milliseconds(280))
  }

  @Test func `finds everybody where frames are lost and late`() {
    let topology = SimulatedTopology.plain(home26, hosts: 30, impairment: lossy)
    for seed in 1...200 as ClosedRange<UInt64> {
      let scan = ScanRun(topology, seed: seed, sources: [ARPSweep()])
      #expect(scan.found == topology.addresses, "seed \(seed)")
    }
  }

  @Test func `finds four thousand hosts among 65,536 addresses within fifteen seconds`() throws {
    let topology = SimulatedTopology.plain(
      IPv4Prefix(IPv4Address(10, 9, 0, 0), length: 16),
      hosts: 4000,
      impairment: Impairment(loss: 0.001, delay: .microseconds(50) ... .milliseconds(2))
    )
    let scan = ScanRun(topology) {
      $0.canUseRawSockets = true
      $0.discoverOnly = true
    }
    #expect(scan.found == topology.addresses)
    #expect(try #require(scan.duration) < Duration.seconds(14.8))
    let times = scan.run.sent.map(\.time.nanoseconds)
    var most = 0
    var first = 0
    for (index, time) in times.enumerated() {
      while time - times[first] >= 1_000_000_000 { first += 1 }
      most = max(most, index - first + 1)
    }
    #expect(most <= 10_000)
    #expect(most > 9_000)
  }

  @Test func `asks as often as losses call for`() {
    #expect(ARPPolicy.passes(hosts: 30, foundLate: 0, discoverOnly: true) == 2)
    #expect(ARPPolicy.passes(hosts: 30, foundLate: 0, discoverOnly: false) == 4)
    #expect(ARPPolicy.passes(hosts: 30, foundLate: 1, discoverOnly: true) == 5)
    #expect(ARPPolicy.passes(hosts: 30, foundLate: 15, discoverOnly: true) == 6)
    #expect(ARPPolicy.passes(hosts: 0, foundLate: 0, discoverOnly: false) == 4)
  }

  @Test func `waits for round trips, not for fixed times`() {
    var estimate = RoundTripEstimate()
    #expect(estimate.retransmission == .milliseconds(100))
    for _ in 0..<20 { estimate.add(0.2) }
    #expect(estimate.retransmission == .milliseconds(30))
    for _ in 0..<20 { estimate.add(60) }
    #expect(estimate.retransmission > .milliseconds(60))
    for _ in 0..<20 { estimate.add(9_000) }
    #expect(estimate.retransmission == .milliseconds(300))
  }
}

@Suite struct `The sending pace` {
  @Test func `never exceeds burst and rate, however late the wakes`() {
    var pace = SendingPace(rate: 1000, burst: 10)
    var sent: [(at: Int64, count: Int)] = []
    var random = SplitMix64(seed: 3)
    var now: Int64 = 0
    while now < 5_000_000_000 {
      sent.append((now, pace.take(100, now: MonotonicTime(nanoseconds: now))))
      now += Int64.random(in: 1...40_000_000, using: &random)
    }
    for start in sent.indices {
      let window = sent[start...].prefix { $0.at - sent[start].at < 1_000_000_000 }
      #expect(window.reduce(0) { $0 + $1.count } <= 1010)
    }
  }

  @Test func `reaches its rate when woken as it asks`() {
    var pace = SendingPace(rate: 9_700, burst: 200)
    var now = MonotonicTime(nanoseconds: 0)
    var count = 0
    while now.nanoseconds < 1_000_000_000 {
      count += pace.take(200, now: now)
      now = pace.time(for: 64, now: now)
    }
    #expect((9_700...9_900).contains(count))
  }
}
