import Discovery

/// A home on a virtual clock, minute by minute: who is there, who dozes, who has another link address.
///
/// Phones and watches doze, in the day for some minutes and at night for up to an hour and a half; they
/// answer few sweeps then, and nearly every check of their own. All others answer always. Everything
/// leaves and comes back at hours of its own; answers get lost, in the lossy week more of them.
struct YearHome: Sendable {
  /// A device with one link address.
  struct Station: Sendable {
    let appearance: Appearance
    var isThere = true
    /// Whether the watch has seen it since it came.
    var isSeen = false
    /// When it left, until that is told.
    var leftAt: Int?
    /// From when on that should have been noticed: later where this machine could not look.
    var noticeableFrom = 0
    var isLate = false
    /// Its place in the watch's inventory.
    var slot: Int?
  }

  /// That a device has another link address.
  struct Rotation: Sendable {
    let identity: RotatingIdentity
    let old: Int
    let new: Int
  }

  private struct Member: Sendable {
    let member: YearMember
    var station: Int
    var generation = 0
    var isThere = true
    /// When it leaves, or comes back.
    var movesAt: Int
    var dozesUntil = 0
    var isAwakeUntil: Int
    var rotatesAt: Int
    /// When something of this is due.
    var actsAt = 0
  }

  private(set) var minute = 0
  private(set) var stations: [Station] = []
  private(set) var rotations: [Rotation] = []
  /// The stations that left and of which that is not told yet.
  private(set) var leaving: [Int] = []
  private var members: [Member] = []
  private let sleepers: [Int]
  private let rotationMinutes: Int
  private let lossyMinutes: Range<Int>
  private var random: SplitMix64

  /// The share of answers that get lost in the lossy week.
  private static let lossyShare = 0.05
  /// The share that gets lost else.
  private static let usualShare = 0.0003
  /// The share of sweeps that a dozing device answers.
  private static let wokenBySweep = 0.1
  /// The share of checks that it answers, which ask in several ways.
  private static let wokenByCheck = 0.95

  init(_ household: YearHousehold, days: Int, random seed: UInt64) {
    random = SplitMix64(seed: seed)
    rotationMinutes = household.rotationMinutes
    let begin = max(1, days / 2) * 1440
    lossyMinutes = begin..<(begin + (days >= 28 ? 7 : max(1, days / 4)) * 1440)
    sleepers = household.members.filter(\.kind.dozes).map(\.number)
    for member in household.members {
      let rotates = random.minutes(0..<household.rotationMinutes)
      stations.append(Station(appearance: Appearance(member, generation: 0)))
      members.append(
        Member(
          member: member,
          station: member.number,
          movesAt: 0,
          isAwakeUntil: random.minutes(1..<60),
          rotatesAt: member.rotation == nil ? .max : rotates + 1
        )
      )
      members[member.number].movesAt = departure(member.kind)
    }
  }

  // MARK: Time

  mutating func step() {
    minute += 1
    for index in members.indices where members[index].actsAt <= minute { act(index) }
  }

  private mutating func act(_ index: Int) {
    if members[index].movesAt <= minute {
      if members[index].isThere { leave(index) } else { come(index) }
    }
    if members[index].isThere, members[index].rotatesAt <= minute {
      leaveStation(of: index)
      rotate(index)
      comeStation(of: index)
    }
    let kind = members[index].member.kind
    if members[index].isThere, kind.dozes, members[index].isAwakeUntil <= minute { doze(index) }
    var next = members[index].movesAt
    if members[index].isThere {
      next = min(next, members[index].rotatesAt)
      if kind.dozes { next = min(next, members[index].isAwakeUntil) }
    }
    members[index].actsAt = next
  }

  private var isDay: Bool { (7..<23).contains(minute / 60 % 24) }

  /// Short silences are the rule: the cube of an even distribution.
  private mutating func doze(_ index: Int) {
    let share = random.share()
    let length = (isDay ? 45.0 : 90) * share * share * share + (isDay ? 2 : 10)
    members[index].dozesUntil = minute + Int(length.rounded(.up))
    let awake = random.minutes(isDay ? 10..<90 : 1..<8)
    members[index].isAwakeUntil = members[index].dozesUntil + awake
  }

  // MARK: Coming and going

  private mutating func leave(_ index: Int) {
    leaveStation(of: index)
    members[index].isThere = false
    members[index].movesAt = minute + absence(members[index].member.kind)
  }

  private mutating func come(_ index: Int) {
    members[index].isThere = true
    members[index].movesAt = departure(members[index].member.kind)
    members[index].dozesUntil = 0
    members[index].isAwakeUntil = minute + 10
    // Phones make up another link address when they join.
    if members[index].rotatesAt <= minute { rotate(index) }
    comeStation(of: index)
  }

  private mutating func leaveStation(of index: Int) {
    let station = members[index].station
    stations[station].isThere = false
    stations[station].leftAt = minute
    stations[station].noticeableFrom = minute
    // Nobody can tell that one left who was not seen.
    if stations[station].isSeen { leaving.append(station) }
  }

  private mutating func comeStation(of index: Int) {
    let station = members[index].station
    stations[station].isThere = true
    stations[station].isSeen = false
    noteTold(station)
  }

  private mutating func rotate(_ index: Int) {
    let old = members[index].station
    members[index].rotatesAt = minute + rotationMinutes * random.minutes(90..<110) / 100
    renew(index)
    guard let identity = members[index].member.rotation else { return }
    rotations.append(Rotation(identity: identity, old: old, new: members[index].station))
  }

