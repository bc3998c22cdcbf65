import Home
import Model

/// The last state sent to event clients; turns each update into an event with the difference.
struct LiveInventory {
  private struct Published {
    var device: InventoryDevice
    var json: [UInt8]
  }

  /// The server's own part of the status.
  struct About: Sendable {
    var version: String
    var isDemo: Bool
    var started: Timestamp
  }

  private let about: About
  private var published: [String: Published] = [:]
  private var publishedStatus: [UInt8] = []
  private var unwritable: Set<String> = []
  /// Devices that could not be encoded, with the errors, since ``takeFailures()``.
  private var failures: [(id: String, error: any Error)] = []
  /// The last published change; `nil` while nothing is published.
  private(set) var cursor: ChangeCursor?

  init(about: About) {
    self.about = about
  }

  /// Takes an update that follows ``cursor``; returns the event's data, the difference to the last
  /// published state, `nil` if there is none.
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
      let change =
        before.map { JSONMembers.changes(from: $0.json, to: json, keeping: ["id"]) } ?? json
      if let change { devices.append(change) }
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

  /// Drops the published state; the next update has to be a snapshot.
  mutating func clear() { self = LiveInventory(about: about) }

  /// The published state as a snapshot's data; `now` sets the clients' clocks.
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

  /// The API's list of those devices; reuses the JSON of published ones that haven't changed.
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

  /// The API's status, with counts of those devices.
  func statusJSON(
    _ status: WatchStatus,
    counting devices: some Sequence<InventoryDevice>,
    now: Timestamp
  ) throws -> [UInt8] {
    try JSONBytes.encode(
      StatusJSON(about: about, now: now, status: status, devices: DeviceCounts(devices))
    )
  }

  /// The JSON of a device; `nil`, and noted in ``failures``, if it can't be encoded.
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

  /// Returns and clears the devices that could not be encoded, each once.
  mutating func takeFailures() -> [(id: String, error: any Error)] {
    defer { failures = [] }
    return failures
  }
}

/// Iterates over the members of a JSON object that ``JSONBytes`` wrote, without decoding: keys are sorted
/// and there is no whitespace.
struct JSONMembers: Sequence, IteratorProtocol {
  /// A key with its quotes, and a value, both as JSON.
  typealias Member = (key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)

  private let bytes: [UInt8]
  private var index: Int

  /// The members of that object; none for any other value.
  init(of object: [UInt8]) {
    bytes = object
    index = object.first == UInt8(ascii: "{") ? 1 : object.count
  }

  mutating func next() -> Member? {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
    let start = index
    skipString()
    let key = bytes[start..<index]
    guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return nil }
    index += 1
    let value = index
    skipValue()
    defer { index += 1 }
    return (key, bytes[value..<index])
  }

  /// Skips to the comma or brace that ends the value.
  private mutating func skipValue() {
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        return
      default:
        break
      }
      index += 1
    }
  }

  private mutating func skipString() {
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = Swift.min(index + 1, bytes.count)
  }

  /// The object with the member's value replaced; unchanged if it has no such member.
  static func replacing(_ name: String, in object: [UInt8], by value: [UInt8]) -> [UInt8] {
    let key = Array("\"\(name)\"".utf8)
    for member in JSONMembers(of: object) where member.key.elementsEqual(key) {
      return object[..<member.value.startIndex] + value + object[member.value.endIndex...]
    }
    return object
  }

  /// The diff: an object of the members of `new` that differ from `old`, and of those with kept keys;
  /// `nil` where none but ignored members differ.
  static func changes(
    from old: [UInt8],
    to new: [UInt8],
    keeping kept: Set<String> = [],
    ignoring ignored: Set<String> = []
  ) -> [UInt8]? {
    guard old != new else { return nil }
    var before: [ArraySlice<UInt8>: ArraySlice<UInt8>] = [:]
    for member in JSONMembers(of: old) { before[member.key] = member.value }
    var object: [UInt8] = []
    var isChanged = false
    for member in JSONMembers(of: new) {
      let name = String(decoding: member.key.dropFirst().dropLast(), as: UTF8.self)
      let differs = before[member.key] != member.value
      isChanged = isChanged || (differs && !ignored.contains(name))
      guard differs || kept.contains(name) else { continue }
      object.append(object.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
      object += member.key
      object.append(UInt8(ascii: ":"))
      object += member.value
    }
    guard isChanged else { return nil }
    object.append(UInt8(ascii: "}"))
    return object
  }
}
