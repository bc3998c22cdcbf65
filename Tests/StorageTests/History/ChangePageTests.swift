import Home
import Model
import Storage
import Testing

/// Pages of changes of some kinds, in a log that is longer than what is sorted at once.
struct ChangePageTests {
  private let folder: Folder
  private let changes: [HomeChange] = (1...12_000).map { seq in
    let kinds: [HomeChange.Kind] = [.left, .returned]
    return HomeChange(
      seq: UInt64(seq),
      time: .hour(Int64(seq)),
      // Some of the home as a whole.
      slot: seq.isMultiple(of: 3000) ? nil : seq % 7,
      kind: seq.isMultiple(of: 1000) ? .renamed : kinds[seq % 2]
    )
  }

  init() throws { folder = try Folder() }

  @Test func `rare kinds are found among the changes of a long time`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    var batch = HistoryBatch(time: .hour(12_000))
    batch.changes = changes
    try store.append(batch)
    let slots: [Set<Int>?] = [nil, Set(0..<1000), Set(1000..<2000)]
    for (since, until) in [(500, 11_500), (2000, nil), (nil, 9000)] as [(Int64?, Int64?)] {
      for slots in slots {
        let (first, end) = (Timestamp.hour(since ?? 0), Timestamp.hour(until ?? 20_000))
        let query = ChangeQuery(
          since: since == nil ? nil : first,
          until: until == nil ? nil : end,
          slots: slots,
          kinds: [.renamed, .left],
          limit: 1000
        )
        let matching = changes.filter { change in
          let isWanted = slots.map { slots in change.slot.map(slots.contains) == true }
          return change.kind != .returned && change.time >= first && change.time < end
            && isWanted ?? true
        }
        let found = try store.changes(query)
        #expect(found == Array(matching.suffix(1000)), "\(query)")
      }
    }
  }

  @Test(
    arguments: [[.left, .returned], [.renamed], [.left, .renamed], [.merged]]
      as [Set<HomeChange.Kind>]
  )
  func `a page is the same for frequent kinds and for rare ones`(
    kinds: Set<HomeChange.Kind>
  ) throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    var batch = HistoryBatch(time: .hour(12_000))
    batch.changes = changes
    try store.append(batch)
    let borders: [UInt64?] = [nil, 0, 60, 5001, 11_990, UInt64.max]
    for after in borders {
      for before in borders {
        for limit in [1, 50] {
          let query = ChangeQuery(after: after, before: before, kinds: kinds, limit: limit)
          let matching = changes.filter { change in
            let isAfter = after.map { change.seq > $0 } ?? true
            let isBefore = before.map { change.seq < $0 } ?? true
            return isAfter && isBefore && kinds.contains(change.kind)
          }
          let page = after == nil ? matching.suffix(limit) : matching.prefix(limit)
          let found = try store.changes(query)
          #expect(found.map(\.seq) == page.map(\.seq), "\(query)")
        }
      }
    }
  }
}
