import Discovery
import Home
import Model

/// Lists stored changes, and prints new ones as they are stored.
struct EventSession: Sendable {
  let history: StoredHistory
  let format: OutputFormat
  /// Which changes, whatever their numbers.
  let query: ChangeQuery
  /// The most changes of the list.
  let most: Int
  private var ids: [Int: String]

  /// How often new changes are looked for.
  private static let pause = Duration.seconds(2)

  init(
    _ history: StoredHistory,
    format: OutputFormat,
    query: ChangeQuery,
    most: Int
  ) throws(Failure) {
    self.history = history
    self.format = format
    self.query = query
    self.most = most
    ids = try history.ids()
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
    let end = try history.lastNumber()
    let stored = try history.changes(query, count: most)
    if format == .csv { StandardStream.output.writeLine(EventText.header) }
    guard try show(stored) else { return }
    var query = query
    query.after = max(end, stored.last?.seq ?? 0)
    query.limit = ChangeQuery.mostChanges
    // Without news nothing is written, which would tell that nobody reads.
    while !Task.isCancelled, !StandardStream.output.isAbandoned {
      let changes = try history.changes(query, count: query.limit)
      guard try show(changes) else { return }
      if let last = changes.last { query.after = last.seq }
      if changes.count < query.limit { try? await Task.sleep(for: Self.pause) }
    }
  }

  /// Prints a line for each change; `false` where they can't be written.
  private mutating func show(_ changes: [HomeChange]) throws -> Bool {
    guard !changes.isEmpty else { return true }
    if changes.contains(where: { change in change.slot.map { ids[$0] == nil } ?? false }) {
      ids = try history.ids()
    }
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
