import Foundation
import GRDB
import Home
import Model
import Sealing
import Storage
import Testing

/// Each trouble is said in its own words, and takes nothing with it.
@Suite struct StoreTroubleTests {
  private let folder: Folder
  private var file: String { folder.path + "/homenet.sqlite" }

  init() throws { folder = try Folder() }

  private func opening() -> StoreError? {
    do throws(StoreError) {
      _ = try SQLiteInventoryStore(directory: folder.path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a file that is no database stays as it is`() throws {
    let text = String(repeating: "Dear diary, ", count: 100)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    #expect(opening() == .unreadable(path: file, why: "file is not a database"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    #expect(throws: StoreError.self) { try SQLiteInventoryStore.read(folder.path) }
  }

  @Test func `a damaged file is said to be damaged`() throws {
    try SQLiteInventoryStore(directory: folder.path).save(
      (0..<200).map { index in
        var device = StoredDevice.printer
        device.key = Int64(index)
        return device
      }
    )
    let handle = try #require(FileHandle(forUpdatingAtPath: file))
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 8192))
    try handle.close()
    guard case .unreadable(file, _)? = opening() else {
      Issue.record("\(String(describing: opening()))")
      return
    }
  }

  @Test func `a damaged history leaves the devices readable`() throws {
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    let (root, length) = try DatabaseQueue(path: file).read { database in
      (
        try Int.fetchOne(
          database,
          sql: "SELECT rootpage FROM sqlite_master WHERE name = 'change'"
        ),
        try Int.fetchOne(database, sql: "PRAGMA page_size")
      )
    }
    let (page, size) = (try #require(root), try #require(length))
    let handle = try #require(FileHandle(forUpdatingAtPath: file))
    try handle.seek(toOffset: UInt64((page - 1) * size))
    try handle.write(contentsOf: Data(repeating: 0xA5, count: size))
    try handle.close()
    #expect(try SQLiteInventoryStore.read(folder.path) == [.phone])
    // Nothing is written to it.
    guard case .unreadable(file, _)? = opening() else {
      Issue.record("\(String(describing: opening()))")
      return
    }
  }

  @Test func `a newer homenet's file is left alone`() throws {
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    try DatabaseQueue(path: file).write { database in
      try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 telepathy')")
    }
    let before = try Data(contentsOf: URL(filePath: file))
    #expect(opening() == .tooNew(path: file))
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
    #expect(throws: StoreError.tooNew(path: file)) { try SQLiteInventoryStore.read(folder.path) }
  }

  @Test(arguments: [false, true])
  func `another program's database is left alone, its mode too`(hasLog: Bool) throws {
    let queue = try DatabaseQueue(path: file)
    if hasLog {
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    }
    try queue.write { try $0.execute(sql: "CREATE TABLE song (title TEXT)") }
    // Where it has a log, it is open still.
    if !hasLog { try queue.close() }
    #expect(chmod(file, 0o644) == 0)
    let before = try Data(contentsOf: URL(filePath: file))
    let names = try folder.names()
    #expect(opening() == .unreadable(path: file, why: "it is another program's database"))
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
    #expect(try folder.names() == (names + ["homenet.lock"]).sorted())
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(mode as? Int == 0o644)
    try queue.close()
  }

  @Test func `a store of ours that others could read is its owner's again`() throws {
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    #expect(chmod(file, 0o644) == 0)
    let store = try SQLiteInventoryStore(directory: folder.path)
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try store.load() == [.phone])
  }

  @Test func `a store that could not be opened is tried again when something is to be kept`() throws
  {
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    let store = UnavailableStore(directory: folder.path, failure: .diskFull(path: file))
    #expect(store.state.problem != nil)
    #expect(try store.load() == [.phone])
    try store.save([.printer])
    #expect(store.state == WatchStatus.StorageState(path: file))
    #expect(try store.load() == [.phone, .printer])
    try store.remove([StoredDevice.phone.key])
    #expect(try SQLiteInventoryStore.read(folder.path) == [.printer])
  }

  @Test func `a store that is being opened is not taken for another homenet's`() throws {
    for _ in 0..<20 {
      let own = try Folder()
      let path = own.path + "/homenet.sqlite"
      try SQLiteInventoryStore(directory: own.path).save([.phone])
      let store = UnavailableStore(directory: own.path, failure: .diskFull(path: path))
      let full = StoreError.diskFull(path: path)
      let threads = (0..<4).map { index in
        Thread {
          do throws(StoreError) {
            if index.isMultiple(of: 2) {
              try store.save([.printer])
            } else {
              try store.append(HistoryBatch(time: Timestamp(milliseconds: Int64(index))))
            }
          } catch {
            // One that comes meanwhile fails as before.
            guard error != full else { return }
            try? error.description.write(
              toFile: own.path + "/failed",
              atomically: false,
              encoding: .utf8
            )
          }
        }
      }
      for thread in threads { thread.start() }
      while !threads.allSatisfy(\.isFinished) { usleep(200) }
      // None of them took the others for another homenet.
      #expect(try !own.names().contains("failed"))
      #expect(store.state.failure == nil)
      try store.save([.printer])
      #expect(try store.load() == [.phone, .printer])
    }
  }

  @Test func `a store that was closed before it could be opened is not opened any more`() throws {
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    let store = UnavailableStore(directory: folder.path, failure: .diskFull(path: file))
    store.close()
    #expect(throws: StoreError.self) { try store.save([.printer]) }
    #expect(try SQLiteInventoryStore(directory: folder.path).load() == [.phone])
  }

  @Test func `what another homenet has written meanwhile is not written over`() throws {
    let store = UnavailableStore(directory: folder.path, failure: .readOnly(path: file))
    #expect(try store.load() == [])
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    for _ in 0..<2 {
      #expect(throws: StoreError.self) { try store.save([.printer]) }
    }
    #expect(store.state.problem?.hasSuffix("start again") == true)
    #expect(try SQLiteInventoryStore.read(folder.path) == [.phone])
  }

  @Test func `a store whose slots are not known is not tried again`() throws {
    let failure = StoreError.tooNew(path: file)
    for store in [
      UnavailableStore(directory: folder.path, failure: failure),
      try {
        try "Dear diary".write(toFile: file, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        return UnavailableStore(directory: folder.path, failure: .diskFull(path: file))
      }(),
    ] {
      #expect(throws: StoreError.self) { try store.save([.printer]) }
      #expect(store.state.problem?.hasSuffix("start again") == true)
      #expect(try folder.names() == [])
    }
  }

  @Test func `a file whose making was interrupted is made to the end`() throws {
    try DatabaseQueue(path: file).write { database in
      try database.execute(
        sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
      )
    }
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    #expect(try SQLiteInventoryStore.read(folder.path) == [.phone])
  }

  @Test func `a file where the directory should be is said so`() throws {
    let path = folder.path + "/file"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    #expect(throws: StoreError.unreadable(path: path, why: "Not a directory")) {
      try SQLiteInventoryStore(directory: path)
    }
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    #expect(opening() == .unreadable(path: file, why: "Is a directory"))
  }

  @Test(.sealed, .enabled(if: Mounts.areOwn, "this system gives the seal no mounts of its own"))
  func `a full disk keeps what is there, and is forgotten when there is room again`() throws {
    try Mounts.tmpfs(at: folder.path, options: "size=640k") {
      let store = try SQLiteInventoryStore(directory: folder.path)
      try store.save([.phone])
      var big = StoredDevice.printer
      big.observations = [.named(String(repeating: "x", count: 600_000))]
      #expect(throws: StoreError.diskFull(path: file)) { try store.save([big]) }
      #expect(store.state.problem == StoreError.diskFull(path: file).description)
      #expect(try store.load() == [.phone])
      try store.save([.printer])
      #expect(store.state.problem == nil)
      #expect(try store.load() == [.phone, .printer])
    }
  }

  @Test(.sealed, .enabled(if: Mounts.areOwn, "this system gives the seal no mounts of its own"))
  func `on a disk that the log has filled, the log is shortened and writing goes on`() throws {
    func device(_ letter: String) -> StoredDevice {
      var device = StoredDevice.printer
      device.marks.note = letter
      device.observations = [.named(String(repeating: letter, count: 100_000))]
      return device
    }
    try Mounts.tmpfs(at: folder.path, options: "size=4m") {
      // Once it is closed, all of it is in the file.
      try SQLiteInventoryStore(directory: folder.path).save([device("a")])
      let store = try SQLiteInventoryStore(directory: folder.path)
      for letter in ["b", "c", "d", "e"] { try store.save([device(letter)]) }
      try Mounts.fill(folder.path, with: "filler")
      try store.save([device("f")])
      #expect(store.state.problem == nil)
      #expect(try store.load().map(\.marks.note) == ["f"])
    }
  }

  @Test(.sealed, .enabled(if: Mounts.areOwn, "this system gives the seal no mounts of its own"))
  func `a disk that is full from the beginning is said to be full`() throws {
    try Mounts.tmpfs(at: folder.path, options: "size=64k") {
      let filler = folder.path + "/filler"
      _ = FileManager.default.createFile(atPath: filler, contents: Data(count: 60 << 10))
      #expect(opening() == .diskFull(path: file))
      let store = UnavailableStore(directory: folder.path, failure: .diskFull(path: file))
      #expect(throws: StoreError.diskFull(path: file)) { try store.save([.phone]) }
      try FileManager.default.removeItem(atPath: filler)
      try Mounts.run("mount", "-o", "remount,size=640k", folder.path)
      try store.save([.phone])
      #expect(store.state.problem == nil)
      #expect(try store.load() == [.phone])
    }
    try Mounts.tmpfs(at: folder.path, options: "size=64k,nr_inodes=1") {
      guard case .diskFull? = opening() else {
        Issue.record("\(String(describing: opening()))")
        return
      }
    }
  }

  @Test(
    .sealed,
    .enabled(if: Mounts.areOwn, "this system gives the seal no mounts of its own"),
    arguments: [false, true]
  )
  func `on a full disk what was kept is known, and more is kept when there is room again`(
    wasKilled: Bool
  ) throws {
    let other = try Folder()
    let before = try SQLiteInventoryStore(directory: other.path)
    try before.save([.phone])
    try Mounts.tmpfs(at: folder.path, options: "size=640k") {
      if wasKilled {
        // What was saved last is in the log alone.
        for name in ["homenet.sqlite", "homenet.sqlite-wal", "homenet.lock"] {
          try FileManager.default.copyItem(
            atPath: other.path + "/" + name,
            toPath: folder.path + "/" + name
          )
        }
      } else {
        try SQLiteInventoryStore(directory: folder.path).save([.phone])
      }
      try Mounts.fill(folder.path, with: "filler")
      #expect(opening() == .diskFull(path: file))
      // Who only reads opens nothing for writing.
      if wasKilled {
        #expect(throws: StoreError.diskFull(path: file)) {
          try SQLiteInventoryStore.read(folder.path)
        }
      } else {
        #expect(try SQLiteInventoryStore.read(folder.path) == [.phone])
        let history = try SQLiteHistoryReader(directory: folder.path)
        #expect(try history.changes(ChangeQuery()).isEmpty)
      }
      let store = UnavailableStore(directory: folder.path, failure: .diskFull(path: file))
      #expect(try store.load() == [.phone])
      #expect(throws: StoreError.diskFull(path: file)) { try store.save([.printer]) }
      #expect(store.state.problem == StoreError.diskFull(path: file).description)
      #expect(try store.load() == [.phone])
      try FileManager.default.removeItem(atPath: folder.path + "/filler")
      try store.save([.printer])
      #expect(store.state.problem == nil)
      #expect(try store.load() == [.phone, .printer])
    }
    withExtendedLifetime(before) {}
  }

