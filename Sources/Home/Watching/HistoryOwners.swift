import Model
import Wire

/// Whose history the slots' is today: an entry that was merged into a device left its history under its
/// own slot, and that is the device's as long as they are one.
public struct HistoryOwners: Hashable, Sendable {
  /// The id of the device that a slot's history belongs to.
  public private(set) var ids: [Int: String] = [:]
  private var formers: [Int: Set<Int>] = [:]
  /// The slots of the devices that merged entries became part of, by the slots of those.
  private var keepers: [Int: Int] = [:]
  /// The slots of the devices that have or had an id.
  private var holders: [String: Set<Int>] = [:]

  /// The owners by what is stored of the devices.
  public init(_ stored: [StoredDevice]) {
    let own = Set(stored.map(\.key))
    for device in stored {
      let slot = Int(clamping: device.key)
      ids[slot] = device.identities.first
      for identity in device.identities { holders[identity, default: []].insert(slot) }
    }
    for device in stored {
      let slot = Int(clamping: device.key)
      // An entry that was split off again has its history to itself.
      for former in device.ties.former where !own.contains(former.slot) {
        guard let part = Int(exactly: former.slot) else { continue }
        formers[slot, default: []].insert(part)
        keepers[part] = slot
        ids[part] = device.identities.first
        guard let id = former.id, holders[id] == nil else { continue }
        holders[id] = [slot]
      }
    }
  }

  /// The slots whose history is that of the device in that slot, its own among them.
  public func slots(of slot: Int) -> Set<Int> { (formers[slot] ?? []).union([slot]) }

  /// The slots whose history is that of the device that has the slot's today.
  public func slots(with slot: Int) -> Set<Int> { slots(of: keepers[slot] ?? slot) }

  /// The slot of the only device that has or had that id or MAC.
  public func slot(of text: String) -> Int? {
    let mac = MACAddress(text).map(InventoryEntry.identity(of:))
    guard let found = holders[text] ?? mac.flatMap({ holders[$0] }), found.count == 1 else {
      return nil
    }
    return found.first
  }
}
