import Discovery
import Wire

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
  /// The stations that left and of which that is not told yet.
  private(set) var leaving: [Int] = []
  private var members: [Member] = []
  private let sleepers: [Int]
  /// Who comes when another one leaves, by that one.
  private var replacements: [Int: Int] = [:]
  /// Whose phone comes while another one's is out, by that one.
  private var guests: [Int: Int] = [:]
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
  /// A minute after the last one.
  private static let never = 1 << 40

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
      members[member.number].movesAt = departure(of: member)
      delay(member, days: days)
    }
  }

  /// Lets a member come only later, or with another one.
  private mutating func delay(_ member: YearMember, days: Int) {
    var arrival = Self.never
    switch member.habit {
    case .usual: return
    case .joins(let share): arrival = max(1, Int(share * Double(days * 1440)))
    case .replaces(let other): replacements[other] = member.number
    case .visits(let resident): guests[resident] = member.number
    }
    members[member.number].isThere = false
    members[member.number].movesAt = arrival
    stations[member.number].isThere = false
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
    members[index].movesAt = comeback(of: members[index].member)
    if let other = replacements[index], !members[other].isThere { move(other, at: minute + 2) }
    if let guest = guests[index], !members[guest].isThere,
      members[index].rotatesAt < minute + 1440
    {
      move(guest, at: minute + random.minutes(5..<30))
    }
  }

  private mutating func move(_ index: Int, at time: Int) {
    members[index].movesAt = time
    members[index].actsAt = min(members[index].actsAt, time)
  }

  private mutating func come(_ index: Int) {
    members[index].isThere = true
    members[index].movesAt = departure(of: members[index].member)
    members[index].dozesUntil = 0
    members[index].isAwakeUntil = minute + 10
    // Phones make up another link address when they join.
    if members[index].rotatesAt <= minute { rotate(index) }
    comeStation(of: index)
    if let other = replacements[index], members[other].isThere { move(other, at: minute + 1) }
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
    members[index].rotatesAt = minute + rotationMinutes * random.minutes(90..<110) / 100
    renew(index)
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

  /// When a device leaves that is there now.
  private mutating func departure(of member: YearMember) -> Int {
    switch member.habit {
    case .usual, .joins: departure(member.kind)
    case .replaces: Self.never
    case .visits: minute + random.minutes(60..<240)
    }
  }

  /// When a device comes back that leaves now.
  private mutating func comeback(of member: YearMember) -> Int {
    switch member.habit {
    case .usual, .joins: minute + absence(member.kind)
    case .replaces, .visits: Self.never
    }
  }

  /// When a device of that kind leaves that is there now.
  private mutating func departure(_ kind: YearKind) -> Int {
    switch kind {
    case .router, .nas: Self.never
    case .printer: minute + random.minutes(2000..<10_000)
    case .tv, .console: minute + random.minutes(60..<300)
    case .laptop: minute + random.minutes(60..<400)
    case .desktop: minute + random.minutes(200..<700)
    case .plug, .camera, .speaker: minute + random.minutes(1..<120_000)
    case .board: minute + random.minutes(600..<20_000)
    case .phone, .tablet, .watch: outing()
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
    case .router, .nas, .plug, .camera, .speaker, .board: random.pick([4, 30, 90, 1500])
    case .printer: random.minutes(300..<3000)
    case .tv, .console: random.minutes(300..<1300)
    case .laptop: random.minutes(120..<900)
    case .desktop: random.minutes(300..<1400)
    case .phone, .tablet, .watch: random.pick([15, 40, 120, 540])
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
    members[0].movesAt = Self.never
    members[0].actsAt = Self.never
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

  /// What can be the reason that a station is not seen that is there.
  func reason(for station: Int) -> String {
    let member = members[stations[station].appearance.member]
    var reasons: [String] = []
    if minute < member.dozesUntil { reasons.append("dozing until \(clock(member.dozesUntil))") }
    if lossyMinutes.contains(minute) { reasons.append("in the lossy week") }
    if !members[0].isThere { reasons.append("without a router") }
    return reasons.isEmpty ? "awake" : reasons.joined(separator: ", ")
  }

  /// A minute in words: `day 12, 07:35`.
  func clock(_ minute: Int) -> String {
    let time = [minute / 60 % 24, minute % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return "day \(minute / 1440), " + time.joined(separator: ":")
  }

  /// The present minute in words.
  var moment: String { clock(minute) }

  /// What a device is recognised by.
  func identity(of station: Int) -> RotatingIdentity? {
    members[stations[station].appearance.member].member.rotation
  }

  /// The station that shows a link address.
  func station(showing mac: MACAddress) -> Int? {
    stations.lastIndex { $0.appearance.mac == mac }
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

  /// What was in one slot is in another from now on.
  mutating func noteMerged(_ slot: Int, into kept: Int) {
    for station in stations.indices where stations[station].slot == slot {
      stations[station].slot = kept
    }
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
