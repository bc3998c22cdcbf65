public import Home
public import Model
import Wire

/// Merges and splits, which a made-up home remembers while it lives; only a device that was merged has two
/// link addresses.
extension GeneratedHome {
  /// Two devices that became one, or are two again.
  struct Merge: Sendable {
    var kept: InventoryDevice
    var lost: InventoryDevice
    /// Whether they were split, which is undone by merging them.
    var isSplit = false

    /// Both as one.
    var whole: InventoryDevice {
      var merged = kept
      merged.marks.name = kept.marks.name ?? lost.marks.name
      merged.device.addresses += lost.device.addresses
      return merged
    }
  }

  /// The merges that a device is of, in order.
  private func parts(of id: String) -> [(seq: UInt64, merge: Merge)] {
    merges.filter { !$0.value.isSplit && $0.value.kept.id == id }.sorted { $0.key < $1.key }
      .map { (seq: $0.key, merge: $0.value) }
  }

  /// Merges a device into another.
  public func merge(_ id: String, into other: String) throws(WatchError) -> IdentityChange {
    guard let lost = device(id) else { throw .noSuchDevice(id) }
    guard let kept = device(other) else {
      throw .unacceptable("there is no device with the id in into")
    }
    guard id != other else { throw .unacceptable("a device can't be merged with itself") }
    let merge = Merge(kept: kept, lost: lost)
    let seq = (merges.keys.max() ?? 0) + 1
    merges[seq] = merge
    update([merge.whole], removed: [id])
    return IdentityChange(seq: seq, devices: [merge.whole])
  }

  /// Its own link address, and those of the devices that became a part of it.
  public func macs(of id: String) -> [KnownMAC] {
    guard let own = device(id) else { return [] }
    let whole = [own] + parts(of: id).map { $0.merge.lost }
    return whole.enumerated().compactMap { index, part in
      part.device.evidence.mac.map {
        KnownMAC($0, addresses: [part.device.ip], isShown: index == 0)
      }
    }
  }

  /// Splits off again what was merged.
  public func split(_ id: String, off macs: [String]?) throws(WatchError) -> IdentityChange {
    guard device(id) != nil else { throw .noSuchDevice(id) }
    let own = parts(of: id)
    guard !own.isEmpty else {
      throw .unacceptable("only one MAC address is known of it, and a device is split by those")
    }
    let found = own.first { one in
      guard let macs else { return own.count == 1 }
      return macs.count == 1 && macs.first == one.merge.lost.device.evidence.mac?.description
    }
    guard let found else {
      throw .unacceptable("macs has to name some of its MAC addresses, and not all of them")
    }
    let seq = (merges.keys.max() ?? 0) + 1
    merges[found.seq] = nil
    var split = found.merge
    split.isSplit = true
    merges[seq] = split
    update([split.kept, split.lost])
    return IdentityChange(seq: seq, devices: [split.kept, split.lost])
  }

  /// Brings back the two devices of a merge, or the one of a split.
  public func undo(_ seq: UInt64) throws(WatchError) -> IdentityChange {
    guard var merge = merges.removeValue(forKey: seq) else { throw .noSuchChange(seq) }
    guard merge.isSplit else {
      update([merge.kept, merge.lost])
      return IdentityChange(seq: nil, devices: [merge.kept, merge.lost])
    }
    // It is merged, and can be split again.
    merge.isSplit = false
    merges[seq + 1] = merge
    update([merge.whole], removed: [merge.lost.id])
    return IdentityChange(seq: nil, devices: [merge.whole])
  }

  /// Proposes nothing any more.
  public func dismissProposal(of id: String) throws(WatchError) -> InventoryDevice {
    guard var proposed = device(id) else { throw .noSuchDevice(id) }
    proposed.proposal = nil
    update([proposed])
    return proposed
  }
}
