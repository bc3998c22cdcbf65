internal import GRDB
public import Home
public import Model
public import Monitoring

/// Reading what is stored of monitors also while another process has the file open.
extension SQLiteInventoryStore {
  /// Everything that is needed to go on; nothing without a store.
  public static func readMonitoring(
    _ directory: String
  ) throws(StoreError) -> StoredMonitoring {
    try read(directory, mayLock: false, absent: StoredMonitoring()) { database, _ in
      try StoredMonitoring(database)
    }
  }

  /// The states of monitors, by their ids: each one's last change at or before `from`, and those after it
  /// until `to`.
  public static func readMonitorStates(
    _ directory: String,
    of monitors: [String],
    from: Timestamp,
    to: Timestamp
  ) throws(StoreError) -> [String: [MonitorStateChange]] {
    try read(directory, mayLock: false, absent: [:]) { database, _ in
      guard try database.tableExists("monitoring") else { return [:] }
      var states: [String: [MonitorStateChange]] = [:]
      for monitor in monitors {
        states[monitor] = try MonitorStateChange.fetch(database, of: monitor, from: from, to: to)
      }
      return states
    }
  }

  /// Alerts, the newest first; in one state, or in all.
  public static func readAlerts(
    _ directory: String,
    in state: Alert.State?,
    limit: Int
  ) throws(StoreError) -> [Alert] {
    try read(directory, mayLock: false, absent: []) { database, _ in
      guard try database.tableExists("monitoring") else { return [] }
      return try Alert.fetch(database, in: state, before: nil, limit: limit)
    }
  }
}
