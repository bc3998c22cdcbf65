import Model

/// The devices as they were last told to somebody, to tell only what changed since.
struct ToldDevices: Sendable {
  private var told: [String: Device] = [:]

  /// Takes the devices as they are now; returns those that are new or differ, and the ids gone.
  mutating func update(to devices: [Device]) -> (changed: [Device], removed: [String]) {
    var changed: [Device] = []
    var gone = told
    for device in devices {
      if gone.removeValue(forKey: device.id) == device { continue }
      changed.append(device)
      told[device.id] = device
    }
    for id in gone.keys { told[id] = nil }
    return (changed, gone.keys.sorted())
  }
}
