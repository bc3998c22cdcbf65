import Discovery
@testable import Home
@testable import Model

/// A home on a virtual clock, minute by minute, and what the presence engine makes of it.
///
/// Phones doze, in the day for some minutes and at night for up to an hour and a half, and rarely answer a
/// sweep then; plugs answer always. Both leave and come back. Answers get lost, for a week more of
/// them; this machine's link fails, it is suspended, and its clock is set. Of all that the engine is
/// told only what a watch would know.
struct PresenceSimulation {
  struct Member {
    var tracker: PresenceTracker
    let context: PresenceTracker.Context
    let isPhone: Bool
    let isGateway: Bool
    var isThere = true
    /// When it came last, in minutes; for one that is gone, when it comes back.
    var cameAt = 0
    var returnsAt = 0
    /// When it left, until that is noticed.
    var leftAt: Int?
    /// Minutes in which this machine could not look since it left.
    var blindMinutes = 0
    var dozesUntil = 0.0
    var isAwakeUntil = 0.0

    func dozes(at minute: Int) -> Bool { isPhone && Double(minute) < dozesUntil }
  }

  /// The share of answers that are lost in the lossy week.
  let loss: Double
  private(set) var members: [Member]
  private(set) var falseAways: [String] = []
  private(set) var lateLeavings: [String] = []
  private(set) var leavings = 0
  private(set) var checks = 0
  private(set) var unknownMinutes = 0
  private var random: SplitMix64
  private var judge = SweepJudge()
  private var minute = 0
  /// What the clock shows at minute 0.
  private var epoch: Int64 = 1_772_409_600_000
  private var nextSweep = 0
  private var faults: [Fault] = []

  private struct Fault {
    enum Kind { case link, table, suspend, clock }
    var kind: Kind
    var minutes: Range<Int>
  }

  private static let lossyWeek = (7 * 1440)..<(14 * 1440)
  private static let doze: Int64 = 30 * 60_000

  init(seed: UInt64, days: Int, phones: Int = 6, plugs: Int = 16, loss: Double = 0.05) {
    self.loss = loss
    random = SplitMix64(seed: seed)
    let now = Timestamp(milliseconds: epoch)
    members = (0..<(phones + plugs)).map { number in
      Member(
        tracker: PresenceTracker(.present, lastSeen: now),
        context: PresenceTracker.Context(expectedSilence: number < phones ? Self.doze : 0),
        isPhone: number < phones,
        isGateway: number == phones
      )
    }
    // Each ten days, as many as in the worst year.
    for _ in 0..<max(1, days / 10) {
      for length in [3, 9, 200] { fail(.link, for: length, within: days) }
      fail(.table, for: 40, within: days)
      for length in [50, 480] { fail(.suspend, for: length, within: days) }
      fail(.clock, for: 1, within: days)
    }
  }

  private mutating func fail(_ kind: Fault.Kind, for length: Int, within days: Int) {
    let begin = Int.random(in: 60..<max(61, days * 1440 - 600), using: &random)
    // One after the other, so that each is what it is called.
    guard !faults.contains(where: { $0.minutes.overlaps((begin - 30)..<(begin + length + 30)) })
    else { return }
    faults.append(Fault(kind: kind, minutes: begin..<(begin + length)))
  }

  // MARK: Time

  private var now: Timestamp { Timestamp(milliseconds: epoch + Int64(minute) * 60_000) }

  private func chance(_ share: Double, _ random: inout SplitMix64) -> Bool {
    Double.random(in: 0..<1, using: &random) < share
  }

  private func fault(_ kind: Fault.Kind) -> Fault? {
    faults.first { $0.kind == kind && $0.minutes.contains(minute) }
  }

  mutating func live(days: Int) {
    while minute < days * 1440 {
      step()
      if fault(.clock) != nil { setClock() }
      if let suspended = fault(.suspend) { sleep(until: suspended.minutes.upperBound) }
      if minute >= nextSweep { sweep() }
      hear()
      check()
      score()
    }
  }

  private mutating func step() {
    minute += 1
    for index in members.indices { move(index) }
  }

  /// The machine sleeps: the home goes on, and nobody looks.
  private mutating func sleep(until end: Int) {
    let fellAsleep = now
    while minute < end {
      step()
      for index in members.indices { members[index].blindMinutes += 1 }
    }
    for index in members.indices { members[index].tracker.loseSight(since: fellAsleep, now: now) }
    nextSweep = minute
  }

  /// The clock is set, by hours or years, forward or back.
  private mutating func setClock() {
    let steps: [Int64] = [-7200, -90, 95, 7200, 40 * 86_400, -20 * 86_400]
    let step = 1000 * (steps.randomElement(using: &random) ?? 7200)
    epoch += step
    let present = now
    for index in members.indices {
      let seen = min(members[index].tracker.lastSeen, present)
      members[index].tracker.correct(lastSeen: seen, now: present) {
        Timestamp(milliseconds: $0.milliseconds + step)
      }
      // Silence counts from now on.
      if let left = members[index].leftAt { members[index].blindMinutes = minute - left }
    }
    nextSweep = minute
  }

