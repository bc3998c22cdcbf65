import Model

/// A scan's devices as of the last picture, and the log of their changes.
struct ScanDevices: Sendable {
  private var devices: [String: Device] = [:]
  /// Its one reader never falls behind, and there is no snapshot that it could take instead.
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
