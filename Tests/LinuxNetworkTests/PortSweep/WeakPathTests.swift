@testable import LinuxNetwork
import Networking
import Testing

/// A path that carries less than a sweep could send.
struct WeakPath: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var link: SimulatedLink
  var roundTrip = Duration.microseconds(200)
  var jitter = Duration.microseconds(50)
  var loss = 0.0
  var ports: UInt16
  /// How long a sweep may take, in seconds; for a slow link little more than the probes' own time.
  var seconds: Double
  /// The share of the probes that the link may drop.
  var mostDropped = 0.05

  static let all = [
    WeakPath(
      testDescription: "1 Mbit/s, queue of 100",
      link: SimulatedLink(bitsPerSecond: 1e6, queue: 100),
      ports: 20_000,
      seconds: 1.05 * 20_000 / 1689,
      mostDropped: 0
    ),
    WeakPath(
      testDescription: "2 Mbit/s, queue of 25",
      link: SimulatedLink(bitsPerSecond: 2e6, queue: 25),
      ports: 1000,
      seconds: 0.4,
      mostDropped: 0.01
    ),
    WeakPath(
      testDescription: "256 kbit/s, queue of 25",
      link: SimulatedLink(bitsPerSecond: 256e3, queue: 25),
      ports: 1000,
      seconds: 2.5,
      mostDropped: 0
    ),
    WeakPath(
      testDescription: "5 ms there, queue of 32",
      link: SimulatedLink(queue: 32, delay: .milliseconds(5) ... .milliseconds(5)),
      ports: 10_000,
      seconds: 2.5
    ),
    WeakPath(
      testDescription: "2.5 ms each way, queue of 32",
      link: SimulatedLink(queue: 32, delay: .microseconds(2500) ... .microseconds(2500)),
      roundTrip: .microseconds(2500),
      ports: 10_000,
      seconds: 2
    ),
    WeakPath(
      testDescription: "1 ms, queue of 32",
      link: SimulatedLink(queue: 32, delay: .milliseconds(1) ... .milliseconds(1)),
      ports: 10_000,
      seconds: 1
    ),
    WeakPath(
      testDescription: "10 to 30 ms, queue of 64, 1 % lost each way",
      link: SimulatedLink(queue: 64, delay: .milliseconds(5) ... .milliseconds(15)),
      roundTrip: .milliseconds(5),
      jitter: .milliseconds(10),
      loss: 0.01,
      ports: 10_000,
      seconds: 7
    ),
    WeakPath(
      testDescription: "1 ms, 10,000 packets a second, queue of 32",
      link: SimulatedLink(perSecond: 10_000, queue: 32),
      roundTrip: .milliseconds(1),
      ports: 10_000,
      seconds: 1.5
    ),
    WeakPath(
      testDescription: "30 ms, 2,000 packets a second, queue of 32",
      link: SimulatedLink(perSecond: 2000, queue: 32),
      roundTrip: .milliseconds(30),
      ports: 10_000,
      seconds: 6,
      mostDropped: 0.01
    ),
    WeakPath(
      testDescription: "250 ms, 1,000 packets a second, queue of 50",
      link: SimulatedLink(perSecond: 1000, queue: 50),
      roundTrip: .milliseconds(250),
      ports: 5000,
      seconds: 9,
      mostDropped: 0.01
    ),
  ]
}

/// Sweeps over paths with a short queue: what the link drops is counted there.
struct `A port sweep over a weak path` {
  private static let open: Set<UInt16> = [1, 22, 80, 443, 631, 999]

  @Test(arguments: WeakPath.all, 1...3)
  func `asks as fast as the path carries, and no faster`(path: WeakPath, seed: UInt64) {
    for isStalled in [false, true] {
      var ports = SimulatedPorts(open: Self.open, loss: path.loss, seed: seed)
      ports.link = path.link
      ports.roundTrip = path.roundTrip
      ports.jitter = path.jitter
      // The sweep's own processor is taken away now and then.
      if isStalled { ports.stalls = (each: .milliseconds(25), long: .milliseconds(4)) }
      let ending = ports.sweep(Array(1...path.ports))
      let share = Double(ending.dropped) / Double(ending.sent)
      #expect(share <= path.mostDropped, "\(ending.dropped) of \(ending.sent) dropped")
      #expect(ending.seconds <= path.seconds, "\(ending.seconds) s")
      #expect(ending.missed == 0)
      let silent = ending.host.reasons.count { $0 == nil }
      // The promised miss rate, and as much for chance.
      #expect(Double(silent) <= 2e-4 * Double(path.ports), "\(silent) closed ports are silent")
    }
  }

  @Test(arguments: 1...5)
  func `leaves room in the queue for a ping`(seed: UInt64) {
    for (rate, queue) in [(1e6, 100), (256e3, 25)] {
      var ports = SimulatedPorts(open: Self.open, seed: seed)
      ports.link = SimulatedLink(bitsPerSecond: rate, queue: queue)
      let ending = ports.sweep(Array(1...1000))
      // A full queue takes as long as all its packets do.
      let whole = Double(queue) * 592 / rate
      #expect(Double(ending.longestWait.wholeNanoseconds) / 1e9 < 0.9 * whole)
    }
  }

  @Test(arguments: [0.02, 0.1, 0.2], 1...3)
  func `is not slowed down for long by loss at any pace`(loss: Double, seed: Int) {
    let ending = SimulatedPorts(open: Self.open, loss: loss, seed: UInt64(seed))
      .sweep(Array(1...5000))
    #expect(ending.missed == 0)
    #expect(ending.seconds < 8, "\(ending.seconds) s")
  }

  @Test func `calls nothing filtered where too much is lost to know`() {
    let lossy = SimulatedPorts(open: [22], loss: 0.5).sweep(Array(1...400), .with(tries: 2))
    #expect(lossy.host.reasons.contains { $0 == nil })
    #expect((lossy.host.triesForFiltered ?? 99) > 2)
    let clean = SimulatedPorts(open: [22], filtered: [80]).sweep(Array(1...400))
    #expect(clean.host.tries[79] >= clean.host.triesForFiltered ?? 99)
    let silent = SimulatedPorts(filtersEverything: true).sweep(Array(1...400))
    #expect(silent.host.triesForFiltered == 2)
    #expect(SimulatedPorts(open: [22]).sweep([22]).host.triesForFiltered == nil)
  }
}
