import Foundation
import Model
import Sealing
import Storage
import Testing
@testable import Home

/// The history of a time in which the disk was full.
@Suite struct FullDiskHistoryTests {
  private let folder: Folder
  private let everything = ChangeQuery(limit: ChangeQuery.mostChanges)

  init() throws { folder = try Folder() }

  /// Hands over everything that isn't stored yet, as the watch does; returns why it could not be stored.
  private static func save(
    _ unsaved: inout UnsavedHistory,
    in store: any HistoryStore
  ) -> StoreError? {
    guard let batch = unsaved.take() else { return nil }
    do throws(StoreError) {
      try store.append(batch)
      return nil
    } catch {
      unsaved.putBack(batch)
      return error
    }
  }

  @Test(
    .sealed,
    .enabled(if: Mounts.areOwn, "this system gives the seal no mounts of its own"),
    arguments: [false, true]
  )
  func `is stored when there is room again, all of it and once`(isFullAtStart: Bool) throws {
    let truth = MemoryHistoryStore()
    var generator = SeededGenerator(5)
    var seq: UInt64 = 0
    var unsaved = UnsavedHistory()
    var number = 0
    func record() throws {
      number += 1
      let batch = RandomHistory.batch(number, after: &seq, using: &generator)
      try truth.append(batch)
      unsaved.add(batch)
    }
    try Mounts.tmpfs(at: folder.path, options: "size=2m") {
      // One that is new has all of it in its log, which can't be shortened on a full disk.
      var store: (any HistoryStore)? = try SQLiteInventoryStore(directory: folder.path)
      for _ in 0..<5 {
        try record()
        let open = try #require(store)
        let failure = Self.save(&unsaved, in: open)
        #expect(failure == nil)
      }
      let full = StoreError.diskFull(path: folder.path + "/homenet.sqlite")
      // Closed, before another begins on the full disk.
      if isFullAtStart { store = nil }
      try Mounts.fill(folder.path, with: "filler")
      let later: any HistoryStore =
        store ?? UnavailableStore(directory: folder.path, failure: full)
      for _ in 0..<20 {
        try record()
        let failure = Self.save(&unsaved, in: later)
        #expect(failure == full)
      }
      try FileManager.default.removeItem(atPath: folder.path + "/filler")
      try record()
      let failure = Self.save(&unsaved, in: later)
      #expect(failure == nil)
      #expect(unsaved.batch == nil)
      #expect(try later.changes(everything) == truth.changes(everything))
      for day in Int64(0)..<5 {
        #expect(try later.profiles(at: .hour(day * 24)) == truth.profiles(at: .hour(day * 24)))
      }
      for slot in 0..<6 {
        let stored = try later.samples(of: slot, from: .hour(0), to: .hour(200), step: 3_600_000)
        let made = try truth.samples(of: slot, from: .hour(0), to: .hour(200), step: 3_600_000)
        #expect(stored == made)
      }
      // After a start on a full disk, nobody knows what was in between.
      guard !isFullAtStart else { return }
      let presence = try later.presence(of: nil, from: .hour(0), to: .hour(200))
      let seen = try truth.presence(of: nil, from: .hour(0), to: .hour(200))
      #expect(presence == seen)
    }
  }
}
