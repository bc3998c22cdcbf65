import Glibc
@testable import Home
@testable import Model
@testable import Networking

/// A store that says no when it is told to, and counts.
final class FickleStore: InventoryStore {
  struct Contents {
    var kept: [StoredDevice.Key: StoredDevice] = [:]
    var failure: StoreError?
    var loadFailure: StoreError?
    /// Why it could not be opened: it seems empty, and says so.
    var unopened: StoreError?
    /// The numbers that were reserved.
    var reserved: SequenceReservation?
    /// When what was saved was last seen.
    var order: [Int64] = []
    /// The threads that wrote.
    var threads: Set<String> = []
    /// Called once, while something is being written.
    var whileWriting: (@Sendable () -> Void)?
  }

  let contents = Lock(Contents())

  var state: WatchStatus.StorageState {
    WatchStatus.StorageState(path: "/home.sqlite", failure: contents.withLock { $0.unopened })
  }

  /// The calling thread; unlike an address, its number isn't soon another's.
  private static var thread: String {
    var name = [CChar](repeating: 0, count: 64)
    let length = readlink("/proc/thread-self", &name, name.count)
    return String(decoding: name.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

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
    let thread = Self.thread
    try contents.withLock { contents throws(StoreError) in
      contents.threads.insert(thread)
      if let failure = contents.failure { throw failure }
      for key in keys { contents.kept[key] = nil }
      for device in devices {
        contents.kept[device.key] = device
        contents.order.append(device.lastSeen.milliseconds)
      }
    }
  }
}