  @Test(.sealed, .enabled(if: Mounts.areOwn, "this system gives the seal no mounts of its own"))
  func `on a read-only disk the inventory is known, and nothing is kept`() throws {
    try Mounts.tmpfs(at: folder.path, options: "size=1m") {
      try SQLiteInventoryStore(directory: folder.path).save([.phone])
      try Mounts.run("mount", "-o", "remount,ro", folder.path)
      guard let failure = opening(), case .readOnly = failure else {
        Issue.record("\(String(describing: opening()))")
        return
      }
      // All the more it is worth a backup.
      let other = try Folder()
      let copy = other.path + "/copy.sqlite"
      try Backups.make(of: folder.path, at: copy)
      #expect(try Backups.restore(copy, into: other.path, now: .hour(3)) == nil)
      #expect(try SQLiteInventoryStore.read(other.path) == [.phone])
      let store = UnavailableStore(directory: folder.path, failure: failure)
      #expect(try store.load() == [.phone])
      #expect(throws: failure) { try store.save([.printer]) }
      #expect(store.state.problem == failure.description)
      try Mounts.run("mount", "-o", "remount,rw", folder.path)
      try store.save([.printer])
      #expect(store.state.problem == nil)
      #expect(try store.load() == [.phone, .printer])
    }
  }
}
