import Home
import Model
import Monitoring

/// What a store must hold: the sum of the operations that it was asked for.
struct TrialHome {
  /// What each operation changes, so that it tells which one was the last.
  struct Outline {
    var devices: [StoredDevice.Key: StoredDevice] = [:]
    var edits: [UInt64: StoredEdit] = [:]
    var heartbeat: Timestamp?
    /// What was learned of how long devices are silent, by slot.
    var silences: [Int: [UInt8]] = [:]
    /// The greatest slot of the devices whose history is to be dropped.
    var greatestForgotten: Int?
    /// Monitors with what is remembered of them, and what the alert dispatcher remembers.
    var monitors: [String: Monitor] = [:]
    var trackers: [String: [UInt8]] = [:]
    var dispatcher: [UInt8]?

    /// Whether a store that shows `stored` holds this: of what undoes merges it shows the last ones.
    func isHeld(as stored: Outline) -> Bool {
      devices == stored.devices && heartbeat == stored.heartbeat
        && lastEdits == stored.lastEdits && silences == stored.silences
        && greatestForgotten == stored.greatestForgotten && monitors == stored.monitors
        && trackers == stored.trackers && dispatcher == stored.dispatcher
    }

    /// Ascending by number.
    var lastEdits: [StoredEdit] {
      edits.sorted { $0.key < $1.key }.suffix(StoredEdit.most).map(\.value)
    }

    mutating func apply(_ operation: TrialOperation) {
      switch operation.effect {
      case .write(let kept, removing: let removed, edits: let change):
        for key in removed { remove(key) }
        for device in kept { devices[device.key] = device }
        for seq in change.dropped { edits[seq] = nil }
        if let added = change.added { edits[added.seq] = added }
      case .append(let batch):
        heartbeat = batch.time
        // Of devices that aren't there, none are kept.
        for (slot, model) in batch.silences where devices[StoredDevice.Key(slot)] != nil {
          silences[slot] = model.isEmpty ? nil : model
        }
      case .forget(let key):
        remove(key)
        greatestForgotten = Int(key)
      case .commit(let batch):
        for id in batch.removedMonitors {
          monitors[id] = nil
          trackers[id] = nil
        }
        for monitor in batch.monitors { monitors[monitor.id] = monitor }
        trackers.merge(batch.trackers) { $1 }
        dispatcher = batch.dispatcher ?? dispatcher
      }
    }

    private mutating func remove(_ key: StoredDevice.Key) {
      devices[key] = nil
      silences[Int(key)] = nil
    }
  }

  private(set) var outline = Outline()
  /// By number.
  private(set) var changes: [UInt64: HomeChange] = [:]
  /// By slot, ascending.
  private var transitions: [Int: [PresenceTransition]] = [:]
  private var versions: [Int: [ProfileVersion]] = [:]
  /// By slot and by hour.
  private(set) var samples: [Int: [Int64: [RoundTripSample]]] = [:]
  /// The slots of forgotten devices: of their history there may be anything until it is dropped.
  private(set) var forgotten: Set<Int> = []
  /// The past of monitors, and alerts.
  private(set) var monitoring = TrialMonitoring()

  /// Does what the operation does; operations come in the order of their numbers.
  mutating func apply(_ operation: TrialOperation) {
    outline.apply(operation)
    switch operation.effect {
    case .write: break
    case .append(let batch): add(batch)
    case .forget(let key): forgotten.insert(Int(key))
    case .commit(let batch): monitoring.apply(batch)
    }
  }

  private mutating func add(_ batch: HistoryBatch) {
    for change in batch.changes { changes[change.seq] = change }
    for transition in batch.transitions {
      transitions[transition.slot, default: []].append(transition)
    }
    for version in batch.versions { versions[version.slot, default: []].append(version) }
    for (slot, samples) in batch.samples {
      for sample in samples {
        let hour = HistoryTime.hourNumber(of: sample.time)
        self.samples[slot, default: [:]][hour, default: []].append(sample)
      }
    }
  }

  /// The transitions in that time, and for each device the last one before; ascending by time.
  func presence(from: Timestamp, to: Timestamp) -> [PresenceTransition] {
    let found = transitions.values.flatMap { transitions in
      let first = transitions.lastIndex { $0.since <= from } ?? transitions.startIndex
      return transitions[first...].filter { $0.since <= to }
    }
    return found.sorted { ($0.since, $0.slot) < ($1.since, $1.slot) }
  }

  /// The profiles that held at that moment, by slot.
  func profiles(at time: Timestamp) -> [Int: DeviceProfile] {
    versions.compactMapValues { versions in versions.last { $0.since <= time }?.profile }
  }

  /// What came of the checks of a device in those hours.
  func summary(of slot: Int, hours: ClosedRange<Int64>) -> RoundTripSummary {
    let held = samples[slot] ?? [:]
    return RoundTripSummary(hours.lazy.flatMap { held[$0] ?? [] }.map(\.outcome))
  }
}
