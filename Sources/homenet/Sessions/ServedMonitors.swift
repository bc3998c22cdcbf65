import Monitoring

/// Every monitor of a server, whose answers have a bounded number of them.
enum ServedMonitors {
  /// As many as an answer may have.
  private static let limit = MonitorQuery.mostLimit
  /// More answers than a home can fill.
  private static let mostAnswers = 50

  /// All monitors, the worst state first, then by name; `ask` sends a `GET` of the API.
  ///
  /// Where they are more than one answer has, they are asked for by id: in the order of states, one whose state
  /// changes meanwhile could be missed.
  static func all(
    _ ask: (String) throws(Failure) -> FieldValue
  ) throws(Failure) -> [FieldValue] {
    let first = try ask("monitors")
    guard first["next"]?.string != nil else { return first["monitors"]?.elements ?? [] }
    var found: [String: FieldValue] = [:]
    var after: String?
    for _ in 0..<mostAnswers {
      let place = after.map { "&after=\($0.asPathPart)" } ?? ""
      let answer = try ask("monitors?order=id&limit=\(limit)\(place)")
      for monitor in answer["monitors"]?.elements ?? [] {
        if let id = monitor["id"]?.string { found[id] = monitor }
      }
      guard let next = answer["next"]?.string, next != after else { break }
      after = next
    }
    return sorted(found)
  }

  private static func sorted(_ monitors: [String: FieldValue]) -> [FieldValue] {
    let ranked = monitors.map { id, monitor in
      let state = MonitorState(rawValue: monitor["state"]?.string ?? "") ?? .unknown
      return (rank: state.rank, name: monitor["name"]?.string ?? "", id: id, monitor: monitor)
    }
    return ranked.sorted { ($0.rank, $0.name, $0.id) < ($1.rank, $1.name, $1.id) }
      .map(\.monitor)
  }
}
