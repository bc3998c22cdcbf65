import Identification
import Model
import Wire

/// The state of a running scan: takes outputs, makes updates.
///
/// Pure: the time is handed in, so that a live scan and a replayed one make the same updates.
struct ScanPicture: Sendable {
  private(set) var failures: [SourceFailure] = []
  private var fold: DeviceFold
  /// Addresses found to be excluded after observations of them.
  private var excluded: Set<IPAddress> = []
  private var published = ScanDevices()
  private var pacer = UpdatePacer()
  private var progress = ScanProgress(asked: 0, total: 0, active: [])

  /// A picture of nothing yet, of those networks.
  init(identifier: Identifier, networks: [NetworkReport] = []) {
    fold = DeviceFold(identifier: identifier, links: LocalLinks(networks))
  }

  /// How many updates have been made.
  var updates: Int { pacer.count }

  /// When the next update is due; `nil` if nothing has changed.
  var due: Duration? { pacer.due }

  /// Every device known, in order of address.
  mutating func devices() -> [Device] {
    let devices = fold.devices()
    guard !excluded.isEmpty else { return devices }
    return devices.filter { device in
      device.isSelf || device.addresses.contains { $0.v4 != nil }
        || !device.addresses.contains { excluded.contains($0.withoutZone) }
    }
  }

  /// Takes what the scan produced at that time.
  mutating func take(_ output: ScanOutput, at elapsed: Duration) {
    switch output {
    case .observation(let observation):
      fold.insert(observation)
    case .excluded(let address):
      excluded.insert(address)
    case .progress(let progress):
      guard progress != self.progress else { return }
      self.progress = progress
    case .failure(let source, let interface, let cause):
      let failure = SourceFailure(source: source, interface: interface, failure: cause)
      if !failures.contains(failure) { failures.append(failure) }
      return
    case .swept, .asking, .step:
      return
    }
    pacer.noteChange(at: elapsed)
  }

  /// The update that is due, with all that has changed.
  mutating func update(at elapsed: Duration) -> ScanUpdate {
    pacer.noteUpdate(at: elapsed)
    let cursor = published.cursor
    published.take(devices())
    let (changed, removed) = published.changes(after: cursor)
    return ScanUpdate(
      number: pacer.count,
      elapsed: elapsed,
      progress: progress,
      changed: changed,
      removed: removed
    )
  }
}

/// A scan's devices as of the last picture, and the log of their changes.
struct ScanDevices: Sendable {
  private var devices: [String: Device] = [:]
  /// The only reader never falls behind, so that it needs no snapshot.
  private var log = ChangeLog<String>(mostTombstones: .max)

  /// The cursor of this moment.
  var cursor: ChangeCursor { log.cursor }

  /// Takes the devices as they are now, in order of address.
  mutating func take(_ picture: [Device]) {
    var gone = devices
    for device in picture where gone.removeValue(forKey: device.id) != device {
      devices[device.id] = device
      log.note(device.id)
    }
    for id in gone.keys.sorted() {
      devices[id] = nil
      log.remove(id)
    }
  }

  /// The devices that changed after the cursor, in order of address, and the ids that are gone.
  func changes(after cursor: ChangeCursor) -> (changed: [Device], removed: [String]) {
    let changes = log.changes(after: cursor)
    let ids = changes?.changed ?? Array(devices.keys)
    let changed = ids.compactMap { devices[$0] }.sorted { $0.ip < $1.ip }
    return (changed, changes?.removed.sorted() ?? [])
  }
}

/// Decides when the next update is published: soon at first, then less often.
///
/// The first devices appear at once, and a default scan of 15 s makes at most 50 updates. Pure:
/// times are durations since the scan's start.
package struct UpdatePacer: Sendable {
  /// How many updates have gone out.
  private(set) var count = 0
  /// When the change came that the next update will carry.
  private var pendingSince: Duration?
  /// When the last updates went out, oldest first; at most `perSecond` of them.
  private var recent: [Duration] = []

  /// No more than that many in any second.
  static let perSecond = 4
  /// How long a first change waits for others; a sweep's answers come within 20 ms.
  static let gathering = Duration.milliseconds(25)

  /// A pacer that has sent nothing yet.
  package init() {}

  /// Starts over: the next updates are quick again, within the limit a second.
  package mutating func beginAnew() { count = 0 }

  /// Notes that something has changed.
  package mutating func noteChange(at now: Duration) {
    if pendingSince == nil { pendingSince = now }
  }

  /// When the next update is due; `nil` if nothing has changed.
  package var due: Duration? {
    guard let pendingSince else { return nil }
    var due = pendingSince + Self.gathering
    if let last = recent.last { due = max(due, last + gap) }
    if recent.count == Self.perSecond { due = max(due, recent[0] + .seconds(1)) }
    return due
  }

  /// Notes that an update went out.
  package mutating func noteUpdate(at now: Duration) {
    count += 1
    pendingSince = nil
    recent.append(now)
    if recent.count > Self.perSecond { recent.removeFirst() }
  }

  /// The least time between two updates: 2 quick ones, 16 more at 4 a second, then fewer, so that
  /// 15 s hold 2 + 16 + 22 and the final one.
  private var gap: Duration {
    switch count {
    case ..<2: .milliseconds(40)
    case ..<18: .milliseconds(250)
    case ..<48: .milliseconds(500)
    default: .seconds(1)
    }
  }
}
