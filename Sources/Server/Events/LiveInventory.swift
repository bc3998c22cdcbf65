import Model
import Home

/// The home as it was last sent to the clients, a reader of the change log.
///
/// It makes of every update an event with what differs from what was sent. A pure value: a device is
/// encoded once for all clients, when it has changed.
struct LiveInventory {
  private struct Published {
    var device: InventoryDevice
    var json: [UInt8]
  }

  /// What there is to say of the server beside the home.
  struct About: Sendable {
    var version: String
    var isDemo: Bool
    var started: Timestamp
  }

  private let about: About
  private var published: [String: Published] = [:]
  private var publishedStatus: [UInt8] = []
  private var unwritable: Set<String> = []
  /// Devices that could not be encoded, and why, since they were last taken.
  private var failures: [(id: String, error: any Error)] = []
  /// The last change that was published; `nil` while nothing is.
  private(set) var cursor: ChangeCursor?

  init(about: About) {
    self.about = about
  }

  /// Takes an update that goes on from ``cursor``; returns the data of an event with what differs from
  /// what was published before, `nil` where nothing does.
  mutating func publish(_ update: InventoryUpdate, now: Timestamp) throws -> [UInt8]? {
    cursor = update.cursor
    var removed = Set(update.removed)
    if update.isSnapshot {
      removed = Set(published.keys).subtracting(update.changed.lazy.map(\.id))
    }
    let gone = removed.filter { published.removeValue(forKey: $0) != nil }.sorted()
    unwritable.subtract(removed)
    var devices: [[UInt8]] = []
    for device in update.changed {
      guard published[device.id]?.device != device, let json = json(of: device) else { continue }
      let before = published.updateValue(Published(device: device, json: json), forKey: device.id)
      guard let before else {
        devices.append(json)
        continue
      }
      if let change = JSONMembers.changes(from: before.json, to: json, keeping: ["id"]) {
        devices.append(change)
      }
    }
    let status = try statusJSON(
      update.status,
      counting: published.values.lazy.map(\.device),
      now: now
    )
    let change = JSONMembers.changes(from: publishedStatus, to: status, ignoring: ["now"])
    guard !devices.isEmpty || !gone.isEmpty || change != nil else { return nil }
    if change != nil { publishedStatus = status }
    var data = Array(#"{"devices":["#.utf8)
    data += devices.joined(separator: CollectionOfOne(UInt8(ascii: ",")))
    data += Array(#"],"removed":"#.utf8)
    data += try JSONBytes.encode(gone)
    data += Array(#","status":"#.utf8)
    data += change ?? Array("{}".utf8)
    data.append(UInt8(ascii: "}"))
    return data
  }

  /// Forgets all that was published; the next update has to be a snapshot.
  mutating func clear() { self = LiveInventory(about: about) }

  /// All that was published, as a snapshot's data; dated now, for clients tell the time by it.
  func snapshot(now: Timestamp) throws -> [UInt8] {
    let status = JSONMembers.replacing("now", in: publishedStatus, by: try JSONBytes.encode(now))
    var data = Array(#"{"devices":["#.utf8)
    data.reserveCapacity(published.values.reduce(1024) { $0 + $1.json.count + 1 })
    let devices = published.values.sorted { $0.device.slot < $1.device.slot }.map(\.json)
    data += devices.joined(separator: CollectionOfOne(UInt8(ascii: ",")))
    data += Array(#"],"status":"#.utf8)
    data += status
    data.append(UInt8(ascii: "}"))
    return data
  }

  /// The API's list of those devices; what was published as it is now is not encoded again.
  mutating func list(_ devices: [InventoryDevice]) -> [UInt8] {
    var data = Array(#"{"devices":["#.utf8)
    for device in devices {
      let known = published[device.id].flatMap { $0.device == device ? $0.json : nil }
      guard let json = known ?? json(of: device) else { continue }
      if data.last == UInt8(ascii: "}") { data.append(UInt8(ascii: ",")) }
      data += json
    }
    data += Array("]}".utf8)
    return data
  }

  /// The API's status of a home of those devices.
  func statusJSON(
    _ status: WatchStatus,
    counting devices: some Sequence<InventoryDevice>,
    now: Timestamp
  ) throws -> [UInt8] {
    try JSONBytes.encode(
      StatusJSON(about: about, now: now, status: status, devices: DeviceCounts(devices))
    )
  }

  /// The JSON of a device; `nil` where it can't be encoded, which keeps no other from being sent.
  private mutating func json(of device: InventoryDevice) -> [UInt8]? {
    do {
      let json = try JSONBytes.encode(device)
      unwritable.remove(device.id)
      return json
    } catch {
      if unwritable.insert(device.id).inserted { failures.append((device.id, error)) }
      return nil
    }
  }

  /// Hands over which devices could not be encoded, each once, and why.
  mutating func takeFailures() -> [(id: String, error: any Error)] {
    defer { failures = [] }
    return failures
  }
}
