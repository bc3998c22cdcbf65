import Home
import Model
import Wire

/// The home as it is, as it was last published to subscribers, and the difference: a pure value.
///
/// A device is encoded as JSON once for all subscribers, when it has changed.
struct LiveInventory {
  private struct Entry {
    var device: InventoryDevice
    /// As it was last published; `nil` where it wasn't yet.
    var published: [UInt8]?
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
  private var pending: Set<String> = []
  private var removed: Set<String> = []
  private var publishedStatus: [UInt8] = []
  private var unencodable: Set<String> = []
  /// Devices that could not be encoded, and why, since ``takeFailures()``.
  private var failures: [(id: String, error: any Error)] = []
  /// How the watch is.
  private(set) var status = WatchStatus()
  /// The number of the last update.
  private(set) var revision: UInt64 = 0

  init(about: About) {
    self.about = about
  }

  /// Takes over a snapshot of the home; devices that aren't in it are removed.
  ///
  /// A snapshot older than the last update is ignored.
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
    // A snapshot that already held it was taken in between.
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
      entries[device.id] = Entry(device: device, published: nil, json: nil)
      // Removed and added again between two events: published whole.
      removed.remove(device.id)
      pending.insert(device.id)
      return
    }
    guard entry.device != device else { return }
    entry.device = device
    entry.json = nil
    entries[device.id] = entry
    pending.insert(device.id)
  }

  private mutating func remove(_ id: String) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    pending.remove(id)
    unencodable.remove(id)
    if entry.published != nil { removed.insert(id) }
  }

  /// The JSON of a device as it is; `nil` where it can't be encoded, which doesn't hold up the others.
  private mutating func json(of id: String) -> [UInt8]? {
    guard let entry = entries[id] else { return nil }
    if let json = entry.json { return json }
    do {
      let json = try JSONBytes.encode(entry.device)
      entries[id]?.json = json
      unencodable.remove(id)
      return json
    } catch {
      if unencodable.insert(id).inserted { failures.append((id, error)) }
      return nil
    }
  }

  /// Removes and returns the devices that could not be encoded, each once, and why.
  mutating func takeFailures() -> [(id: String, error: any Error)] {
    defer { failures = [] }
    return failures
  }

  /// What changed since it was last published, as an event's data; `nil` where nothing did.
  mutating func takeChange(now: Timestamp) throws -> [UInt8]? {
    let status = try statusJSON(now: now)
    var devices: [[UInt8]] = []
    for id in pending.sorted() {
      guard let json = json(of: id) else { continue }
      if let published = entries[id]?.published {
        if let change = JSONMembers.changes(from: published, to: json, keeping: ["id"]) {
          devices.append(change)
        }
      } else {
        devices.append(json)
      }
      entries[id]?.published = json
    }
    pending = []
    let statusChange = JSONMembers.changes(from: publishedStatus, to: status, ignoring: ["now"])
    let gone = removed.sorted()
    removed = []
    guard !devices.isEmpty || !gone.isEmpty || statusChange != nil else { return nil }
    if statusChange != nil { publishedStatus = status }
    var data = Array(#"{"devices":["#.utf8)
    data += devices.joined(separator: CollectionOfOne(UInt8(ascii: ",")))
    data += Array(#"],"removed":"#.utf8)
    data += try JSONBytes.encode(gone)
    data += Array(#","status":"#.utf8)
    data += statusChange ?? Array("{}".utf8)
    data.append(UInt8(ascii: "}"))
    return data
  }

  /// Drops all JSON: nothing is published.
  mutating func forgetPublished() {
    for id in entries.keys {
      entries[id]?.published = nil
      entries[id]?.json = nil
    }
    pending = Set(entries.keys)
    removed = []
    publishedStatus = []
  }

  /// All that was published, as a snapshot's data; dated now, since clients set their clocks by it.
  func snapshot(now: Timestamp) throws -> [UInt8] {
    let status = JSONMembers.replacing("now", in: publishedStatus, by: try JSONBytes.encode(now))
    var data = Array(#"{"devices":["#.utf8)
    data.reserveCapacity(entries.values.reduce(1024) { $0 + ($1.published?.count ?? 0) + 1 })
    let published = entries.values.sorted { $0.device.slot < $1.device.slot }.compactMap(
      \.published
    )
    data += published.joined(separator: CollectionOfOne(UInt8(ascii: ",")))
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
