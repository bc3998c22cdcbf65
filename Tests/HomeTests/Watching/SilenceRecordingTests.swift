import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

@Suite struct `Learned silences over a restart` {
  private static let start = Timestamp(milliseconds: 1_772_409_600_000)

  /// A phone that sleeps for 20 minutes, again and again, in a home with two plugs.
  private func sleepingHome() throws -> (home: CheckedHome, slot: Int) {
    var home = CheckedHome()
    home.sweep([5, 6, 7])
    let slot = try #require(home.state.inventory.slots[.home(7)])
    for _ in 0..<12 {
      for _ in 0..<3 { home.sweep([5, 6]) }
      home.sweep([5, 6, 7])
    }
    #expect(home.presence(slot) == .present)
    return (home, slot)
  }

  @Test func `are kept, so that a sleeping device is not checked as an unknown one`() throws {
    let (before, slot) = try sleepingHome()
    var recording = SilenceRecording()
    let changes = recording.changes(in: before.state.inventory, at: before.time, isLast: true)
    #expect(changes.keys.contains(slot) && changes.values.allSatisfy { $0.count <= 176 })
    let stored = before.state.inventory.ordered.map(\.stored)
    let silences = changes.compactMapValues { SilenceModel(blob: $0) }
    for isKept in [true, false] {
      var home = CheckedHome(stored, at: before.time)
      if isKept { home.state.inventory.recall(silences) }
      home.sweep([5, 6, 7])
      for _ in 0..<3 { home.sweep([5, 6]) }
      #expect(home.due == (isKept ? [] : [slot]))
      #expect(home.presence(slot) == (isKept ? .asleep : .present))
    }
  }

  @Test func `are recorded once an hour, those that changed`() throws {
    var (home, slot) = try sleepingHome()
    var recording = SilenceRecording()
    func record(after minutes: Int64, isLast: Bool = false) -> [Int: [UInt8]] {
      home.pass(minutes * 60_000)
      return recording.changes(in: home.state.inventory, at: home.time, isLast: isLast)
    }
    #expect(record(after: 0).isEmpty)
    #expect(record(after: 59).isEmpty)
    #expect(record(after: 1).count == 3)
    #expect(record(after: 60).isEmpty, "nothing was learned since")
    let (time, other) = (home.time.advanced(by: 1), slot)
    home.state.inventory.track(other) {
      $0.see(at: time)
      $0.noteSweep(at: time.advanced(by: 300_000))
    }
    #expect(record(after: 1).isEmpty)
    #expect(Array(record(after: 0, isLast: true).keys) == [slot])
  }

  @Test func `are dropped at once where a device is forgotten`() throws {
    var (home, slot) = try sleepingHome()
    var recording = SilenceRecording()
    _ = recording.changes(in: home.state.inventory, at: home.time, isLast: true)
    home.state.forget([slot])
    let dropped = recording.changes(in: home.state.inventory, at: home.time, isLast: false)
    #expect(dropped == [slot: []])
    let again = recording.changes(in: home.state.inventory, at: home.time, isLast: false)
    #expect(again.isEmpty)
  }

  @Test func `go with an entry that is merged, and come back when that is undone`() throws {
    var (home, slot) = try sleepingHome()
    home.sweep([5, 6, 7, 9])
    let other = try #require(home.state.inventory.slots[.home(9)])
    let learned = try #require(home.state.inventory.entries[slot]).tracker.silences
    let own = try #require(home.state.inventory.entries[other]).tracker.silences
    #expect(learned != own)
    let made = home.state.inventory.unite(slot, into: other, at: home.time)
    var edit = try #require(made)
    let united = try #require(home.state.inventory.entries[other]).tracker.silences
    var both = own
    both.merge(learned)
    #expect(united == both)
    // As it is after a restart: what undoes it is read from the store, without silences.
    edit.other.tracker = PresenceTracker(.unknown, lastSeen: edit.other.lastSeen)
    edit.isFromStore = true
    let isUndone = home.state.inventory.part(edit, at: home.time)
    #expect(isUndone)
    #expect(home.state.inventory.entries[slot]?.tracker.silences == united)
  }

  @Test func `are stored at once of what a merge leaves`() throws {
    var (home, slot) = try sleepingHome()
    let other = try #require(home.state.inventory.slots[.home(6)])
    var recording = SilenceRecording()
    _ = recording.changes(in: home.state.inventory, at: home.time, isLast: true)
    let made = home.state.inventory.unite(slot, into: other, at: home.time)
    #expect(made != nil)
    let changes = recording.changes(
      in: home.state.inventory,
      at: home.time,
      isLast: false,
      afterEditsOf: [slot, other]
    )
    let united = try #require(home.state.inventory.entries[other]).tracker.silences
    #expect(changes == [slot: [], other: united.blob])
  }

  @Test func `are of the later batch, where one could not be stored`() {
    var unsaved = UnsavedHistory()
    for (number, model) in ([[1], [2]] as [[UInt8]]).enumerated() {
      var batch = HistoryBatch(time: Self.start.advanced(by: Int64(number)))
      batch.silences = [3: model, 4 + number: []]
      #expect(!batch.isEmpty)
      unsaved.add(batch)
    }
    #expect(unsaved.batch?.silences == [3: [2], 4: [], 5: []])
  }
}
