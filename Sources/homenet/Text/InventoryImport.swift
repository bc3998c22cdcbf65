import Home
import Model
import Wire

/// What an import makes of the stored devices: which are added or changed, and what is left out.
struct InventoryImport {
  private(set) var added = 0
  private(set) var changed = 0
  /// The history of an export, where there was neither a device nor a history before.
  private(set) var history: HistoryBatch?
  /// The round trips of that history.
  private(set) var roundTrips: [SummedRoundTrips] = []

  private var problems = ImportProblems()
  /// The devices that there was no room for.
  private var crowdedOut = 0
  private var devices: [StoredDevice.Key: StoredDevice] = [:]
  private var neverSeen = 0
  /// The devices with an identity: clients of a repeater share its MAC, clones an identifier.
  private var owners: [String: [StoredDevice.Key]] = [:]
  private var touched: Set<StoredDevice.Key> = []
  /// Slots up to this one are taken, if only by the history of a forgotten device, or by an entry that was
  /// merged into another and comes back when that is undone.
  private var greatest: StoredDevice.Key

  /// The most devices that an import leaves: an inventory has 20,000, and the home's own need room, too.
  static let mostDevices = 16_000
  /// The most of them that were never seen: more than a list of a home's devices has, and few enough
  /// that nobody waits for them at each start.
  static let mostNeverSeen = 4000
  /// As many devices with one identity are told apart; a forged file can have any number.
  private static let mostOwners = 64
  /// Slots of a file from here on are not believed, and neither are numbers of changes from there on.
  private static let mostSlots = StoredDevice.Key(1) << 31
  private static let mostNumbers: UInt64 = 1 << 51

  /// An import into those devices; `greatestSlot` is the greatest one that the history knows.
  init(into stored: [StoredDevice], greatestSlot: Int?) {
    let former = stored.flatMap(\.ties.parts).filter {
      (0..<Self.mostSlots).contains($0)
    }
    greatest = max(
      stored.map(\.key).max() ?? -1,
      StoredDevice.Key(greatestSlot ?? -1),
      former.max() ?? -1
    )
    for device in stored {
      devices[device.key] = device
      if !device.wasSeen { neverSeen += 1 }
      claim(device)
    }
    // Of a device with many link addresses the oldest are known by what was merged into it alone.
    for device in stored {
      for id in device.ties.former.compactMap(\.id) where owners[id] == nil {
        owners[id] = [device.key]
      }
    }
  }

  /// What of the file is not used, or not as it stands there, a sentence each; of many that are alike the
  /// first ones.
  var skipped: [String] {
    guard crowdedOut > 0 else { return problems.sentences }
    let devices = crowdedOut == 1 ? "1 device is" : "\(crowdedOut) devices are"
    return problems.sentences + [
      "\(devices) left out: there is room for \(Self.mostDevices), \(Self.mostNeverSeen) of them never seen"
    ]
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
    // Those of the file are as many devices, whatever they share.
    let stored = owners
    var ofFile: [[String]: StoredDevice.Key] = [:]
    var left: Set<Int> = []
    var areSlotsCredible = true
    for exported in export.devices.sorted(by: { $0.key < $1.key }) {
      var device = exported
      device.dropIdentities(where: { !Self.isIdentity($0) })
      guard let id = device.identities.first else {
        problems.add(
          "it has no identity that homenet gives",
          of: "devices without an identity that homenet gives",
          at: "slot \(exported.key)"
        )
        left.insert(Int(exported.key))
        continue
      }
      if device.identities.count < exported.identities.count {
        problems.add("some of its identities are none that homenet gives", at: id)
      }
      if let known = ofFile[device.identities] ?? owner(of: device, among: stored) {
        mark(known, with: acceptable(device.marks, id))
        continue
      }
      device.marks = acceptable(device.marks, id)
      // Elsewhere the slots are those of other devices.
      if !isFirst || !device.ties.parts.allSatisfy({ (0..<Self.mostSlots).contains($0) }) {
        device.ties = DeviceTies(joined: device.ties.joined)
      }
      if !(0..<Self.mostSlots).contains(device.key) {
        problems.add("its slot is none that homenet gives; it gets another", at: id)
        areSlotsCredible = false
      }
      let slot = Int(device.key)
      let isFree = device.key > before && device.key < Self.mostSlots && devices[device.key] == nil
      if !isFree {
        if isFirst { areSlotsCredible = false }
        device.key = greatest + 1
      }
      if append(device) { ofFile[device.identities] = device.key } else { left.insert(slot) }
    }
    guard export.hasHistory else { return }
    if !isFirst {
      problems.add("the history: it is imported only where nothing is stored yet")
    } else if !areSlotsCredible || !Self.isCredible(export) {
      problems.add("the history: it has numbers that homenet never gives")
    } else {
      take(export, without: left)
    }
  }

