import Home
import Model

/// A history of one phone, which was away for three hours of the last day; it notes what it is asked.
actor ScriptedHistory: HomeHistory {
  static let phone = "mac:02:00:5e:00:00:03"
  static let now = Timestamp(milliseconds: 1_700_000_000_000)

  /// So many hours before now.
  static func hours(_ hours: Double) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds - Int64(hours * 3_600_000))
  }

  private(set) var query: HistoryQuery?
  private(set) var span: (from: Timestamp, to: Timestamp)?
  private(set) var step: Int64?

  func changes(_ query: HistoryQuery) throws(WatchError) -> ChangePage {
    self.query = query
    if let device = query.device, device != Self.phone { throw .noSuchDevice(device) }
    let left = HomeChange(
      seq: 41,
      time: Self.hours(5),
      slot: 3,
      name: "Anna’s phone",
      kind: .left,
      was: Self.hours(5).description,
      sources: [.arp]
    )
    let lost = HomeChange(seq: 42, time: Self.hours(1), kind: .ownNetworkLost)
    let changes = [NamedChange(left, device: Self.phone), NamedChange(lost, device: nil)]
    return ChangePage(changes: changes, next: 42, undoable: [41, 7])
  }

  func devices(at time: Timestamp) throws(WatchError) -> [PastDevice] {
    span = (time, time)
    let profile = DeviceProfile(
      id: Self.phone,
      name: "Anna’s phone",
      category: .phone,
      ip: "192.168.1.40",
      addresses: ["fe80::1%eth0"],
      mac: "02:00:5e:00:00:03",
      ports: ["62078/tcp", "no port"],
      services: ["_companion-link._tcp"]
    )
    return [PastDevice(slot: 3, profile: profile, presence: .asleep)]
  }

  func presence(
    of id: String,
    from: Timestamp,
    to: Timestamp
  ) throws(WatchError) -> [PresenceInterval] {
    guard id == Self.phone else { throw .noSuchDevice(id) }
    span = (from, to)
    return Self.intervals(from: from, to: to)
  }

  func presence(from: Timestamp, to: Timestamp) throws(WatchError) -> [DevicePresence] {
    span = (from, to)
    let intervals = Self.intervals(from: from, to: to)
    return [DevicePresence(device: Self.phone, name: "Anna’s phone", intervals: intervals)]
  }

  func samples(
    of id: String,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) throws(WatchError) -> [SamplePoint] {
    guard id == Self.phone else { throw .noSuchDevice(id) }
    span = (from, to)
    self.step = step
    return [SamplePoint(time: from, n: 4, lost: 1, min: 1.5, p50: 2, p95: 3.25, max: 3.5)]
  }

  /// There, away from five hours ago to two hours ago, then there.
  private static func intervals(from: Timestamp, to: Timestamp) -> [PresenceInterval] {
    let whole = [
      PresenceInterval(.present, from: hours(10_000), to: hours(5)),
      PresenceInterval(.away, from: hours(5), to: hours(2)),
      PresenceInterval(.present, from: hours(2), to: now),
    ]
    return whole.filter { $0.from < to && $0.to > from }.map {
      PresenceInterval($0.state, from: max($0.from, from), to: min($0.to, to))
    }
  }
}
