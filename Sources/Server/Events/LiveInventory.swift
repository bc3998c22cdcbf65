import Home
import Model
import Wire

/// The home as it is and as it was last told, and what lies between: a pure value.
///
/// A device is made JSON once for everybody, when it has changed.
struct LiveInventory {
  private struct Entry {
    var device: InventoryDevice
    /// As it was last told; `nil` where nobody has heard of it.
    var told: [UInt8]?
    /// As it is; `nil` where it changed since it was last written.
    var json: [UInt8]?
  }

  /// What there is to say of the server beside the home.
  struct About: Sendable {
    var version: String
    var isDemo: Bool
    var started: Timestamp
  }

  private let about: About
  private var entries: [String: Entry] = [:]
  private var untold: Set<String> = []
  private var removed: Set<String> = []
  private var toldStatus: [UInt8] = []
  private var unwritable: Set<String> = []
  /// Devices that could not be made JSON, and why, since somebody last looked.
  private var failures: [(id: String, error: any Error)] = []
  /// How the watch is.
  private(set) var status = WatchStatus()
  /// The number of the last update.
  private(set) var revision: UInt64 = 0

  init(about: About) {
    self.about = about
  }

  /// Takes over the home as it is; devices that aren't in it are gone.
  ///
  /// One that an update has overtaken on its way is of the past, and would bring that back.
  mutating func absorb(_ snapshot: InventorySnapshot) {
    guard snapshot.revision >= revision else { return }
    revision = snapshot.revision
    status = snapshot.status
    let present = Set(snapshot.devices.map(\.id))
    for id in entries.keys where !present.contains(id) { remove(id) }
    for device in snapshot.devices { absorb(device) }
  }

  /// Takes over a change; `false` where one before it is missing, and a snapshot is needed.
  mutating func absorb(_ update: InventoryUpdate) -> Bool {
    // A snapshot taken in between has been there already.
    guard update.revision > revision else { return true }
    guard update.revision == revision + 1 else { return false }
    revision = update.revision
    status = update.status
    for id in update.removed { remove(id) }
    for device in update.changed { absorb(device) }
    return true
  }

  private mutating func absorb(_ device: InventoryDevice) {
    guard var entry = entries[device.id] else {
      entries[device.id] = Entry(device: device, told: nil, json: nil)
      // Gone and come again between two tellings: told whole.
      removed.remove(device.id)
      untold.insert(device.id)
      return
    }
    guard entry.device != device else { return }
    entry.device = device
    entry.json = nil
    entries[device.id] = entry
    untold.insert(device.id)
  }

  private mutating func remove(_ id: String) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    untold.remove(id)
    unwritable.remove(id)
    if entry.told != nil { removed.insert(id) }
  }

  /// The JSON of a device as it is; `nil` where there is none, which keeps nobody else from being told.
  private mutating func json(of id: String) -> [UInt8]? {
    guard let entry = entries[id] else { return nil }
    if let json = entry.json { return json }
    do {
      let json = try JSONBytes.encode(entry.device)
      entries[id]?.json = json
      unwritable.remove(id)
      return json
    } catch {
      if unwritable.insert(id).inserted { failures.append((id, error)) }
      return nil
    }
  }

  /// Hands over which devices could not be made JSON, each once, and why.
  mutating func takeFailures() -> [(id: String, error: any Error)] {
    defer { failures = [] }
    return failures
  }

  /// What changed since it was last told, as an event's data; `nil` where nothing did.
  mutating func takeChange(now: Timestamp) throws -> [UInt8]? {
    let status = try statusJSON(now: now)
    var devices: [[UInt8]] = []
    for id in untold.sorted() {
      guard let json = json(of: id) else { continue }
      if let told = entries[id]?.told {
        if let change = JSONMembers.changes(from: told, to: json, keeping: ["id"]) {
          devices.append(change)
        }
      } else {
        devices.append(json)
      }
      entries[id]?.told = json
    }
    untold = []
    let statusChange = JSONMembers.changes(from: toldStatus, to: status, ignoring: ["now"])
    let gone = removed.sorted()
    removed = []
    guard !devices.isEmpty || !gone.isEmpty || statusChange != nil else { return nil }
    if statusChange != nil { toldStatus = status }
    var data = Array(#"{"devices":["#.utf8)
    data += devices.joined(separator: CollectionOfOne(UInt8(ascii: ",")))
    data += Array(#"],"removed":"#.utf8)
    data += try JSONBytes.encode(gone)
    data += Array(#","status":"#.utf8)
    data += statusChange ?? Array("{}".utf8)
    data.append(UInt8(ascii: "}"))
    return data
  }

  /// Keeps no JSON any more: nobody has been told anything.
  mutating func forgetTelling() {
    for id in entries.keys {
      entries[id]?.told = nil
      entries[id]?.json = nil
    }
    untold = Set(entries.keys)
    removed = []
    toldStatus = []
  }

  /// All that was told, as a snapshot's data; dated now, for clients tell the time by it.
  func snapshot(now: Timestamp) throws -> [UInt8] {
    let status = JSONMembers.replacing("now", in: toldStatus, by: try JSONBytes.encode(now))
    var data = Array(#"{"devices":["#.utf8)
    data.reserveCapacity(entries.values.reduce(1024) { $0 + ($1.told?.count ?? 0) + 1 })
    let told = entries.values.sorted { $0.device.slot < $1.device.slot }.compactMap(\.told)
    data += told.joined(separator: CollectionOfOne(UInt8(ascii: ",")))
    data += Array(#"],"status":"#.utf8)
    data += status
    data.append(UInt8(ascii: "}"))
    return data
  }

  /// The API's list of devices as they are, in the given order.
  mutating func list(_ ids: [String]) -> [UInt8] {
    var data = Array(#"{"devices":["#.utf8)
    for id in ids {
      guard let json = json(of: id) else { continue }
      if data.last == UInt8(ascii: "}") { data.append(UInt8(ascii: ",")) }
      data += json
    }
    data += Array("]}".utf8)
    return data
  }

  /// The API's status.
  func statusJSON(now: Timestamp) throws -> [UInt8] {
    try JSONBytes.encode(
      StatusJSON(about: about, now: now, status: status, devices: counts)
    )
  }

  /// How many devices there are.
  var counts: DeviceCounts {
    var counts = DeviceCounts()
    for entry in entries.values { counts.count(entry.device) }
    return counts
  }
}
