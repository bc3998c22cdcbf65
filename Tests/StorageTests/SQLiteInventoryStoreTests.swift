import Foundation
import GRDB
import Home
import Model
import Testing
@testable import Storage

@Suite struct SQLiteInventoryStoreTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `what was saved is there when it is opened again`() throws {
    let devices = [StoredDevice.printer, .phone]
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      #expect(try store.load() == [])
      try store.save(devices)
      #expect(store.state == WatchStatus.StorageState(path: folder.path + "/homenet.sqlite"))
    }
    let store = try SQLiteInventoryStore(directory: folder.path)
    #expect(try store.load() == [.phone, .printer])
  }

  @Test func `numbers are reserved once, whoever opens it`() throws {
    let count = SequenceReservation.count
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      let first = try store.reserve(count, epoch: .max - 1)
      #expect(first == SequenceReservation(epoch: .max - 1, after: 0, through: count))
      let second = try store.reserve(count, epoch: 7)
      #expect(second == SequenceReservation(epoch: .max - 1, after: count, through: 2 * count))
    }
    let store = try SQLiteInventoryStore(directory: folder.path)
    #expect(
      try store.reserve(10, epoch: 7)
        == SequenceReservation(epoch: .max - 1, after: 2 * count, through: 2 * count + 10)
    )
    // What nobody wrote begins anew.
    try store.queue.write { try $0.execute(sql: "UPDATE change_log SET reserved = -1") }
    #expect(
      try store.reserve(10, epoch: 7) == SequenceReservation(epoch: 7, after: 0, through: 10)
    )
  }

  @Test func `numbers of stored changes are not reserved again`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    // A run that could reserve none chose some beyond all that had been reserved.
    var batch = HistoryBatch(time: Timestamp(milliseconds: 1_700_000_000_000))
    batch.changes = [HomeChange(seq: 1 << 41, time: batch.time, kind: .ownNetworkLost)]
    try store.append(batch)
    let after: UInt64 = 1 << 41
    #expect(
      try store.reserve(10, epoch: 7)
        == SequenceReservation(epoch: 7, after: after, through: after + 10)
    )
    #expect(
      try store.reserve(10, epoch: 8)
        == SequenceReservation(epoch: 7, after: after + 10, through: after + 20)
    )
  }

  @Test func `a device that is saved again is written over`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save([.phone, .printer])
    var phone = StoredDevice.phone
    phone.identities = ["mac:c4:88:e5:1d:77:06"]
    phone.marks = Annotations(
      name: "Ada’s phone",
      category: .phone,
      note: "new\nbattery",
      isHidden: true
    )
    phone.isNew = false
    phone.lastSeen = Timestamp(milliseconds: 1_900_000_000_123)
    phone.probedAt = phone.lastSeen
    phone.observations = []
    try store.save([phone])
    #expect(try store.load() == [phone, .printer])
  }

  @Test func `a device that was removed is gone, with all that was known of it`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save([.phone, .printer])
    try store.remove([StoredDevice.phone.key, 99])
    #expect(try store.load() == [.printer])
    // Its place can be another's, who inherits nothing.
    let other = StoredDevice(
      key: StoredDevice.phone.key,
      identities: [],
      firstSeen: Timestamp(milliseconds: 1),
      lastSeen: Timestamp(milliseconds: 2)
    )
    try store.save([other])
    #expect(try store.load() == [other, .printer])
  }

  @Test func `what goes up in another device goes only with what that one keeps of it`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save([.phone, .printer])
    try store.queue.write { database in
      try database.execute(
        sql: """
          CREATE TRIGGER full BEFORE UPDATE ON device
          BEGIN SELECT RAISE(ABORT, 'no room'); END
          """
      )
    }
    var printer = StoredDevice.printer
    printer.marks = StoredDevice.phone.marks
    #expect(throws: StoreError.self) {
      try store.write([printer], removing: [StoredDevice.phone.key])
    }
    #expect(try store.load() == [.phone, .printer])
    try store.queue.write { try $0.execute(sql: "DROP TRIGGER full") }
    try store.write([printer], removing: [StoredDevice.phone.key])
    #expect(try store.load() == [printer])
  }

  @Test func `what was said yes to survives kill -9`() async throws {
    let path: String = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let store = try SQLiteInventoryStore(directory: path)
      try store.save([.phone, .printer])
      var phone = StoredDevice.phone
      phone.marks.name = "Ada’s phone"
      try store.save([phone])
      kill(getpid(), SIGKILL)
    }
    let store = try SQLiteInventoryStore(directory: path)
    #expect(try store.load().map(\.marks.name) == ["Ada’s phone", nil])
  }

  @Test func `every commit is flushed to the disk`() throws {
    // What a kill can't show and a loss of power would: the log's file is synced, commit by commit.
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save([.phone])
    #expect(
      try folder.names() == [
        "homenet.lock", "homenet.sqlite", "homenet.sqlite-shm", "homenet.sqlite-wal",
      ]
    )
    let level = try store.queue.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    #expect(level == 3)
  }

  @Test func `only its owner can read it`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path + "/a/b")
    try store.save([.phone])
    for name in ["", "/homenet.sqlite", "/homenet.sqlite-wal", "/homenet.lock"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/a/b" + name)
      let mode = attributes[.posixPermissions] as? Int
      #expect(mode == (name == "" ? 0o700 : 0o600), "\(name)")
    }
  }

  @Test func `a store is one process's at a time, and others can read it meanwhile`() throws {
    let path = folder.path + "/homenet.sqlite"
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      try store.save([.phone])
      #expect(throws: StoreError.inUse(path: path)) {
        try SQLiteInventoryStore(directory: folder.path)
      }
      #expect(try SQLiteInventoryStore.read(folder.path) == [.phone])
    }
    _ = try SQLiteInventoryStore(directory: folder.path)
  }

  @Test func `reading where nothing is finds nothing, and makes nothing`() throws {
    #expect(try SQLiteInventoryStore.read(folder.path + "/none") == [])
    #expect(try folder.names() == [])
  }

  @Test func `observations beyond the bounds are left out`() throws {
    let long = String(repeating: "x", count: 700_000)
    var device = StoredDevice.phone
    device.observations =
      [.named(long), .named(long)]
      + (0..<StoredDevice.mostObservations).map { .named("name \($0)") }
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save([device])
    let kept = try #require(try store.load().first).observations
    #expect(kept.count == StoredDevice.mostObservations - 1)
    #expect(kept.first == .named(long) && kept.dropFirst().first == .named("name 0"))
  }
}
