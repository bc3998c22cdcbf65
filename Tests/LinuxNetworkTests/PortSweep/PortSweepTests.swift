import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

/// A sweep against hosts on a virtual clock.
struct `A port sweep` {
  private static let few: [UInt16] = Array(1...3000)
  private static let open: Set<UInt16> = [22, 80, 443, 631, 1234, 2222, 2999]

  @Test func `asks each port once where all answer, and finds every open one`() {
    let ending = SimulatedPorts(open: Self.open).sweep(Self.few)
    #expect(ending.missed == 0 && ending.sent == 3000)
    #expect(ending.host.expectedMissRate == 0)
    #expect(ending.host.reasons.allSatisfy { $0 != nil })
    #expect(ending.seconds < 0.3, "\(ending.seconds) s")
  }

  @Test(arguments: 1...5)
  func `does not slow down for two packets in a hundred`(seed: UInt64) {
    let ending = SimulatedPorts(open: Self.open, loss: 0.02, seed: seed).sweep(Self.few)
    #expect(ending.missed == 0)
    #expect(ending.seconds < 1.2, "\(ending.seconds) s")
    #expect(ending.sent < 3400, "\(ending.sent) sent")
    #expect((ending.host.expectedMissRate ?? 1) <= 1e-4)
    let loss = ending.host.measuredLoss ?? 0
    #expect((0.028...0.053).contains(loss), "\(loss)")
  }

  @Test(arguments: [0.02, 0.1, 0.2, 0.3], 1...3)
  func `measures what is lost`(loss: Double, seed: Int) {
    let ending = SimulatedPorts(open: Self.open, loss: loss, seed: UInt64(seed)).sweep(Self.few)
    let truth = 1 - (1 - loss) * (1 - loss)
    let measured = ending.host.measuredLoss ?? 0
    #expect(abs(measured - truth) < 0.03 + truth / 10, "\(measured) of \(truth)")
  }

  @Test(arguments: [(0.05, 0.1), (0.01, 0.1), (0.05, 0.02), (0.01, 0.05)])
  func `misses as many as it says`(asked: Double, loss: Double) {
    let open = Set((1...40).map { UInt16($0 * 10) })
    var missed = 0
    var expected = 0.0
    var highest = 0.0
    for seed in 1...100 {
      let ending = SimulatedPorts(open: open, loss: loss, seed: UInt64(seed))
        .sweep(Array(1...400), .with(missRate: asked))
      missed += ending.missed
      let rate = ending.host.expectedMissRate ?? 1
      expected += rate * 40
      highest = max(highest, rate)
    }
    #expect(highest <= asked)
    // A sum of rare events: its variance is its mean. 99 %, since there are several cases.
    let spread = 2.58 * (expected + 1).squareRoot()
    #expect(abs(Double(missed) - expected) <= spread, "\(missed) missed, \(expected) expected")
  }

