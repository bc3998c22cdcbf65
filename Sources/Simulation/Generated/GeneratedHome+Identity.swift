public import Home
public import Model

/// Merges, which a made-up home remembers while it lives; it has no device of two link addresses.
extension GeneratedHome {
  /// Two devices before they became one.
  struct Merge: Sendable {
    var kept: InventoryDevice
    var lost: InventoryDevice
  }

  /// Merges a device into another.
  public func merge(_ id: String, into other: String) throws(WatchError) -> IdentityChange {
    guard let lost = device(id) else { throw .noSuchDevice(id) }
    guard let kept = device(other) else {
      throw .unacceptable("there is no device with the id in into")
    }
    guard id != other else { throw .unacceptable("a device can't be merged with itself") }
    var merged = kept
    merged.marks.name = kept.marks.name ?? lost.marks.name
    merged.device.addresses += lost.device.addresses
    let seq = (merges.keys.max() ?? 0) + 1
    merges[seq] = Merge(kept: kept, lost: lost)
    update([merged], removed: [id])
    return IdentityChange(seq: seq, devices: [merged])
  }

  /// Says that nothing can be split off.
  public func split(_ id: String, off macs: [String]?) throws(WatchError) -> IdentityChange {
    guard device(id) != nil else { throw .noSuchDevice(id) }
    throw .unacceptable("only one MAC address is known of it, and a device is split by those")
  }

  /// Brings back the two devices of a merge.
  public func undo(_ seq: UInt64) throws(WatchError) -> IdentityChange {
    guard let merge = merges.removeValue(forKey: seq) else { throw .noSuchChange(seq) }
    update([merge.kept, merge.lost])
    return IdentityChange(seq: nil, devices: [merge.kept, merge.lost])
  }

  /// Proposes nothing any more.
  public func dismissProposal(of id: String) throws(WatchError) -> InventoryDevice {
    guard var proposed = device(id) else { throw .noSuchDevice(id) }
    proposed.proposal = nil
    update([proposed])
    return proposed
  }
}