  /// Takes over a history, but what is of devices that are left out, or of none that the file names.
  private mutating func take(_ export: HomeExport, without left: Set<Int>) {
    var export = export
    export.changes.removeAll { $0.slot.map(left.contains) ?? false }
    export.profiles.removeAll { left.contains($0.slot) }
    // A device that is gone has a profile or a change still; one that was merged may have neither, since
    // those are kept for a shorter time than its presence.
    let former = devices.values.flatMap(\.ties.parts).compactMap { Int(exactly: $0) }
    let known = Set(devices.keys.map { Int($0) }).union(former).union(export.profiles.map(\.slot))
      .union(export.changes.compactMap(\.slot))
    let unknown = Set(export.presence.map(\.slot)).union(export.roundTrips.map(\.slot))
      .subtracting(known).subtracting(left)
    if !unknown.isEmpty {
      let slots = unknown.count == 1 ? "1 slot" : "\(unknown.count) slots"
      problems.add("the presence in \(slots) that no device of the file has or had")
    }
    export.presence.removeAll { !known.contains($0.slot) }
    export.roundTrips.removeAll { !known.contains($0.slot) }
    history = export.batch
    roundTrips = export.roundTrips
  }

  /// Whether a text is an identity as homenet gives them.
  private static func isIdentity(_ text: String) -> Bool {
    guard text.utf8.count <= 120, let end = text.firstIndex(of: "-") else { return false }
    let value = text[text.index(after: end)...]
    switch text[..<end] {
    case "mac":
      guard let mac = MACAddress(String(value)), mac.isUsable else { return false }
      return mac.description.filter { $0 != ":" } == value
    case "id", "name", "ip", "slot":
      return !value.isEmpty
        && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !marks.contains($0) }
    default: return false
    }
  }

  /// What stands in no identity: marks that mean something in markup, in shells or in quotes.
  private static let marks = Set("<>&\"'`$\\/;".utf8)

  /// Whether numbers can go on after those of the history.
  private static func isCredible(_ export: HomeExport) -> Bool {
    let slots = 0..<Int(mostSlots)
    let areChanges = export.changes.allSatisfy { change in
      change.seq < mostNumbers && (change.slot.map { slots.contains($0) } ?? true)
    }
    return areChanges && export.presence.allSatisfy { slots.contains($0.slot) }
      && export.profiles.allSatisfy { slots.contains($0.slot) }
      && export.roundTrips.allSatisfy { slots.contains($0.slot) && isCredible($0.point) }
  }

  /// Whether counts of checks can be added up; there are some hundred in a day.
  private static func isCredible(_ point: SamplePoint) -> Bool {
    let counts = 0..<Int(mostSlots)
    return counts.contains(point.n) && counts.contains(point.unknown)
      && point.lost >= 0 && point.lost <= point.n
  }

  /// Adds the devices of another program's list, which were never seen here.
  mutating func add(_ list: DeviceList, now: Timestamp) {
    if list.isWindows1252 { problems.add("it is no UTF-8, and is read as Windows-1252 (Latin-1)") }
    for problem in list.problems {
      problems.add(problem.words, of: problem.topic, at: "line \(problem.line)")
    }
    for (line, listed) in zip(list.lines, list.devices) {
      let id = "mac-" + listed.mac.description.filter { $0 != ":" }
      let marks = acceptable(listed.completing(Annotations()), "line \(line)")
      if let known = owners[id]?.first {
        mark(known, with: marks)
      } else {
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

  /// The device with one of its lasting identities; where it has none, with any.
  ///
  /// Of several it is the one that shares most with it.
  private func owner(
    of device: StoredDevice,
    among owners: [String: [StoredDevice.Key]]
  ) -> StoredDevice.Key? {
    let lasting = device.identities.filter { $0.hasPrefix("mac-") || $0.hasPrefix("id-") }
    let own = Set(device.identities)
    func shared(_ other: StoredDevice) -> Int { own.intersection(other.identities).count }
    for identity in lasting.isEmpty ? device.identities : lasting {
      let known = (owners[identity] ?? []).compactMap { devices[$0] }
        .filter { !$0.hasOtherMACs(than: device) }
      let best = known.max { (shared($0), $1.key) < (shared($1), $0.key) }
      if let best { return best.key }
    }
    return nil
  }

  /// Adds a device; returns whether there was room for it.
  @discardableResult
  private mutating func append(_ device: StoredDevice) -> Bool {
    guard devices.count < Self.mostDevices, device.wasSeen || neverSeen < Self.mostNeverSeen else {
      crowdedOut += 1
      return false
    }
    if !device.wasSeen { neverSeen += 1 }
    greatest = max(greatest, device.key)
    devices[device.key] = device
    claim(device)
    touched.insert(device.key)
    added += 1
    return true
  }

  private mutating func claim(_ device: StoredDevice) {
    for identity in device.identities where owners[identity, default: []].count < Self.mostOwners {
      owners[identity, default: []].append(device.key)
    }
  }

  /// Gives a stored device the words of the file where the user has said nothing.
  private mutating func mark(_ key: StoredDevice.Key, with words: Annotations) {
    guard var device = devices[key] else { return }
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

  /// The marks as a user could have given them, each by itself; what none could have is noted.
  private mutating func acceptable(_ marks: Annotations, _ place: String) -> Annotations {
    let parts = [
      MarkChange(name: .some(marks.name)), MarkChange(category: .some(marks.category)),
      MarkChange(note: .some(marks.note)), MarkChange(isHidden: marks.isHidden),
    ]
    var usable = Annotations()
    for part in parts {
      do throws(WatchError) {
        usable = try usable.changed(by: part)
      } catch {
        if case .unacceptable(let why) = error { problems.add(why, at: place) }
      }
    }
    return usable
  }
}

extension StoredDevice {
  /// Whether both have MAC addresses that their makers gave them, and none in common: two of one model
  /// can have one key or identifier.
  fileprivate func hasOtherMACs(than other: StoredDevice) -> Bool {
    let (own, others) = (makersMACs, other.makersMACs)
    return !own.isEmpty && !others.isEmpty && own.isDisjoint(with: others)
  }

  private var makersMACs: Set<String> {
    Set(
      identities.filter { identity in
        guard identity.hasPrefix("mac-"), let mac = MACAddress(String(identity.dropFirst(4)))
        else { return false }
        return !mac.isLocallyAdministered
      }
    )
  }

  /// Drops its identities, and those of what it was merged with, for which that is true.
  fileprivate mutating func dropIdentities(where isWrong: (String) -> Bool) {
    identities.removeAll(where: isWrong)
    guard ties.joined.contains(where: isWrong) else { return }
    ties = DeviceTies(
      joined: ties.joined.filter { !isWrong($0) },
      former: ties.former,
      distinct: ties.distinct,
      earlier: ties.earlier
    )
  }
}
