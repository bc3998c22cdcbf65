import Home
import Model
import Wire

/// What an import makes of the stored devices: which are added or changed, and what is left out.
struct InventoryImport {
  private(set) var added = 0
  private(set) var changed = 0
  /// Why something was left out, a sentence each; the first ones.
  private(set) var skipped: [String] = []
  /// The history of an export, where there was neither a device nor a history before.
  private(set) var history: HistoryBatch?
  /// The round trips of that history.
  private(set) var roundTrips: [SummedRoundTrips] = []

  private var devices: [StoredDevice.Key: StoredDevice] = [:]
  private var owners: [String: StoredDevice.Key] = [:]
  private var touched: Set<StoredDevice.Key> = []
  /// Slots up to this one are taken, if only by the history of a forgotten device.
  private var greatest: StoredDevice.Key

  private static let mostSkipped = 100
  /// The most devices: as many as an inventory has.
  private static let mostDevices = 20_000
  /// Slots of a file from here on are not believed, and neither are numbers of changes from there on.
  private static let mostSlots = StoredDevice.Key(1) << 31
  private static let mostNumbers: UInt64 = 1 << 51

  /// An import into those devices; `greatestSlot` is the greatest one that the history knows.
  init(into stored: [StoredDevice], greatestSlot: Int?) {
    greatest = max(stored.map(\.key).max() ?? -1, StoredDevice.Key(greatestSlot ?? -1))
    for device in stored {
      devices[device.key] = device
      claim(device)
    }
  }

  /// The devices that have to be stored, in order of slot.
  var written: [StoredDevice] { touched.sorted().compactMap { devices[$0] } }

  /// The number of the last change of ``history``, up to which none may be given again.
  var lastNumber: UInt64 { history?.changes.map(\.seq).max() ?? 0 }

  /// Adds a home's devices, and its history if nothing was stored before.
  mutating func add(_ export: HomeExport) {
    let isFirst = devices.isEmpty && greatest < 0
    // Slots beyond those that were taken before stay as they are.
    let before = greatest
    for device in export.devices.sorted(by: { $0.key < $1.key }) {
      guard let id = device.identities.first else {
        skip("a device without identities")
        continue
      }
      if let known = owner(of: device) {
        mark(known, with: device.marks, id)
      } else if let marks = acceptable(device.marks, id) {
        var added = device
        added.marks = marks
        // Elsewhere the slots are those of other devices.
        if !isFirst || !device.ties.former.allSatisfy({ (0..<Self.mostSlots).contains($0.slot) }) {
          added.ties = DeviceTies(joined: device.ties.joined)
        }
        let isFree =
          device.key > before && device.key < Self.mostSlots && devices[device.key] == nil
        if !isFree { added.key = greatest + 1 }
        append(added)
      }
    }
    guard export.hasHistory else { return }
    if !isFirst {
      skip("the history: it is imported only where nothing is stored yet")
    } else if !Self.isCredible(export) {
      skip("the history: it has numbers that homenet never gives")
    } else {
      history = export.batch
      roundTrips = export.roundTrips
    }
  }

  /// Whether numbers can go on after those of the history.
  private static func isCredible(_ export: HomeExport) -> Bool {
    let slots = 0..<Int(mostSlots)
    let areChanges = export.changes.allSatisfy { change in
      change.seq < mostNumbers && (change.slot.map { slots.contains($0) } ?? true)
    }
    return areChanges && export.presence.allSatisfy { slots.contains($0.slot) }
      && export.profiles.allSatisfy { slots.contains($0.slot) }
      && export.roundTrips.allSatisfy { slots.contains($0.slot) }
  }

  /// Adds the devices of another program's list, which were never seen here.
  mutating func add(_ list: DeviceList, now: Timestamp) {
    for line in list.skipped { skip("line \(line): no MAC address of a device") }
    for listed in list.devices {
      let id = "mac-" + listed.mac.description.filter { $0 != ":" }
      let marks = listed.completing(Annotations())
      if let known = owners[id] {
        mark(known, with: marks, "\(listed.mac)")
      } else if let marks = acceptable(marks, "\(listed.mac)") {
        append(
          StoredDevice(
            key: greatest + 1,
            identities: [id],
            marks: marks,
            firstSeen: now,
            lastSeen: .never
          )
        )
      }
    }
  }

  /// The stored device with one of its lasting identities; where it has none, with any.
  private func owner(of device: StoredDevice) -> StoredDevice.Key? {
    let lasting = device.identities.filter { $0.hasPrefix("mac-") || $0.hasPrefix("id-") }
    return (lasting.isEmpty ? device.identities : lasting).lazy.compactMap { owners[$0] }.first
  }

  private mutating func append(_ device: StoredDevice) {
    guard devices.count < Self.mostDevices else {
      skip("\(device.identities.first ?? "a device"): there are too many")
      return
    }
    greatest = max(greatest, device.key)
    devices[device.key] = device
    claim(device)
    touched.insert(device.key)
    added += 1
  }

  private mutating func claim(_ device: StoredDevice) {
    for identity in device.identities where owners[identity] == nil {
      owners[identity] = device.key
    }
  }

  /// Gives a stored device the words of the file where the user has said nothing.
  private mutating func mark(
    _ key: StoredDevice.Key,
    with words: Annotations,
    _ place: String
  ) {
    guard var device = devices[key], let words = acceptable(words, place) else { return }
    var marks = device.marks
    marks.name = marks.name ?? words.name
    marks.category = marks.category ?? words.category
    marks.note = marks.note ?? words.note
    marks.isHidden = marks.isHidden || words.isHidden
    guard marks != device.marks else { return }
    device.marks = marks
    devices[key] = device
    if touched.insert(key).inserted { changed += 1 }
  }

  /// The marks as a user could have given them; `nil`, and noted, where none could.
  private mutating func acceptable(_ marks: Annotations, _ place: String) -> Annotations? {
    let change = MarkChange(
      name: .some(marks.name),
      category: .some(marks.category),
      note: .some(marks.note),
      isHidden: marks.isHidden
    )
    do throws(WatchError) {
      return try Annotations().changed(by: change)
    } catch {
      if case .unacceptable(let why) = error { skip("\(place): \(why)") }
      return nil
    }
  }

  private mutating func skip(_ words: String) {
    if skipped.count < Self.mostSkipped { skipped.append(words) }
  }
}
