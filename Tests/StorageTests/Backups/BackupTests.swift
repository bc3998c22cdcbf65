import Foundation
import GRDB
import Home
import Model
import Testing
@testable import Storage

@Suite struct BackupTests {
  private let folder: Folder
  private var file: String { folder.path + "/homenet.sqlite" }

  init() throws { folder = try Folder() }

  private static let change = HomeChange(seq: 3, time: .hour(1), slot: 3, kind: .left, was: "x")

  private func filled() throws -> SQLiteInventoryStore {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save([.phone, .printer])
    var batch = HistoryBatch(time: .hour(2))
    batch.changes = [Self.change]
    try store.append(batch)
    return store
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func damage(_ path: String) throws {
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 8192))
    try handle.close()
  }

  @Test func `a backup is one private file that opens, made while the store is open`() throws {
    let store = try filled()
    let path = folder.path + "/copy.sqlite"
    try store.backUp(to: path)
    #expect(try mode(path) == 0o600)
    #expect(try folder.names().filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
    try Backups.check(path)
    let other = try Folder()
    #expect(try Backups.restore(path, into: other.path, now: .hour(3)) == nil)
    let restored = try SQLiteInventoryStore(directory: other.path)
    #expect(try restored.load() == [.phone, .printer])
    #expect(try restored.changes(ChangeQuery()) == [Self.change])
    #expect(try mode(other.path + "/homenet.sqlite") == 0o600)
    // The first one goes on.
    try store.save([.phone])
  }

  @Test func `no file is written over by a backup`() throws {
    let store = try filled()
    let path = folder.path + "/diary"
    try "Dear diary".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(throws: StoreError.self) { try store.backUp(to: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "Dear diary")
    #expect(throws: StoreError.self) {
      try Backups.make(of: folder.path + "/none", at: folder.path + "/new")
    }
    #expect(throws: StoreError.self) { try store.backUp(to: folder.path + "/none/new") }
    #expect(try !folder.names().contains { $0.hasSuffix("part") || $0.hasPrefix("new") })
    // Nor is one that another program is writing.
    let part = folder.path + "/film.part"
    try "half".write(toFile: part, atomically: false, encoding: .utf8)
    try store.backUp(to: folder.path + "/film")
    #expect(try String(contentsOfFile: part, encoding: .utf8) == "half")
  }

  @Test func `a clock that was ahead doesn't keep later backups from being kept`() throws {
    let store = try filled()
    let policy = HistoryPolicy(backups: 2)
    for day in [0, 400, 401, 1, 2, 3] as [Int64] {
      try store.backUp(policy, now: .hour(day * 24)) { false }
    }
    let days = Backups.all(in: folder.path).map(\.day)
    #expect(days == [3, 2].map { String(Timestamp.hour($0 * 24).description.prefix(10)) })
  }

  @Test func `a backup is made each day, and the last ones are kept`() throws {
    let store = try filled()
    let policy = HistoryPolicy(backups: 3)
    for hour in stride(from: Int64(0), to: 24 * 6, by: 5) {
      try store.backUp(policy, now: .hour(hour)) { false }
    }
    let backups = Backups.all(in: folder.path)
    #expect(backups.count == 3)
    let newest = try #require(backups.first)
    #expect(newest.day == String(Timestamp.hour(24 * 5).description.prefix(10)))
    #expect(newest.size > 0)
    #expect(try mode(newest.path) == 0o600)
    #expect(try mode(folder.path + "/backups") == 0o700)
    #expect(Backups.newestIntact(in: folder.path) == newest)
    try damage(newest.path)
    #expect(Backups.newestIntact(in: folder.path) == backups[1])
    // What has another name is the user's.
    for name in ["mine.sqlite", "homenet-2020-13-99.sqlite"] {
      _ = FileManager.default.createFile(
        atPath: folder.path + "/backups/" + name,
        contents: nil
      )
    }
    #expect(Backups.all(in: folder.path) == backups)
    #expect(Backups.all(in: folder.path + "/none") == [])
  }

  @Test func `what an interrupted backup left goes with the next one`() throws {
    let store = try filled()
    let backups = folder.path + "/backups"
    try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: false)
    let part = "homenet-2020-01-01.sqlite.homenet-part"
    let users = "mine.sqlite.homenet-part"
    for name in [part, part + "-journal", users] {
      _ = FileManager.default.createFile(atPath: backups + "/" + name, contents: Data(count: 100))
    }
    try store.backUp(HistoryPolicy(), now: .hour(0)) { false }
    let newest = try #require(Backups.all(in: folder.path).first)
    let names = try FileManager.default.contentsOfDirectory(atPath: backups).sorted()
    #expect(names == ["homenet-\(newest.day).sqlite", users])
  }

  @Test func `a restored store gives no number again, and keeps what it replaced`() throws {
    let path = folder.path + "/copy.sqlite"
    var last: UInt64 = 0
    do {
      let store = try filled()
      _ = try store.reserve(100, epoch: 7)
      try store.backUp(to: path)
      last = try store.reserve(100, epoch: 7).through
      // Not while it is open.
      #expect(throws: StoreError.inUse(path: file)) {
        try Backups.restore(path, into: folder.path, now: .hour(3))
      }
      try store.remove([StoredDevice.phone.key])
    }
    let aside = try #require(try Backups.restore(path, into: folder.path, now: .hour(3)))
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      #expect(try store.load() == [.phone, .printer])
      let next = try store.reserve(100, epoch: 8)
      #expect(next.epoch == 7 && next.after >= last)
    }
    // And back again.
    let other = try #require(try Backups.restore(aside, into: folder.path, now: .hour(3)))
    #expect(other != aside)
    #expect(try SQLiteInventoryStore.read(folder.path) == [.printer])
  }

  @Test func `what is no backup is not restored, and nothing is touched`() throws {
    _ = try filled()
    let before = try folder.names()
    let text = folder.path + "/text"
    try "Dear diary".write(toFile: text, atomically: false, encoding: .utf8)
    _ = FileManager.default.createFile(atPath: folder.path + "/empty", contents: nil)
    try DatabaseQueue(path: folder.path + "/songs").write { database in
      try database.execute(sql: "CREATE TABLE song (title TEXT)")
    }
    for name in ["text", "empty", "songs", "none"] {
      #expect(throws: StoreError.self, "\(name)") {
        try Backups.restore(folder.path + "/" + name, into: folder.path, now: .hour(3))
      }
    }
    let newer = folder.path + "/newer"
    try Backups.make(of: folder.path, at: newer)
    try DatabaseQueue(path: newer).write { database in
      try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 telepathy')")
    }
    #expect(throws: StoreError.tooNew(path: newer)) {
      try Backups.restore(newer, into: folder.path, now: .hour(3))
    }
    // Who reads may leave an empty log.
    let after = try folder.names().filter { !$0.hasPrefix("homenet.sqlite-") }
    #expect(after == (before + ["empty", "newer", "songs", "text"]).sorted())
    #expect(try SQLiteInventoryStore.read(folder.path) == [.phone, .printer])
  }

  @Test func `a damaged store is moved aside when the user asks, an intact one never`() throws {
    do {
      let store = try filled()
      try store.backUp(HistoryPolicy(), now: .hour(3)) { false }
    }
    #expect(throws: StoreError.self) {
      try Backups.moveAsideDamaged(in: folder.path, now: .hour(4))
    }
    try damage(file)
    #expect(throws: StoreError.self) { try SQLiteInventoryStore(directory: folder.path) }
    let damaged = try Data(contentsOf: URL(filePath: file))
    let aside = try Backups.moveAsideDamaged(in: folder.path, now: .hour(4))
    #expect(try Data(contentsOf: URL(filePath: aside)) == damaged)
    #expect(!FileManager.default.fileExists(atPath: file))
    let backup = try #require(Backups.newestIntact(in: folder.path))
    #expect(try Backups.restore(backup.path, into: folder.path, now: .hour(5)) == nil)
    #expect(try SQLiteInventoryStore.read(folder.path) == [.phone, .printer])
  }

  @Test func `the log of a damaged store is moved aside as it is`() throws {
    let backup = folder.path + "/copy.sqlite"
    try filled().backUp(to: backup)
    let other = try Folder()
    let copy = other.path + "/homenet.sqlite"
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.remove([StoredDevice.phone.key])
    // As after a kill.
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: file + suffix, toPath: copy + suffix)
    }
    let (root, length) = try store.queue.read { database in
      (
        try Int.fetchOne(
          database,
          sql: "SELECT rootpage FROM sqlite_master WHERE name = 'change'"
        ),
        try Int.fetchOne(database, sql: "PRAGMA page_size")
      )
    }
    let (page, size) = (try #require(root), try #require(length))
    let handle = try #require(FileHandle(forUpdatingAtPath: copy))
    try handle.seek(toOffset: UInt64((page - 1) * size))
    try handle.write(contentsOf: Data(repeating: 0xA5, count: size))
    try handle.close()
    let log = try Data(contentsOf: URL(filePath: copy + "-wal"))
    #expect(!log.isEmpty)
    let aside = try #require(try Backups.restore(backup, into: other.path, now: .hour(3)))
    #expect(try Data(contentsOf: URL(filePath: aside + "-wal")) == log)
    #expect(try SQLiteInventoryStore.read(other.path) == [.phone, .printer])
  }

  @Test func `a backup of a damaged store is none`() throws {
    _ = try filled()
    try damage(file)
    let path = folder.path + "/copy.sqlite"
    do throws(StoreError) {
      try Backups.make(of: folder.path, at: path)
      Issue.record("a damaged store was backed up")
    } catch {
      // Said of the store, not of the copy.
      guard case .unreadable(file, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(try !folder.names().contains { $0.hasPrefix("copy") })
  }

  @Test func `a store of a newer version is said to be it, not its copy`() throws {
    try withExtendedLifetime(filled()) { store in
      try store.queue.write { database in
        try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 telepathy')")
      }
    }
    #expect(throws: StoreError.tooNew(path: file)) {
      try Backups.make(of: folder.path, at: folder.path + "/copy.sqlite")
    }
    #expect(try !folder.names().contains { $0.hasPrefix("copy") })
  }

  @Test func `what an interrupted restore left is in nobody's way`() throws {
    let path = folder.path + "/copy.sqlite"
    try filled().backUp(to: path)
    for name in ["/homenet.sqlite.restored", "/homenet.sqlite.restored.homenet-part"] {
      try "half".write(toFile: folder.path + name, atomically: false, encoding: .utf8)
    }
    #expect(try Backups.restore(path, into: folder.path, now: .hour(3)) != nil)
    #expect(try SQLiteInventoryStore.read(folder.path) == [.phone, .printer])
    #expect(try !folder.names().contains { $0.contains("restored") })
  }
}
