import Foundation
import GRDB
import Glibc
import Home
import Model
import Sealing
import Testing
@testable import Storage

/// The day's backup beside a store that goes on.
@Suite struct DailyBackupTests {
  private let folder: Folder
  private var file: String { folder.path + "/homenet.sqlite" }

  init() throws { folder = try Folder() }

  private func device(_ key: Int64, _ letter: String) -> StoredDevice {
    var device = StoredDevice.printer
    device.key = key
    device.marks.note = letter
    device.observations = [.named(String(repeating: letter, count: 100_000))]
    return device
  }

  private func backupFiles() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/backups")) ?? []
  }

  @Test func `a copy is of one moment, while others read and write`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save((0..<40).map { device($0, "a") })
    let pages = try store.queue.read { try Int.fetchOne($0, sql: "PRAGMA page_count") }
    let path = folder.path + "/copy.sqlite"
    var steps = 0
    try Backups.make(of: folder.path, at: path) {
      steps += 1
      try store.save([device(Int64(steps), "b")])
      let stored = try store.load().filter { $0.marks.note == "b" }
      #expect(stored.count == steps)
    }
    // It never began anew; once more before the check.
    let count = try #require(pages)
    #expect(steps > 3 && steps <= count / 256 + 2)
    let other = try Folder()
    #expect(try Backups.restore(path, into: other.path, now: .hour(3)) == nil)
    #expect(try SQLiteInventoryStore.read(other.path) == (0..<40).map { device($0, "a") })
  }

  @Test func `a backup that is cancelled leaves nothing`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save([.phone])
    #expect(throws: StoreError.self) {
      try store.backUp(HistoryPolicy(), now: .hour(0)) { true }
    }
    #expect(backupFiles() == [])
    // It is not tried again at once, and said to have failed until then.
    #expect(throws: StoreError.self) {
      try store.backUp(HistoryPolicy(), now: .hour(0, 60_000)) { false }
    }
    #expect(backupFiles() == [])
    try store.backUp(HistoryPolicy(), now: .hour(1)) { false }
    #expect(backupFiles().count == 1)
    #expect(store.state.failure == nil)
  }

  /// Damages the root page of a table, as a disk does by itself: the time of the last write stays.
  private func rot(_ table: String) throws {
    let queue = try DatabaseQueue(
      path: StoreDirectory.immutableURI(of: file),
      configuration: SQLiteInventoryStore.configuration(readonly: true)
    )
    let (root, length) = try queue.read { database in
      (
        try Int.fetchOne(
          database,
          sql: "SELECT rootpage FROM sqlite_master WHERE name = ?",
          arguments: [table]
        ),
        try Int.fetchOne(database, sql: "PRAGMA page_size")
      )
    }
    try queue.close()
    let (page, size) = (try #require(root), try #require(length))
    var status = stat()
    let isFound = stat(file, &status) == 0
    try #require(isFound)
    let handle = try #require(FileHandle(forUpdatingAtPath: file))
    try handle.seek(toOffset: UInt64((page - 1) * size))
    try handle.write(contentsOf: Data(repeating: 0xA5, count: size))
    try handle.close()
    let isSet = utimensat(AT_FDCWD, file, [status.st_atim, status.st_mtim], 0) == 0
    try #require(isSet)
  }

  private func failureOfOpening() -> StoreError? {
    do throws(StoreError) {
      _ = try SQLiteInventoryStore(directory: folder.path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `after an unclean end, damage is found before anything is written`() throws {
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    try rot("change")
    // As if it had been killed.
    try Data().write(to: URL(filePath: folder.path + "/homenet.lock"))
    let failure = failureOfOpening()
    guard case .unreadable(file, let why)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    // Within a sentence.
    #expect(!why.isEmpty && !why.contains("\n") && !why.contains("***"))
  }

  @Test func `what is shown first is checked at each start`() throws {
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    try rot("evidence")
    guard case .unreadable(file, _)? = failureOfOpening() else {
      Issue.record("\(String(describing: failureOfOpening()))")
      return
    }
  }

  @Test func `a file that was touched after a clean end is checked in full`() throws {
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    try rot("change")
    // The same bytes again, at another time.
    let bytes = try Data(contentsOf: URL(filePath: file))
    let handle = try #require(FileHandle(forUpdatingAtPath: file))
    try handle.write(contentsOf: bytes)
    try handle.close()
    #expect(failureOfOpening() != nil)
  }

  @Test(arguments: [0, 7])
  func `after a clean end, damage is found by the day's check, and said until it is mended`(
    backups: Int
  ) throws {
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      try store.save([.phone])
      try store.backUp(HistoryPolicy(), now: .hour(0)) { false }
    }
    let backup = try #require(Backups.newestIntact(in: folder.path))
    try rot("change")
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      #expect(try store.load() == [.phone])
      let policy = HistoryPolicy(backups: backups)
      var failure: StoreError?
      do throws(StoreError) {
        try store.backUp(policy, now: .hour(24)) { false }
      } catch {
        failure = error
      }
      guard case .damaged(file, _, backup.path)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(store.state.failure == failure)
      // It is read still, and written to no more.
      let damage = try #require(failure)
      #expect(throws: damage) { try store.save([.printer]) }
      #expect(throws: damage) { try store.append(HistoryBatch(time: .hour(24))) }
      #expect(try store.load() == [.phone])
      #expect(store.state.failure == damage)
      // The older ones stay, and no damaged one comes to them.
      #expect(Backups.all(in: folder.path) == [backup])
      #expect(backupFiles().count == 1)
    }
    // Such an end is not a clean one.
    let failure = try #require(failureOfOpening())
    guard case .unreadable(file, _) = failure else {
      Issue.record("\(failure)")
      return
    }
    let offer = Backups.offer(for: failure, in: folder.path)
    #expect(Backups.trouble(in: folder.path) == offer)
    #expect(
      offer.description.contains("homenet restore --data \(folder.path) \(backup.path)")
    )
    // Which does what it says.
    let aside = try Backups.restore(backup.path, into: folder.path, now: .hour(25))
    #expect(aside != nil)
    #expect(failureOfOpening() == nil)
    #expect(Backups.trouble(in: folder.path) == nil)
    #expect(Backups.trouble(in: folder.path + "/none") == nil)
    #expect(try SQLiteInventoryStore.read(folder.path) == [.phone])
  }

  @Test func `a query that meets damage says which backup is intact, each time`() throws {
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      try store.save([.phone])
      try store.backUp(HistoryPolicy(), now: .hour(0)) { false }
    }
    let backup = try #require(Backups.newestIntact(in: folder.path))
    try rot("change")
    let store = try SQLiteInventoryStore(directory: folder.path)
    for _ in 0..<2 {
      var failure: StoreError?
      do throws(StoreError) {
        _ = try store.changes(ChangeQuery())
      } catch {
        failure = error
      }
      guard case .damaged(file, _, backup.path)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(store.state.failure == failure)
    }
  }

  @Test func `damage that a query met is found at the next start, whatever was written since`()
    throws
  {
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    try rot("change")
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      #expect(throws: StoreError.self) { try store.changes(ChangeQuery()) }
      try store.save([.printer])
      #expect(store.state.failure == nil)
    }
    guard case .unreadable(file, _)? = failureOfOpening() else {
      Issue.record("\(String(describing: failureOfOpening()))")
      return
    }
  }

  private func failure(of store: SQLiteInventoryStore, now: Timestamp) -> StoreError? {
    do throws(StoreError) {
      try store.backUp(HistoryPolicy(), now: now) { false }
      return nil
    } catch {
      return error
    }
  }

  @Test func `what a query could not read is looked at, though the day has its backup`() throws {
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      try store.save([.phone])
      #expect(failure(of: store, now: .hour(0)) == nil)
    }
    try rot("change")
    let store = try SQLiteInventoryStore(directory: folder.path)
    #expect(failure(of: store, now: .hour(1)) == nil)
    #expect(throws: StoreError.self) { try store.changes(ChangeQuery()) }
    let found = failure(of: store, now: .hour(1))
    guard case .damaged(file, _, _)? = found, let damage = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(throws: damage) { try store.save([.printer]) }
  }

  @Test func `a store that can't be opened for its backup goes on, and is backed up later`() throws
  {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save([.phone])
    // As where no more files can be opened.
    let (log, aside) = (file + "-wal", folder.path + "/aside")
    let isAside = rename(log, aside) == 0
    try #require(isAside)
    try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: false)
    let failure = failure(of: store, now: .hour(0))
    guard case .failed(file, _)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    try FileManager.default.removeItem(atPath: log)
    let isBack = rename(aside, log) == 0
    try #require(isBack)
    try store.save([.printer])
    #expect(store.state.failure == nil)
    #expect(self.failure(of: store, now: .hour(1)) == nil)
    #expect(backupFiles().count == 1)
  }

  @Test func `what keeps a backup from being made is not said of the store`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save([.phone])
    let backups = folder.path + "/backups"
    _ = FileManager.default.createFile(atPath: backups, contents: nil)
    let failure = failure(of: store, now: .hour(0))
    guard case .failed(backups, _)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(store.state.failure == nil)
    let path = backups + "/homenet-1970-01-01.sqlite"
    for error in [
      StoreError.diskFull(path: path), .inUse(path: file), .unreadable(path: path, why: "x"),
      .unreadable(path: file, why: "x"),
    ] {
      guard case .failed = store.failure(of: error, backingUpTo: path) else {
        Issue.record("\(error)")
        continue
      }
    }
    #expect(store.state.failure == nil)
  }

  @Test(.sealed, .enabled(if: Mounts.areOwn, "this system gives the seal no mounts of its own"))
  func `where there is no room for a backup, all is read once a day, and not each hour`() throws {
    try Mounts.tmpfs(at: folder.path, options: "size=4m") {
      let store = try SQLiteInventoryStore(directory: folder.path)
      try store.save([.phone])
      #expect(store.isCheckDue(now: .hour(0)))
      for hour in Int64(0)..<24 {
        guard case .failed? = failure(of: store, now: .hour(hour)) else {
          Issue.record("there was room at \(hour)")
          continue
        }
        #expect(!store.isCheckDue(now: .hour(hour)))
      }
      #expect(store.isCheckDue(now: .hour(24)))
      #expect(backupFiles() == [])
      #expect(store.state.failure == nil)
    }
  }

  @Test func `a store that is closed makes no backup, and ends the one that it makes`() throws {
    do {
      let first = try SQLiteInventoryStore(directory: folder.path)
      try first.save([.phone])
      first.close()
      #expect(failure(of: first, now: .hour(0)) != nil)
      #expect(backupFiles() == [])
    }
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save((0..<40).map { device($0, "a") })
    #expect(throws: StoreError.self) {
      try store.backUp(HistoryPolicy(), now: .hour(0)) {
        store.close()
        return false
      }
    }
    #expect(backupFiles() == [])
    // Its log was still read, and is not in the file yet.
    #expect(try Data(contentsOf: URL(filePath: folder.path + "/homenet.lock")).isEmpty)
    #expect(try SQLiteInventoryStore.read(folder.path).count == 40)
  }

  @Test func `nothing is offered where no backup is intact, or something else is wrong`() throws {
    let unreadable = StoreError.unreadable(path: file, why: "malformed")
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    #expect(Backups.offer(for: unreadable, in: folder.path) == unreadable)
    try SQLiteInventoryStore(directory: folder.path)
      .backUp(HistoryPolicy(), now: .hour(0)) { false }
    #expect(Backups.offer(for: unreadable, in: folder.path) == unreadable, "it is well")
    try rot("change")
    #expect(Backups.offer(for: unreadable, in: folder.path) != unreadable)
    for other in [
      StoreError.diskFull(path: file), .unreadable(path: folder.path + "/copy", why: "malformed"),
    ] {
      #expect(Backups.offer(for: other, in: folder.path) == other)
    }
  }

  @Test func `the command is quoted for a shell`() {
    let error = StoreError.damaged(
      path: "/my data/homenet.sqlite",
      why: "malformed",
      backup: "/my data/Ann's.sqlite"
    )
    let command = #"homenet restore --data '/my data' '/my data/Ann'\''s.sqlite'"#
    #expect(error.description.contains(command))
  }
}
