import GRDB
import Home
import Model
import Testing
@testable import Storage

@Suite struct `What is stored of silences` {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static func batch(_ silences: [Int: [UInt8]]) -> HistoryBatch {
    var batch = HistoryBatch(time: .hour(1))
    batch.silences = silences
    return batch
  }

  @Test func `is the last that was learned of a device, as long as it is kept`() throws {
    let (phone, printer) = (Int(StoredDevice.phone.key), Int(StoredDevice.printer.key))
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      try store.save([.phone, .printer])
      try store.append(Self.batch([phone: [1, 2], printer: [3]]))
      try store.append(Self.batch([phone: [4, 5, 6]]))
    }
    let store = try SQLiteInventoryStore(directory: folder.path)
    #expect(try store.silences() == [phone: [4, 5, 6], printer: [3]])
    #expect(try SQLiteHistoryReader(directory: folder.path).silences() == store.silences())
    try store.append(Self.batch([printer: []]))
    #expect(try store.silences() == [phone: [4, 5, 6]])
    // Storing a device again keeps it, forgetting it does not.
    try store.save([.phone])
    #expect(try store.silences() == [phone: [4, 5, 6]])
    try store.remove([StoredDevice.phone.key])
    #expect(try store.silences().isEmpty)
  }

  @Test func `is nothing of devices that are not stored, and nothing that is too long`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save([.phone])
    let phone = Int(StoredDevice.phone.key)
    try store.append(Self.batch([phone: [1], 99: [1]]))
    #expect(try store.silences() == [phone: [1]])
    #expect(try store.lastHeartbeat() == .hour(1))
    try store.append(Self.batch([phone: [UInt8](repeating: 1, count: 257)]))
    #expect(try store.silences().isEmpty)
    try store.queue.write { database in
      try database.execute(
        sql: "INSERT INTO silence VALUES (?, zeroblob(1000000))",
        arguments: [phone]
      )
    }
    #expect(try store.silences().isEmpty)
  }

  @Test func `is nothing in a file of an earlier version, until that is opened`() throws {
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    try DatabaseQueue(path: StoreDirectory.database(in: folder.path)).write { database in
      try database.execute(sql: "DROP TABLE silence")
      try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '5 silences'")
    }
    #expect(try SQLiteHistoryReader(directory: folder.path).silences().isEmpty)
    let store = try SQLiteInventoryStore(directory: folder.path)
    let phone = Int(StoredDevice.phone.key)
    try store.append(Self.batch([phone: [1]]))
    #expect(try store.silences() == [phone: [1]])
    #expect(try store.load() == [.phone])
  }

  @Test func `in memory is bounded by the number of devices`() throws {
    var bounds = MemoryHistoryStore.Bounds()
    bounds.slots = 2
    let store = MemoryHistoryStore(bounds)
    for slot in 1...3 { try store.append(Self.batch([slot: [1]])) }
    #expect(try store.silences() == [1: [1], 2: [1]])
    try store.append(Self.batch([1: []]))
    try store.append(Self.batch([2: [2], 3: [3]]))
    #expect(try store.silences() == [2: [2], 3: [3]])
    #expect(store.takeAll()?.silences == [2: [2], 3: [3]])
    #expect(try store.silences().isEmpty)
  }

  @Test func `is known of a store that can't be written, and newer in memory`() throws {
    let (phone, printer) = (Int(StoredDevice.phone.key), Int(StoredDevice.printer.key))
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      try store.save([.phone, .printer])
      try store.append(Self.batch([phone: [1], printer: [2]]))
    }
    // Held by another one, so that it can't be opened for writing now.
    let holder = try SQLiteInventoryStore(directory: folder.path)
    let file = StoreDirectory.database(in: folder.path)
    let store = UnavailableStore(directory: folder.path, failure: .diskFull(path: file))
    #expect(try store.silences() == [phone: [1], printer: [2]])
    #expect(throws: StoreError.self) { try store.append(Self.batch([phone: [3]])) }
    #expect(try store.silences() == [phone: [3], printer: [2]])
    withExtendedLifetime(holder) {}
  }
}