  private mutating func renew(_ index: Int) {
    members[index].generation += 1
    let appearance = Appearance(
      members[index].member,
      generation: members[index].generation
    )
    members[index].station = stations.count
    stations.append(Station(appearance: appearance, isThere: false))
  }

  /// When a device of that kind leaves that is there now.
  private mutating func departure(_ kind: YearKind) -> Int {
    switch kind {
    case .router, .nas: .max
    case .printer: minute + random.minutes(2000..<10_000)
    case .tv, .console: minute + random.minutes(60..<300)
    case .laptop: minute + random.minutes(60..<400)
    case .desktop: minute + random.minutes(200..<700)
    case .plug, .camera, .speaker: minute + random.minutes(1..<120_000)
    case .phone, .watch: outing()
    }
  }

  /// After some hours, and at night rather in the morning.
  private mutating func outing() -> Int {
    let time = minute + random.minutes(5..<960)
    guard !(7..<23).contains(time / 60 % 24), random.chance(0.9) else { return time }
    let day = time / 1440 + (time / 60 % 24 >= 23 ? 1 : 0)
    return day * 1440 + random.minutes(420..<600)
  }

  /// For how long a device of that kind is gone.
  private mutating func absence(_ kind: YearKind) -> Int {
    switch kind {
    case .router, .nas, .plug, .camera, .speaker: random.pick([4, 30, 90, 1500])
    case .printer: random.minutes(300..<3000)
    case .tv, .console: random.minutes(300..<1300)
    case .laptop: random.minutes(120..<900)
    case .desktop: random.minutes(300..<1400)
    case .phone, .watch: random.pick([15, 40, 120, 540])
    }
  }

  // MARK: Power and router

  /// Everything without a battery is off, and on again some minutes after the power is back.
  mutating func cutPower(until end: Int) {
    for index in members.indices where !members[index].member.kind.hasBattery {
      let isBack = end + random.minutes(1..<11)
      if members[index].isThere {
        leave(index)
      } else if members[index].movesAt >= isBack {
        continue
      }
      let kind = members[index].member.kind
      members[index].movesAt = kind.staysOff ? end + absence(kind) : isBack
      members[index].actsAt = members[index].movesAt
    }
  }

  /// The router is unplugged until another one takes its place.
  mutating func removeRouter() {
    leave(0)
    members[0].movesAt = .max
    members[0].actsAt = .max
  }

  mutating func placeRouter() {
    renew(0)
    come(0)
  }

  // MARK: Who can be heard

  /// The stations that are there.
  var present: [Int] { members.filter(\.isThere).map(\.station) }

  /// Those of them that are awake and say something in this minute.
  mutating func talking() -> [Int] {
    guard members[0].isThere else { return [] }
    var talking: [Int] = []
    for index in sleepers
    where members[index].isThere && minute >= members[index].dozesUntil && random.chance(0.3) {
      talking.append(members[index].station)
    }
    return talking
  }

  /// Whether a station answers a sweep, or a check of its own, which wakes it more often than not.
  ///
  /// Without the router nobody is reached.
  mutating func answers(_ station: Int, isCheck: Bool) -> Bool {
    guard stations[station].isThere, members[0].isThere else { return false }
    if random.chance(lossyMinutes.contains(minute) ? Self.lossyShare : Self.usualShare) {
      return false
    }
    let member = stations[station].appearance.member
    return minute >= members[member].dozesUntil
      || random.chance(isCheck ? Self.wokenByCheck : Self.wokenBySweep)
  }

  /// Whether a full neighbour table hides a station.
  mutating func isHidden() -> Bool { random.chance(0.5) }

  /// A round trip to it, in milliseconds.
  mutating func roundTrip(to station: Int) -> Double {
    let kind = members[stations[station].appearance.member].member.kind
    let usual = (kind.isWired ? 0.4 : 3) * (0.7 + 0.6 * random.share())
    return random.chance(0.02) ? 10 * usual : usual
  }

  func label(of station: Int) -> String {
    let member = members[stations[station].appearance.member].member
    return "\(member.label) (\(member.rotation?.rawValue ?? member.kind.rawValue))"
  }

  // MARK: What the watch knows

  /// The watch has seen it, in that slot.
  mutating func noteSeen(_ station: Int, in slot: Int) {
    stations[station].isSeen = true
    stations[station].slot = slot
    // It is known again by another link address, so there is no leaving to tell of the old one.
    let member = stations[station].appearance.member
    let before = leaving.filter {
      $0 != station && stations[$0].slot == slot && stations[$0].appearance.member == member
    }
    for old in before { noteTold(old) }
  }

  /// That it left is told, or nothing to tell any more.
  mutating func noteTold(_ station: Int) {
    guard stations[station].leftAt != nil else { return }
    stations[station].leftAt = nil
    stations[station].isLate = false
    leaving.removeAll { $0 == station }
  }

  /// This machine can't look: whoever left can be noticed from now on only.
  mutating func excuseLeavings() {
    for station in leaving { stations[station].noticeableFrom = minute }
  }

  /// The stations that left more than an hour ago, as far as this machine could look; each once.
  mutating func takeLate() -> [Int] {
    let late = leaving.filter {
      !stations[$0].isLate && minute - stations[$0].noticeableFrom > 60
    }
    for station in late { stations[station].isLate = true }
    return late
  }
}
