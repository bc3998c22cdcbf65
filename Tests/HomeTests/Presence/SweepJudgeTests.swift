import Discovery
import Networking
import Testing
@testable import Home
@testable import Model

private func at(_ minutes: Int) -> Timestamp {
  Timestamp(milliseconds: 1_772_409_600_000 + Int64(minutes) * 60_000)
}

@Suite struct `What a sweep is good for` {
  /// Devices that were seen at minute 0, the first of them the gateway.
  private func home(_ count: Int) -> [SweepJudge.Device] {
    (0..<count).map { number in
      SweepJudge.Device(
        tracker: PresenceTracker(.present, lastSeen: at(0)),
        context: PresenceTracker.Context(),
        isSeen: true,
        firstSeen: at(-1000),
        isGateway: number == 0
      )
    }
  }

  /// One sweep, in which the devices with those numbers are missed.
  private func sweep(
    _ judge: inout SweepJudge,
    _ devices: inout [SweepJudge.Device],
    at minute: Int,
    missing: [Int],
    hasFailed: Bool = false
  ) -> SweepJudge.Verdict {
    for index in devices.indices {
      devices[index].isSeen = !missing.contains(index)
      devices[index].isHidden = hasFailed
      if devices[index].isSeen { devices[index].tracker.see(at: at(minute)) }
    }
    return judge.complete(&devices, began: at(minute), now: at(minute))
  }

  @Test func `misses those that did not answer, where the others did`() {
    var (judge, devices) = (SweepJudge(), home(10))
    let verdict = sweep(&judge, &devices, at: 5, missing: [3, 4])
    #expect(verdict == .good)
    #expect(devices.map(\.tracker.missed) == [0, 0, 0, 1, 1, 0, 0, 0, 0, 0])
    #expect(judge.loss == SweepJudge.leastLoss)
  }

  @Test func `says nothing where nobody answers`() {
    for count in [1, 3, 10] {
      var (judge, devices) = (SweepJudge(), home(count))
      for minute in stride(from: 5, to: 60, by: 5) {
        let verdict = sweep(&judge, &devices, at: minute, missing: Array(0..<count))
        #expect(verdict == .blind)
      }
      #expect(devices.allSatisfy { $0.tracker.state == .unknown && $0.tracker.missed == 0 })
      let verdict = sweep(&judge, &devices, at: 60, missing: [])
      #expect(verdict == .good)
      #expect(devices.allSatisfy { $0.tracker.state == .present })
    }
  }

  @Test func `says something where two devices leave of which none is the gateway`() {
    var (judge, devices) = (SweepJudge(), home(2))
    devices[0].isGateway = false
    for minute in [5, 10] {
      let verdict = sweep(&judge, &devices, at: minute, missing: [0, 1])
      #expect(verdict == .good)
    }
    #expect(devices.allSatisfy { $0.tracker.checkAt == at(10) })
  }

  @Test func `says nothing of a home in whose place strangers answer`() {
    var (judge, devices) = (SweepJudge(), home(5))
    for minute in stride(from: 5, to: 100, by: 5) {
      if minute == 5 {
        for _ in 0..<4 {
          devices.append(
            SweepJudge.Device(
              tracker: PresenceTracker(.present, lastSeen: at(5)),
              context: PresenceTracker.Context(),
              isSeen: true,
              firstSeen: at(5)
            )
          )
        }
      }
      let verdict = sweep(&judge, &devices, at: minute, missing: Array(0..<5))
      #expect(verdict == .blind)
    }
    #expect(devices.prefix(5).allSatisfy { $0.tracker.state == .unknown })
    #expect(devices.suffix(4).allSatisfy { $0.tracker.state == .present })
  }

  @Test func `says nothing of those it missed where this machine failed`() {
    var (judge, devices) = (SweepJudge(), home(10))
    let verdict = sweep(&judge, &devices, at: 5, missing: [9], hasFailed: true)
    #expect(verdict == .blind)
    #expect(devices[9].tracker.state == .unknown && devices[9].tracker.since == at(5))
    #expect(devices.prefix(9).allSatisfy { $0.tracker.state == .present })
  }

  @Test func `is doubtful where many fall silent at once, and not for ever`() {
    var (judge, devices) = (SweepJudge(), home(12))
    var verdict = sweep(&judge, &devices, at: 5, missing: Array(0..<4))
    #expect(verdict == .doubtful && judge.loss > 0.3)
    #expect(devices.allSatisfy { $0.tracker.missed == 0 })
    verdict = sweep(&judge, &devices, at: 10, missing: Array(0..<4))
    #expect(verdict == .good)
    verdict = sweep(&judge, &devices, at: 15, missing: Array(0..<4))
    #expect(verdict == .good)
    #expect(devices.prefix(4).allSatisfy { $0.tracker.checkAt == at(15) })
  }

  @Test func `counts as lost what the next sweep finds again, and forgets it`() {
    var (judge, devices) = (SweepJudge(), home(20))
    for round in 1...40 {
      // Two others each time.
      let first = round * 2 % 20
      _ = sweep(&judge, &devices, at: round * 5, missing: [first, first + 1])
    }
    #expect(judge.loss > 0.05 && judge.loss < 0.2, "\(judge.loss)")
    for round in 41...80 { _ = sweep(&judge, &devices, at: round * 5, missing: []) }
    #expect(judge.loss < 0.01)
  }

  @Test func `takes the silence of phones for no loss`() {
    var (judge, devices) = (SweepJudge(), home(12))
    for index in 4..<12 { devices[index].context.expectedSilence = 30 * 60_000 }
    for round in 1...20 {
      let missing = round % 2 == 0 ? Array(4..<12) : []
      let verdict = sweep(&judge, &devices, at: round * 5, missing: missing)
      #expect(verdict == .good)
    }
    #expect(judge.loss == SweepJudge.leastLoss)
  }

  @Test func `needs as many failures as make mistakes rare`() {
    #expect(SweepJudge.failuresNeeded(at: 0) == 4)
    #expect(SweepJudge.failuresNeeded(at: 0.05) == 7)
    #expect(SweepJudge.failuresNeeded(at: 1) == 27)
  }

  @Test(arguments: [
    (Source.neighbours, LocalFailure.noBuffers, true), (.arp, .noBuffers, true),
    (.neighbours, .system(errno: 5, call: "recvmsg"), true), (.mdns, .interfaceDown, true),
    (.tcp, .noDescriptors, true), (.mdns, .noBuffers, false), (.dns, .addressUnavailable, false),
    (.arp, .notPermitted, false), (.icmp, .system(errno: 101, call: "sendto"), false),
  ])
  func `is spoiled by the failures that hide devices`(
    source: Source,
    failure: LocalFailure,
    isSpoiled: Bool
  ) {
    let report = SourceFailure(source: source, interface: "eth0", failure: failure)
    #expect(report.spoilsSweep == isSpoiled)
  }
}