  @Test func `says what a single try misses, from ports that answered before`() {
    let open = Set((1...200).map { UInt16($0 * 10) })
    var missed = 0
    var expected = 0.0
    for seed in 1...30 {
      let ending = SimulatedPorts(open: open, loss: 0.05, seed: UInt64(seed))
        .sweep(Self.few, .with(tries: 1))
      missed += ending.missed
      expected += (ending.host.expectedMissRate ?? 1) * 200
    }
    #expect(
      Double(missed) > 0.75 * expected && Double(missed) < 1.3 * expected,
      "\(missed) missed, \(expected) expected"
    )
  }

  @Test(arguments: [(1, 10.0), (2, 20.0)])
  func `is done soon with a host that filters everything`(tries: Int, limit: Double) {
    let ending = SimulatedPorts(filtersEverything: true)
      .sweep(Array(1...65_535), .with(tries: tries))
    #expect(ending.seconds < limit, "\(ending.seconds) s")
    #expect(ending.sent == 65_535 * tries)
    #expect(ending.host.hasAnswered == false && ending.host.measuredLoss == nil)
  }

  @Test func `asks again until the default miss rate, where nothing answers`() {
    let ending = SimulatedPorts(filtersEverything: true).sweep([22, 80])
    #expect((ending.host.expectedMissRate ?? 1) <= 1e-4)
    #expect(ending.host.tries == [2, 2])
  }

  @Test func `is quick with a host that filters nearly everything`() {
    let open: Set<UInt16> = [22, 8080]
    let filtered = Set((1...20_000).map(UInt16.init)).subtracting(open).subtracting(900...920)
    let ending = SimulatedPorts(open: open, filtered: filtered, loss: 0.02)
      .sweep(Array(1...20_000))
    #expect(ending.missed == 0)
    #expect(ending.seconds < 8, "\(ending.seconds) s")
    let loss = ending.host.measuredLoss ?? 0
    #expect(
      (0.015...0.08).contains(loss),
      "\(loss) \(ending.host.loss.controls) \(ending.host.loss.lostControls)"
    )
  }

  @Test func `slows down for a host that drops what comes too fast`() {
    var ports = SimulatedPorts(open: Self.open)
    ports.capacity = (perSecond: 2000, queue: 40)
    let ending = ports.sweep(Self.few)
    #expect(ending.missed == 0)
    // A third more than needed at most; unbounded, most of it would be lost.
    #expect(ending.sent < 4500, "\(ending.sent) sent")
    #expect(ending.seconds < 8, "\(ending.seconds) s")
  }

  @Test(arguments: [PortReason.hostUnreachable, .networkUnreachable])
  func `believes that it can't be reached, and asks no more`(absence: PortReason) {
    let ending = SimulatedPorts(isAbsent: true, absence: absence).sweep(Array(1...65_535))
    #expect(ending.host.absence == absence)
    #expect(ending.host.reasons.allSatisfy { $0 == absence })
    #expect(ending.seconds < 3.5)
    #expect(ending.host.expectedMissRate == nil)
  }

  @Test func `asks a fragile device slowly`() {
    let ending = SimulatedPorts(open: Self.open).sweep(Array(1...120), isFragile: true)
    #expect(ending.mostInFlight <= 2)
    #expect(ending.busiest <= 52)
    #expect(ending.missed == 0)
  }

  @Test func `leaves the other ports of a device alone that turns out to be fragile`() {
    var sweep = PortSweep([
      PortSweep.Target(.v4(IPv4Address(127, 0, 0, 1)), ports: Array(1...1000))
    ])
    var batch: [PortSweep.Probe] = []
    var now = MonotonicTime(nanoseconds: 1)
    sweep.next(now, limit: 10, into: &batch)
    sweep.spare(0, askingOnly: [5, 80, 443])
    for probe in batch { sweep.answered(probe, .refused, now) }
    var asked: [UInt16] = []
    while !sweep.isDone, asked.count < 100 {
      now = now + .milliseconds(30)
      batch = []
      sweep.next(now, limit: 64, into: &batch)
      #expect(batch.count <= 2)
      for probe in batch {
        asked.append(probe.port)
        sweep.answered(probe, .refused, now)
      }
    }
    #expect(asked == [5, 80, 443])
    #expect(sweep.hosts[0].expectedMissRate == 0)
  }

  @Test func `takes for unasked what nobody waits for any longer when it is interrupted`() {
    var sweep = PortSweep([
      PortSweep.Target(.v4(IPv4Address(127, 0, 0, 1)), ports: Array(1...4))
    ])
    var batch: [PortSweep.Probe] = []
    let start = MonotonicTime(nanoseconds: 1)
    sweep.next(start, limit: 10, into: &batch)
    sweep.answered(batch[0], .refused, start)
    sweep.interrupt()
    #expect(sweep.hosts[0].tries == [1, 0, 0, 0])
    #expect(sweep.hosts[0].expectedMissRate == 0.75)
  }

  @Test func `keeps the tries that ended when it is interrupted during the next`() throws {
    var sweep = PortSweep([
      PortSweep.Target(.v4(IPv4Address(127, 0, 0, 1)), ports: Array(1...20))
    ])
    var now = MonotonicTime(nanoseconds: 1)
    var batch: [PortSweep.Probe] = []
    var expired: [PortSweep.Probe] = []
    // All but one answer; that one is silent, and is being asked again.
    while !batch.contains(where: { $0.attempt == 2 }),
      now < MonotonicTime(nanoseconds: 60_000_000_000)
    {
      batch = []
      sweep.next(now, limit: 64, into: &batch)
      for probe in batch where probe.port != 7 { sweep.answered(probe, .refused, now) }
      now = now + .milliseconds(20)
      if !batch.contains(where: { $0.attempt == 2 }) { sweep.expire(now, into: &expired) }
    }
    #expect(sweep.hosts[0].tries[6] == 2)
    let hoped = sweep.hosts[0].expectedMissRate
    sweep.interrupt()
    #expect(sweep.hosts[0].tries[6] == 1)
    let rate = try #require(sweep.hosts[0].expectedMissRate)
    #expect(rate > hoped ?? 1)
  }

  @Test func `forgets what was under way to a host that this machine can't ask`() {
    var sweep = PortSweep([PortSweep.Target(.v4(IPv4Address(127, 0, 0, 1)), ports: [1, 2, 3])])
    var batch: [PortSweep.Probe] = []
    sweep.next(MonotonicTime(nanoseconds: 1), limit: 10, into: &batch)
    sweep.fail(batch[0], .interfaceDown)
    #expect(sweep.hosts[0].tries == [0, 0, 0])
  }

  @Test func `misses nothing where no port is asked`() {
    var sweep = PortSweep([PortSweep.Target(.v4(IPv4Address(127, 0, 0, 1)), ports: [])])
    var batch: [PortSweep.Probe] = []
    sweep.next(MonotonicTime(nanoseconds: 1), limit: 10, into: &batch)
    #expect(sweep.isDone && batch == [])
    #expect(sweep.hosts[0].expectedMissRate == 0)
  }

  @Test func `says of a fragile device that is interrupted what it has not been asked`() {
    var sweep = PortSweep([
      PortSweep.Target(.v4(IPv4Address(127, 0, 0, 1)), ports: Array(1...1000))
    ])
    var batch: [PortSweep.Probe] = []
    let start = MonotonicTime(nanoseconds: 1)
    sweep.next(start, limit: 10, into: &batch)
    for probe in batch { sweep.answered(probe, .refused, start) }
    sweep.spare(0, askingOnly: Set(UInt16(1)...20))
    sweep.interrupt()
    #expect(sweep.hosts[0].expectedMissRate == 0.8)
  }

  @Test func `keeps to a rate`() {
    var options = PortSweep.Options()
    options.rate = 500
    let ending = SimulatedPorts(open: Self.open).sweep(Array(1...1500), options)
    #expect(ending.busiest <= 520 && ending.seconds > 2.9)
    #expect(ending.missed == 0)
  }

  @Test func `lets several threads work on one host`() {
    let ending = SimulatedPorts(open: Self.open, loss: 0.02, seed: 9).sweep(Self.few, lanes: 3)
    #expect(ending.missed == 0 && ending.sent < 3400)
  }

  @Test func `is patient with answers that take long`() {
    let ending = SimulatedPorts(
      open: Self.open,
      roundTrip: .milliseconds(280),
      jitter: .milliseconds(60)
    ).sweep(Self.few)
    #expect(ending.missed == 0)
    #expect(ending.sent < 3300, "\(ending.sent) sent")
  }
}

