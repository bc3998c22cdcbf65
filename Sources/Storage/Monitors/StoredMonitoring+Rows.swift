internal import Discovery
internal import FoundationEssentials
internal import GRDB
import Model
internal import Monitoring

extension StoredMonitoring {
  /// What is stored; a file of an earlier version has nothing.
  ///
  /// What a newer version wrote and this one can't read is left out, and stays in the file.
  init(_ database: Database) throws {
    self.init()
    guard try database.tableExists("monitoring") else { return }
    monitors = try Self.decoded(Monitor.self, of: "monitor", database)
    rules = try Self.decoded(AlertRule.self, of: "alert_rule", database)
    channels = try Self.decoded(AlertChannel.self, of: "alert_channel", database)
    trackers = try Self.trackers(database)
    incidents = try Incident.fetchOpen(database)
    waiting = try Alert.fetchWaiting(database)
    let memory = "SELECT heartbeat, dispatcher, status_page FROM monitoring"
    if let row = try Row.fetchOne(database, sql: memory) {
      let time: Int64? = try row.decode(atIndex: 0)
      let told: Data? = try row.decode(atIndex: 1)
      let page: Data? = try row.decode(atIndex: 2)
      heartbeat = time.map(Timestamp.init(milliseconds:))
      dispatcher = told.map { [UInt8]($0) }
      statusPage = page.map { [UInt8]($0) }
    }
  }

  private static func trackers(_ database: Database) throws -> [String: [UInt8]] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT monitor_number.id, tracker.json
        FROM tracker JOIN monitor_number ON monitor_number.number = tracker.monitor
        WHERE monitor_number.id IS NOT NULL
        """
    )
    var trackers: [String: [UInt8]] = [:]
    while let row = try rows.next() {
      let id: String = try row.decode(atIndex: 0)
      let memory: Data = try row.decode(atIndex: 1)
      trackers[id] = [UInt8](memory)
    }
    return trackers
  }

  /// So many rows are decoded at once, which is faster by half; where one can't be, one by one.
  private static let decodedAtOnce = 256

  private static func decoded<Value: Decodable>(
    _ type: Value.Type,
    of table: String,
    _ database: Database
  ) throws -> [Value] {
    let texts = try String.fetchAll(database, sql: "SELECT json FROM \(table) ORDER BY id")
    var values: [Value] = []
    values.reserveCapacity(texts.count)
    for start in stride(from: 0, to: texts.count, by: decodedAtOnce) {
      let chunk = texts[start..<min(start + decodedAtOnce, texts.count)]
      let whole = "[" + chunk.joined(separator: ",") + "]"
      if let all = try? JSONText.decode([Value].self, from: whole) {
        values += all
      } else {
        values += chunk.compactMap { try? JSONText.decode(Value.self, from: $0) }
      }
    }
    return values
  }
}
