import Discovery
import Foundation
import Home
import Model
import Storage
import Wire

/// The recorded home as `homenet serve` would have kept it, in a directory of its own.
struct KeptHome {
  let data: ScratchFolder

  init() throws {
    data = try ScratchFolder()
    let file = Repository.root.appending(path: "Tests/CommandTests/Snapshots/home.jsonl")
    let recording = try Recording(parsing: String(contentsOf: file, encoding: .utf8))
    var devices: [Device] = []
    for case .finished(let result) in recording.replay() { devices = result.devices }
    var kept: [StoredDevice] = []
    for (slot, device) in devices.enumerated() {
      kept.append(
        StoredDevice(
          key: StoredDevice.Key(slot),
          identities: [device.id],
          marks: Self.marks[device.ip.description] ?? Annotations(),
          firstSeen: device.firstSeen,
          lastSeen: device.lastSeen,
          observations: recording.observations.filter { observation in
            observation.subject.map(device.addresses.contains) ?? false
          }
        )
      )
    }
    try SQLiteInventoryStore(directory: data.path).save(kept)
  }

  private static let marks = [
    "192.168.1.20": Annotations(name: "Sam’s = box", category: .gaming, note: "lent, till May"),
    "192.168.1.30": Annotations(isHidden: true),
  ]
}
