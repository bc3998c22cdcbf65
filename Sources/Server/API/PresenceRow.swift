import Home
import Model

/// A device's presence in steps of one length, a letter a step: an entry of `GET /api/v1/presence`.
struct PresenceRow: Hashable {
  /// The device's id.
  let device: String
  let name: String?
  /// The share of the known time in which it was there, asleep or not; `nil` where nothing is known.
  let share: Double?
  /// Of each step the state that lasted longest.
  let states: String

  /// The presence from `from` to `to` in steps of `step` milliseconds, the last of which may be shorter.
  init(_ presence: DevicePresence, from: Timestamp, to: Timestamp, step: Int64) {
    device = presence.device
    name = presence.name
    let intervals = presence.intervals
    var (letters, whole) = ("", TimeSpent())
    // The first interval that reaches beyond the step's start.
    var first = 0
    var start = from.milliseconds
    while start < to.milliseconds {
      let end = min(start + step, to.milliseconds)
      while first < intervals.count, intervals[first].to.milliseconds <= start { first += 1 }
      var spent = TimeSpent()
      for interval in intervals[first...].prefix(while: { $0.from.milliseconds < end }) {
        let (begin, stop) = (interval.from.milliseconds, interval.to.milliseconds)
        spent.add(min(stop, end) - max(begin, start), as: interval.state)
      }
      spent.add(end - start - spent.total, as: .unknown)
      letters.append(Self.letter(of: spent.longest))
      whole.add(spent)
      start = end
    }
    states = letters
    share = whole.share.map { $0.rounded(places: 3) }
  }

  private static func letter(of state: PresenceState) -> Character {
    switch state {
    case .present: "p"
    case .asleep: "s"
    case .away: "a"
    case .unknown: "u"
    }
  }
}

/// Milliseconds by state.
private struct TimeSpent {
  private var present: Int64 = 0
  private var asleep: Int64 = 0
  private var away: Int64 = 0
  private var unknown: Int64 = 0

  var total: Int64 { present + asleep + away + unknown }

  /// The share of the known time in which a device was there.
  var share: Double? {
    let known = present + asleep + away
    return known > 0 ? Double(present + asleep) / Double(known) : nil
  }

  /// The state with the most time; of equal ones the one that says more.
  var longest: PresenceState {
    let most = max(present, asleep, away, unknown)
    return most == present ? .present : most == asleep ? .asleep : most == away ? .away : .unknown
  }

  mutating func add(_ milliseconds: Int64, as state: PresenceState) {
    let time = max(0, milliseconds)
    switch state {
    case .present: present += time
    case .asleep: asleep += time
    case .away: away += time
    case .unknown: unknown += time
    }
  }

  mutating func add(_ other: TimeSpent) {
    present += other.present
    asleep += other.asleep
    away += other.away
    unknown += other.unknown
  }
}

extension PresenceRow: Encodable {
  func encode(to encoder: any Encoder) throws {
    let json: JSONObject = ["device": device, "name": name, "present": share, "states": states]
    try json.encode(to: encoder)
  }
}