/// The parts that a sweep is made of.
struct `A sweep's part` {
  @Test func `takes an answer that was given up for what it is`() {
    var sweep = PortSweep([PortSweep.Target(.v4(IPv4Address(127, 0, 0, 1)), ports: [1, 2])])
    var batch: [PortSweep.Probe] = []
    sweep.next(MonotonicTime(nanoseconds: 1), limit: 10, into: &batch)
    sweep.answered(batch[0], .refused, MonotonicTime(nanoseconds: 1_000_000))
    var expired: [PortSweep.Probe] = []
    sweep.expire(MonotonicTime(nanoseconds: 500_000_000), into: &expired)
    #expect(expired == [batch[1]])
    sweep.answered(batch[1], .accepted, MonotonicTime(nanoseconds: 600_000_000))
    sweep.answered(batch[1], .refused, MonotonicTime(nanoseconds: 600_000_001))
    #expect(sweep.hosts[0].reasons == [.refused, .accepted] && sweep.hosts[0].found == [2])
    var more: [PortSweep.Probe] = []
    sweep.next(MonotonicTime(nanoseconds: 700_000_000), limit: 10, into: &more)
    #expect(more.isEmpty && sweep.isDone)
  }

  @Test func `asks again what this machine could not send`() {
    var sweep = PortSweep([PortSweep.Target(.v4(IPv4Address(127, 0, 0, 1)), ports: [1])])
    var batch: [PortSweep.Probe] = []
    sweep.next(MonotonicTime(nanoseconds: 1), limit: 10, into: &batch)
    sweep.putBack(batch[0], .noDescriptors, MonotonicTime(nanoseconds: 2))
    var again: [PortSweep.Probe] = []
    sweep.next(MonotonicTime(nanoseconds: 3), limit: 10, into: &again)
    #expect(again.isEmpty, "not at once")
    sweep.next(MonotonicTime(nanoseconds: 50_000_000), limit: 10, into: &again)
    #expect(again == batch && sweep.hosts[0].tries == [1])
    for time in 1...300 {
      let now = MonotonicTime(nanoseconds: Int64(time) * 100_000_000)
      for probe in again { sweep.putBack(probe, .noDescriptors, now) }
      again = []
      sweep.next(now + .milliseconds(50), limit: 10, into: &again)
    }
    #expect(sweep.isDone && sweep.hosts[0].failure == .noDescriptors)
  }

