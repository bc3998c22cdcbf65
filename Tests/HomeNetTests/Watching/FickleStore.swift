import Net

@testable import HomeNet

/// A store that says no when it is told to, and counts.
final class FickleStore: InventoryStore {
  struct Contents {
    var kept: [StoredDevice.Key: StoredDevice] = [:]
    var failure: StoreError?
    var loadFailure: StoreError?
    /// The numbers that were reserved.
    var reserved: SequenceReservation?
    /// When what was saved was last seen.
    var order: [Int64] = []
    /// Called once, while something is being written.
    var whileWriting: (@Sendable () -> Void)?
  }

  let contents = Lock(Contents())

  var state: WatchStatus.StorageState { WatchStatus.StorageState(path: "/home.sqlite") }

  func load() throws(StoreError) -> [StoredDevice] {
    try contents.withLock { contents throws(StoreError) in
      if let failure = contents.loadFailure { throw failure }
      return contents.kept.values.sorted { $0.key < $1.key }
    }
  }

  func reserve(_ count: UInt64, epoch: UInt64) throws(StoreError) -> SequenceReservation {
    try contents.withLock { contents throws(StoreError) in
      if let failure = contents.failure { throw failure }
      let after = contents.reserved?.through ?? 0
      let epoch = contents.reserved?.epoch ?? epoch
      let reserved = SequenceReservation(epoch: epoch, after: after, through: after + count)
      contents.reserved = reserved
      return reserved
    }
  }

  func write(
    _ devices: [StoredDevice],
    removing keys: [StoredDevice.Key]
  ) throws(StoreError) {
    let whileWriting = contents.withLock { contents in
      defer { contents.whileWriting = nil }
      return contents.whileWriting
    }
    whileWriting?()
    try contents.withLock { contents throws(StoreError) in
      if let failure = contents.failure { throw failure }
      for key in keys { contents.kept[key] = nil }
      for device in devices {
        contents.kept[device.key] = device
        contents.order.append(device.lastSeen.milliseconds)
      }
    }
  }
}
