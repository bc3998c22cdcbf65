import Discovery
import Home
import Model

/// What a device was in the course of the year, made from the end back.
struct YearProfileHistory {
  private let slot: Int
  /// What it calls itself, whatever the user calls it.
  private let ownName: String?
  /// What it was before the changes that are made already.
  private var profile: DeviceProfile
  /// What it was since then, the latest first.
  private var since: [(time: Timestamp, profile: DeviceProfile)] = []
  /// What was told of it, with its name then; the latest first.
  private(set) var told: [(time: Timestamp, name: String, told: YearTold)] = []

  /// A device that is so at the end of the year.
  init(_ profile: DeviceProfile, ownName: String?, slot: Int) {
    self.profile = profile
    self.ownName = ownName
    self.slot = slot
  }

  /// A change that is to be undone.
  private enum Change {
    case edit(YearEdit)
    /// The user gave it its name.
    case naming(String)
  }

  /// Undoes what became of the device in the year, the latest first.
  ///
  /// A device changes while it is there; what would have to wait beyond the end has not happened.
  mutating func undo(
    _ device: YearDevice,
    _ transitions: [PresenceTransition],
    from life: YearLife,
    in calendar: YearCalendar,
    _ keys: YearKeys,
    _ random: inout SplitMix64
  ) {
    var changes: [(time: Timestamp, change: Change)] = []
    func add(_ change: Change, at time: Timestamp?) {
      guard let time, time > life.firstSeen,
        let at = YearPresence.present(in: transitions, after: time, before: calendar.now)
      else { return }
      changes.append((at, change))
    }
    for change in device.changes { add(.edit(change.edit), at: calendar.time(change.at)) }
    if let renewal = device.renewal {
      var time = life.firstSeen
      while time < life.lastSeen {
        let pause = Int64(Int.random(in: renewal, using: &random)) * YearCalendar.day
        time = time.later(by: pause + Int64.random(in: 0..<YearCalendar.hour, using: &random))
        add(.edit(.rekeyed("tls")), at: time)
      }
    }
    if let naming = device.naming {
      // One that was named before the year had its name all the time.
      let time = calendar.time(naming.at)
      if let time, time > life.firstSeen {
        add(.naming(naming.name), at: time)
      }
    }
    var keys = keys
    for (time, change) in changes.sorted(by: { $0.time > $1.time }) {
      switch change {
      case .edit(let edit): undo(edit, at: time, &keys)
      case .naming(let name): undoNaming(name, at: time)
      }
    }
  }

  private mutating func undo(_ edit: YearEdit, at time: Timestamp, _ keys: inout YearKeys) {
    guard let (before, news) = edit.undone(in: profile, &keys) else { return }
    since.append((time, profile))
    profile = before
    for one in news { told.append((time, before.spokenName, one)) }
  }

  private mutating func undoNaming(_ name: String, at time: Timestamp) {
    guard profile.name == name else { return }
    since.append((time, profile))
    profile.name = ownName
    let news = YearTold(
      kind: .edited,
      now: HomeChange.EditedProperty.name.changed(to: name),
      sources: [.user]
    )
    told.append((time, profile.spokenName, news))
  }

  /// The versions from that moment on, ascending; from `gone` on it is no longer known.
  func versions(from first: Timestamp, until gone: Timestamp?) -> [ProfileVersion] {
    var versions = [ProfileVersion(slot: slot, since: first, profile: profile)]
    for (time, profile) in since.reversed() {
      if let gone, time >= gone { break }
      let version = ProfileVersion(slot: slot, since: time, profile: profile)
      // Of several at one moment the last one counts.
      if versions.last?.since == time {
        versions[versions.count - 1] = version
      } else {
        versions.append(version)
      }
    }
    if let gone { versions.append(ProfileVersion(slot: slot, since: gone, profile: nil)) }
    return versions
  }
}