  @Test func `counts a late probe no longer that could not be sent`() throws {
    let target = PortSweep.Target(.v4(IPv4Address(127, 0, 0, 1)), ports: [1, 2])
    var host = SweptHost(target, PortSweep.Options())
    host.begin(1, lanes: 1)
    var batch: [PortSweep.Probe] = []
    let count = host.next(1, lane: 0, number: 0, limit: 2, into: &batch)
    #expect(count == 2)
    // As `examine` marks a probe that is late.
    host.marks[batch[0].index] |= SweptHost.isSuspected
    host.suspected = 1
    let putBack = host.putBack(batch[0], .noDescriptors, 2)
    #expect(putBack == 1 && host.inFlight == 1 && host.suspected == 0)
    #expect(host.marks[batch[0].index] & SweptHost.isSuspected == 0)
  }

  @Test func `gives a host up whose way there is missing, with all that is under way`() {
    var sweep = PortSweep([PortSweep.Target(.v4(IPv4Address(127, 0, 0, 1)), ports: [1, 2, 3])])
    var batch: [PortSweep.Probe] = []
    sweep.next(MonotonicTime(nanoseconds: 1), limit: 10, into: &batch)
    sweep.fail(batch[0], .interfaceDown)
    var expired: [PortSweep.Probe] = []
    sweep.expire(MonotonicTime(nanoseconds: 2), into: &expired)
    #expect(Set(expired).isSuperset(of: batch[1...]))
    #expect(sweep.isDone && sweep.hosts[0].failure == .interfaceDown)
    #expect(sweep.hosts[0].expectedMissRate == nil)
  }

  @Test func `estimates what is missed from who answered late`() {
    var loss = LossEstimate()
    #expect(loss.missRate(tries: 2, made: 2) < 1e-4 && !loss.isMeasured)
    for _ in 0..<9000 { loss.answered(attempt: 1) }
    for _ in 0..<900 { loss.answered(attempt: 2) }
    #expect(loss.expectedMissRate(tries: 2, made: 2, silent: 0) == 0)
    let missed = loss.expectedMissRate(tries: 2, made: 2, silent: 200)
    #expect((0.009...0.0115).contains(missed), "\(missed)")
    #expect(abs(loss.loss(tries: 2) - 0.1) < 0.005)
  }

  @Test func `waits as long as round trips say`() {
    var timer = RoundTripTimer()
    #expect(timer.limit == 950_000_000)
    for _ in 0..<50 { timer.measured(1_000_000) }
    #expect(timer.limit == 100_000_000)
    for _ in 0..<50 { timer.measured(400_000_000) }
    // However steady they were: a queue may come.
    #expect(timer.limit >= 590_000_000 && timer.limit <= 3_000_000_000)
    #expect(timer.suspicion >= 390_000_000 && timer.suspicion < timer.limit)
  }
}
