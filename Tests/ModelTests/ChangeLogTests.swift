import Discovery
import HomeSupport
import Testing

@testable import Model

@Suite struct `The change log` {
  private func log(_ subjects: Int..., tombstones: Int = 100) -> ChangeLog<Int> {
    var log = ChangeLog<Int>(mostTombstones: tombstones)
    for subject in subjects { log.note(subject) }
    return log
  }

  @Test func `gives each subject once, in the order of its last change`() throws {
    var log = log(1, 2, 3, 1)
    let beginning = ChangeCursor(epoch: 0, seq: 0)
    var changes = try #require(log.changes(after: beginning))
    #expect(changes.changed == [2, 3, 1] && changes.removed.isEmpty)
    #expect(changes.cursor == log.cursor && log.seq == 4 && log.states[1]?.seq == 4)
    log.remove(2)
    log.note(1)
    changes = try #require(log.changes(after: changes.cursor))
    #expect(changes.changed == [1] && changes.removed == [2])
    changes = try #require(log.changes(after: changes.cursor))
    #expect(changes.isEmpty)
    log.note(2)
    changes = try #require(log.changes(after: beginning))
    #expect(changes.changed == [3, 1, 2] && changes.removed.isEmpty, "it came back")
  }

  @Test func `gives as many as are wanted, and those alone`() throws {
    let log = log(1, 2, 3, 4, 5, 6)
    let beginning = ChangeCursor(epoch: 0, seq: 0)
    let some = try #require(log.changes(after: beginning, limit: 2) { $0 % 2 == 0 })
    #expect(some.changed == [2, 4] && some.cursor.seq == 4)
    let rest = try #require(log.changes(after: some.cursor, limit: 2) { $0 % 2 == 0 })
    #expect(rest.changed == [6] && rest.cursor == log.cursor)
  }

  @Test func `needs a snapshot for what it can't know`() {
    var log = ChangeLog<Int>(
      SequenceReservation(epoch: 5, after: 100, through: 200),
      mostTombstones: 4
    )
    log.note(1)
    func isKnown(_ epoch: UInt64, _ seq: UInt64) -> Bool {
      log.changes(after: ChangeCursor(epoch: epoch, seq: seq)) != nil
    }
    #expect(isKnown(5, 100) && isKnown(5, 101))
    #expect(!isKnown(5, 99), "of an earlier run")
    #expect(!isKnown(5, 102), "of the future")
    #expect(!isKnown(4, 101), "of another epoch")
    for subject in 10...14 { log.remove(subject) }
    #expect(!isKnown(5, 101) && isKnown(5, log.seq - 2), "the older half of the tombstones is gone")
    log.begin(epoch: 6)
    #expect(!isKnown(5, log.seq) && isKnown(6, log.seq))
  }

  @Test func `asks for numbers before it has none left`() {
    let half = SequenceReservation.count / 2
    var log = ChangeLog<Int>(SequenceReservation(epoch: 5, after: 0, through: half + 2))
    log.note(1)
    log.note(2)
    #expect(!log.needsReservation)
    log.note(3)
    #expect(log.needsReservation)
    log.extend(by: SequenceReservation(epoch: 4, after: 0, through: .max))
    #expect(log.needsReservation, "another epoch's numbers are of no use")
    log.extend(by: SequenceReservation(epoch: 5, after: half + 2, through: half + 20))
    #expect(!log.needsReservation)
    #expect(!ChangeLog<Int>().needsReservation)
  }

  /// A reader of values that a log counts the changes of.
  private struct Reader {
    var cursor = ChangeCursor(epoch: 0, seq: 0)
    var values: [Int: Int] = [:]
    var snapshots = 0

    mutating func read(_ log: ChangeLog<Int>, of truth: [Int: Int], limit: Int) {
      guard let changes = log.changes(after: cursor, limit: limit) else {
        (values, cursor) = (truth, log.cursor)
        snapshots += 1
        return
      }
      for subject in changes.removed { values[subject] = nil }
      for subject in changes.changed { values[subject] = truth[subject] }
      cursor = changes.cursor
    }
  }

  @Test(arguments: 1...40)
  func `has readers of any pace know in the end what is so`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let most = Int.random(in: 2...20, using: &random)
    var log = ChangeLog<Int>(mostTombstones: most)
    var truth: [Int: Int] = [:]
    var readers = [Reader](repeating: Reader(), count: 4)
    for step in 0..<2000 {
      let subject = Int.random(in: 0..<30, using: &random)
      if Int.random(in: 0..<3, using: &random) > 0 {
        truth[subject] = step
        log.note(subject)
      } else if truth.removeValue(forKey: subject) != nil {
        log.remove(subject)
      }
      for index in readers.indices where Int.random(in: 0..<(1 << (2 * index)), using: &random) == 0
      {
        let limit = Int.random(in: 0..<2, using: &random) == 0 ? 3 : Int.max
        readers[index].read(log, of: truth, limit: limit)
        if readers[index].cursor == log.cursor {
          #expect(readers[index].values == truth, "reader \(index) at step \(step)")
        }
      }
    }
    for index in readers.indices {
      readers[index].read(log, of: truth, limit: .max)
      #expect(readers[index].values == truth)
    }
    #expect(readers[0].snapshots == 0, "who reads everything at once needs no snapshot")
  }

  @Test func `takes bounded room however often things change`() {
    var log = ChangeLog<Int>(mostTombstones: 50)
    for number in 0..<100_000 {
      log.note(number % 10)
      log.note(1000 + number)
      log.remove(1000 + number)
    }
    let kept = Mirror(reflecting: log).children.first { $0.label == "records" }?.value
    #expect((kept as? any Collection)?.count ?? .max <= 2 * (10 + 51) + 64)
    #expect(log.changes(after: log.cursor)?.isEmpty == true)
  }
}

@Suite struct `A change cursor` {
  @Test func `is read as it was written, and nothing else is`() {
    let cursor = ChangeCursor(epoch: .max, seq: 18)
    #expect(ChangeCursor(cursor.description) == cursor)
    #expect(ChangeCursor("k3x-1")?.seq == 1)
    let long = String(repeating: "0", count: 64) + "-1"
    for text in [
      "", "-", "k3x", "k3x-", "k3x-1-2", "k3x--1", "k3x-99999999999999999999", "a-1\n",
      "zzzzzzzzzzzzzz-1",
      "é-1", long,
    ] {
      #expect(ChangeCursor(text) == nil, "\(text)")
    }
  }
}

extension ChangeLog.Changes {
  /// Whether nothing changed.
  fileprivate var isEmpty: Bool { changed.isEmpty && removed.isEmpty }
}