  // MARK: The home

  private mutating func move(_ index: Int) {
    var member = members[index]
    defer { members[index] = member }
    let hour = minute / 60 % 24
    let isDay = (7..<23).contains(hour)
    if !member.isThere {
      guard minute >= member.returnsAt else { return }
      member.isThere = true
      member.cameAt = minute
      member.leftAt = nil
      member.dozesUntil = 0
      member.isAwakeUntil = Double(minute + 10)
    } else if !member.isGateway {
      let leaves = member.isPhone ? (isDay ? 1.0 / 480 : 1.0 / 8000) : 1.0 / 20_000
      if chance(leaves, &random) {
        let stays = member.isPhone ? [15, 40, 120, 540] : [4, 30, 90, 1500]
        member.isThere = false
        member.leftAt = minute
        member.blindMinutes = 0
        member.returnsAt = minute + (stays.randomElement(using: &random) ?? 60)
      }
    }
    guard member.isPhone, member.isThere, Double(minute) >= member.isAwakeUntil else { return }
    // Short silences are the rule: the cube of an even distribution.
    let share = Double.random(in: 0..<1, using: &random)
    let length = (isDay ? 45.0 : 90) * share * share * share + (isDay ? 2 : 10)
    member.dozesUntil = Double(minute) + length
    member.isAwakeUntil =
      member.dozesUntil + Double.random(in: isDay ? 10..<90 : 1..<8, using: &random)
  }

  /// Whether a member answers a sweep, or a check of its own, which wakes it more often than not.
  private mutating func answers(_ member: Member, isCheck: Bool) -> Bool {
    guard member.isThere, fault(.link) == nil else { return false }
    let lost = Self.lossyWeek.contains(minute) ? loss : 0.0003
    if chance(lost, &random) { return false }
    return !member.dozes(at: minute) || chance(isCheck ? 0.85 : 0.1, &random)
  }

  // MARK: The watch

  private mutating func sweep() {
    nextSweep = minute + 5
    let hasFailed = fault(.table) != nil
    var devices: [SweepJudge.Device] = []
    for index in members.indices {
      // A full table hides some.
      let isHidden = hasFailed && chance(0.5, &random)
      let isSeen = !isHidden && answers(members[index], isCheck: false)
      if isSeen { members[index].tracker.see(at: now) }
      devices.append(
        SweepJudge.Device(
          tracker: members[index].tracker,
          context: members[index].context,
          isSeen: isSeen,
          firstSeen: Timestamp(milliseconds: 0),
          isGateway: members[index].isGateway,
          isHidden: hasFailed
        )
      )
    }
    _ = judge.complete(&devices, began: now, now: now)
    for index in members.indices { members[index].tracker = devices[index].tracker }
  }

  /// What is heard between sweeps: phones that are awake talk.
  private mutating func hear() {
    let isLinkDown = fault(.link) != nil
    for index in members.indices {
      let member = members[index]
      if isLinkDown || member.tracker.state == .unknown { members[index].blindMinutes += 1 }
      guard member.isPhone, member.isThere, !isLinkDown, !member.dozes(at: minute),
        chance(0.3, &random)
      else { continue }
      members[index].tracker.see(at: now)
    }
  }

  private mutating func check() {
    for index in members.indices {
      var context = members[index].context
      context.loss = judge.loss
      members[index].tracker.review(at: now, in: context)
      guard let due = members[index].tracker.checkAt, due <= now else { continue }
      checks += 1
      members[index].tracker.beginCheck(at: now)
      if fault(.table) != nil {
        members[index].tracker.spoilCheck(at: now)
      } else if answers(members[index], isCheck: true) {
        members[index].tracker.see(at: now)
      } else {
        members[index].tracker.missCheck(at: now, in: context)
      }
    }
  }

  // MARK: The truth

  private mutating func score() {
    for index in members.indices {
      let member = members[index]
      let name = "\(member.isPhone ? "phone" : "plug") \(index) in minute \(minute)"
      if member.tracker.state == .unknown { unknownMinutes += 1 }
      if member.isThere {
        // Whoever has just come back is still away until it is seen.
        if member.tracker.state == .away, wasThereThroughout(member) {
          falseAways.append("\(name), seen \(member.tracker.lastSeen), loss \(judge.loss)")
          members[index].tracker.see(at: now)
        }
      } else if let left = member.leftAt {
        if member.tracker.state == .away {
          leavings += 1
          members[index].leftAt = nil
        } else if minute - left - member.blindMinutes > 60 {
          lateLeavings.append("\(name), gone since \(left), loss \(judge.loss)")
          members[index].leftAt = nil
        }
      }
    }
  }

  /// Whether a member that is called away was there all the time of that.
  private func wasThereThroughout(_ member: Member) -> Bool {
    let came = Timestamp(milliseconds: epoch + Int64(member.cameAt) * 60_000)
    return member.tracker.since >= came
  }
}
