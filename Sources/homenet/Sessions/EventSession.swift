import Discovery
import Home
import LinuxNetwork
import Model

/// Lists stored changes, and prints new ones as they are stored.
struct EventSession: Sendable {
  let history: StoredHistory
  let format: OutputFormat
  /// Which changes, whatever their numbers.
  private var query: ChangeQuery
  /// The most changes of the list.
  let most: Int
  /// The slot of the only device whose changes are meant.
  private let slot: Int?
  private var ids: [Int: String] = [:]

  /// How often new changes are looked for.
  private static let pause = Duration.seconds(2)

  init(
    _ history: StoredHistory,
    format: OutputFormat,
    query: ChangeQuery,
    of slot: Int?,
    most: Int
  ) throws(Failure) {
    self.history = history
    self.format = format
    self.query = query
    self.most = most
    self.slot = slot
    try readOwners()
  }

  /// Reads whose history the slots' is today.
  private mutating func readOwners() throws(Failure) {
    let owners = try history.owners()
    ids = owners.ids
    query.slots = slot.map(owners.slots(with:))
  }

  /// Prints the list; returns the number of changes in it.
  func list() throws -> Int {
    let changes = try history.changes(query, count: most).map(named)
    switch format {
    case .json:
      let next = try changes.last?.change.seq ?? history.lastNumber()
      let json: JSONObject = ["schema": "homenet.events/1", "changes": changes, "next": next]
      StandardStream.output.writeLine(try JSONText.encode(json))
    case .csv, .text:
      let header = format == .csv ? [EventText.header] : []
      let lines = try header + changes.map(line)
      StandardStream.output.write(lines.map { $0 + "\n" }.joined())
    }
    return changes.count
  }

  /// Prints the list line by line, and then every new change, until its task is cancelled or nobody reads
  /// any more.
  mutating func follow() async throws {
    var wasThere = history.isThere
    var absences = 0
    var looked = Timestamp.now
    let end = try history.lastNumber()
    let stored = try history.changes(query, count: most)
    if format == .csv { StandardStream.output.writeLine(EventText.header) }
    guard try show(stored) else { return }
    // All of the home, since merges of others can concern the device.
    var all = ChangeQuery(after: max(end, stored.last?.seq ?? 0), limit: ChangeQuery.mostChanges)
    // Without news nothing is written, which would tell that nobody reads.
    while !Task.isCancelled, !StandardStream.output.isAbandoned {
      let began = Timestamp.now
      let changes = try history.changes(all, count: all.limit)
      if let last = changes.last {
        all.after = last.seq
        if changes.contains(where: changesOwners) { try readOwners() }
        guard try show(changes.filter(query.matches)) else { return }
      } else if try history.lastNumber() < all.after ?? 0 {
        // Another history is there now, as after it was removed: what was stored in it since is new.
        all.after = try history.lastNumber(until: looked)
        try readOwners()
      }
      let isThere = history.isThere
      absences = isThere || !wasThere ? 0 : absences + 1
      // Once it may just be on its way to its place.
      if absences > 1 { throw Failure("the history in \(history.directory) is gone", .unable) }
      (wasThere, looked) = (wasThere || isThere, began)
      if changes.count < all.limit { try? await Task.sleep(for: Self.pause) }
    }
  }

  /// Whether a change says that a slot's history may be another device's than is known.
  private func changesOwners(_ change: HomeChange) -> Bool {
    switch change.kind {
    case .merged, .split, .newMAC: true
    default: change.slot.map { ids[$0] == nil } ?? false
    }
  }

  /// Prints a line for each change; `false` where they can't be written.
  private func show(_ changes: [HomeChange]) throws -> Bool {
    guard !changes.isEmpty else { return true }
    let lines = try changes.map { try line(named($0)) + "\n" }
    return StandardStream.output.write(lines.joined()) == 0
  }

  private func named(_ change: HomeChange) -> NamedChange {
    NamedChange(change, device: change.slot.flatMap { ids[$0] })
  }

  private func line(_ change: NamedChange) throws -> String {
    switch format {
    case .json: return try JSONText.encode(EventLine(change: change))
    case .csv: return EventText.row(change)
    case .text:
      let style = Style(isColoured: StandardStream.output.wantsColour)
      return EventText(style: style, offset: LocalTime.offset).line(change.change)
    }
  }
}
