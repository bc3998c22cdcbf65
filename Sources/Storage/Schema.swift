internal import GRDB
internal import Home

/// The tables, and how they came to be: each change is a migration, and none is ever edited.
enum Schema {
  /// "HmNt": says of a file that it is an inventory (`PRAGMA application_id`).
  private static let applicationID: Int32 = 0x486D_4E74

  /// Checks that the file is an inventory that we know, or nothing yet, and brings it up to date.
  ///
  /// Where it is as it was closed, only the tables of the inventory are read for that: all of a year's
  /// history takes seconds on a memory card. Else it must be found well before anything is written to it.
  static func adopt(_ queue: DatabaseQueue, at path: String, wasClosed: Bool) throws {
    try queue.read { database in
      guard wasClosed, try migrator.hasCompletedMigrations(database) else {
        return try check(database, at: path)
      }
      try recognise(database, at: path)
      try checkInventory(database, at: path)
    }
    try queue.writeWithoutTransaction { database in
      // File systems without shared memory keep a rollback journal, whose end is then flushed too.
      try database.execute(sql: "PRAGMA journal_mode = WAL")
    }
    try migrator.migrate(queue)
  }

  /// Throws if the file is another program's, of a newer version, or damaged.
  static func check(_ database: Database, at path: String) throws {
    try recognise(database, at: path)
    let findings = try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
    guard findings == ["ok"] else {
      throw StoreError.unreadable(path: path, why: words(of: findings))
    }
  }

  /// Throws if the tables of the inventory are damaged; those of the history may be, and are a hundred
  /// times as long.
  static func checkInventory(_ database: Database, at path: String) throws {
    for table in ["device", "identity", "evidence"] {
      let findings = try String.fetchAll(database, sql: "PRAGMA quick_check(\(table))")
      guard findings == ["ok"] else {
        throw StoreError.unreadable(path: path, why: words(of: findings))
      }
    }
  }

  /// The first of SQLite's findings, which may have a line before it that names the database.
  private static func words(of findings: [String]) -> String {
    let lines = findings.flatMap { $0.split(separator: "\n") }
    return lines.first { !$0.hasPrefix("***") }.map(String.init) ?? "it is damaged"
  }

  /// Throws if the file is another program's or of a newer version.
  static func recognise(_ database: Database, at path: String) throws {
    let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    // The list of migrations is made first, by itself: a full disk or the loss of power may have
    // left nothing else.
    let tables =
      try Int.fetchOne(
        database,
        sql: "SELECT COUNT(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'"
      ) ?? 0
    guard id == applicationID || (id == 0 && tables == 0) else {
      throw StoreError.unreadable(path: path, why: "it is another program's database")
    }
    if try migrator.hasBeenSuperseded(database) { throw StoreError.tooNew(path: path) }
  }

  private static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 devices") { database in
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(
        sql: """
          CREATE TABLE device (
            slot INTEGER PRIMARY KEY,          -- its place on the map, for life
            user_name TEXT,
            user_category TEXT,
            note TEXT,
            is_hidden INTEGER NOT NULL,
            is_new INTEGER NOT NULL,
            first_seen INTEGER NOT NULL,       -- milliseconds since 1970, UTC
            last_seen INTEGER NOT NULL,
            probed_at INTEGER
          ) STRICT;
          -- What it is known by, the strongest first.
          CREATE TABLE identity (
            slot INTEGER NOT NULL REFERENCES device ON DELETE CASCADE,
            rank INTEGER NOT NULL,
            identity TEXT NOT NULL,
            PRIMARY KEY (slot, rank)
          ) STRICT, WITHOUT ROWID;
          -- What is known of it, an observation a line, as in a recording.
          CREATE TABLE evidence (
            slot INTEGER PRIMARY KEY REFERENCES device ON DELETE CASCADE,
            lines TEXT NOT NULL
          ) STRICT;
          """
      )
    }
    migrator.registerMigration("2 change log") { database in
      try database.execute(
        sql: """
          -- The sequence of changes: which one it is, and the last number that may have been given.
          CREATE TABLE change_log (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            epoch INTEGER NOT NULL,
            reserved INTEGER NOT NULL
          ) STRICT;
          """
      )
    }
    migrator.registerMigration("3 history") { database in
      try database.execute(sql: history)
    }
    migrator.registerMigration("4 ties and edits") { database in
      try database.execute(
        sql: """
          -- What was decided of a device's identity, as JSON; no row where nothing was.
          CREATE TABLE tie (
            slot INTEGER PRIMARY KEY REFERENCES device ON DELETE CASCADE,
            json TEXT NOT NULL
          ) STRICT;
          -- The last merges and splits with both entries, as JSON, by the number of the change.
          CREATE TABLE edit (
            seq INTEGER PRIMARY KEY,
            json TEXT NOT NULL
          ) STRICT;
          """
      )
    }
    migrator.registerMigration("5 silences") { database in
      try database.execute(
        sql: """
          -- How long a device is usually silent while it is there; no row where nothing is learned.
          CREATE TABLE silence (
            slot INTEGER PRIMARY KEY REFERENCES device ON DELETE CASCADE,
            model BLOB NOT NULL
          ) STRICT;
          """
      )
    }
    migrator.registerMigration("6 trusted time") { database in
      try database.execute(
        sql: """
          -- The latest time by which the history's age was judged.
          CREATE TABLE trusted_time (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            time INTEGER NOT NULL
          ) STRICT;
          """
      )
    }
    migrator.registerMigration("7 forgotten") { database in
      try database.execute(
        sql: """
          -- The slots of forgotten devices, until nothing of their history is left; the greatest stays.
          CREATE TABLE forgotten (
            slot INTEGER PRIMARY KEY,
            is_done INTEGER NOT NULL
          ) STRICT;
          """
      )
    }
    migrator.registerMigration("8 monitors") { database in
      try database.execute(sql: monitoring)
    }
    return migrator
  }()

  /// The tables of the history.
  ///
  /// Times are milliseconds since 1970, hours and days are counted from there; slots are not those of
  /// `device` alone, for what a device was that expired or was merged stays true. Round trips are
  /// microseconds.
  private static let history = """
    -- When it was last known to be going on.
    CREATE TABLE history_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      heartbeat INTEGER NOT NULL
    ) STRICT;
    -- What changed; a kind's number is this file's own.
    CREATE TABLE change_kind (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE change (
      seq INTEGER PRIMARY KEY,
      time INTEGER NOT NULL,
      slot INTEGER,                      -- NULL where the home as a whole changed
      kind INTEGER NOT NULL REFERENCES change_kind,
      name TEXT,
      was TEXT,
      now TEXT,
      reason TEXT,
      sources TEXT NOT NULL              -- with spaces between
    ) STRICT;
    -- Both answer alone which changes match.
    CREATE INDEX change_by_time ON change (time, kind, slot);
    CREATE INDEX change_by_slot ON change (slot, kind, time);
    -- Presence since then: 0 present, 1 asleep, 2 away, 3 unknown.
    CREATE TABLE presence (
      slot INTEGER NOT NULL,
      since INTEGER NOT NULL,
      state INTEGER NOT NULL,
      PRIMARY KEY (slot, since)
    ) STRICT, WITHOUT ROWID;
    -- What devices are since then; NULL where they are gone. Profiles come back, so each text
    -- is kept once.
    CREATE TABLE profile_text (
      id INTEGER PRIMARY KEY,
      digest INTEGER NOT NULL,
      json TEXT NOT NULL
    ) STRICT;
    CREATE INDEX profile_text_by_digest ON profile_text (digest);
    CREATE TABLE profile (
      slot INTEGER NOT NULL,
      since INTEGER NOT NULL,
      text INTEGER REFERENCES profile_text,
      PRIMARY KEY (slot, since)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX profile_by_text ON profile (text);
    -- Checks of the open hour: a round trip, -1 lost, -2 unknown.
    CREATE TABLE sample (
      hour INTEGER NOT NULL,
      slot INTEGER NOT NULL,
      time INTEGER NOT NULL,
      outcome INTEGER NOT NULL,
      PRIMARY KEY (hour, slot, time)
    ) STRICT, WITHOUT ROWID;
    -- Those of closed hours, in about a byte each.
    CREATE TABLE sealed_hour (
      slot INTEGER NOT NULL,
      hour INTEGER NOT NULL,
      samples BLOB NOT NULL,
      PRIMARY KEY (slot, hour)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE hourly (
      slot INTEGER NOT NULL,
      span INTEGER NOT NULL,
      n INTEGER NOT NULL,
      lost INTEGER NOT NULL,
      unknown INTEGER NOT NULL,
      min INTEGER,
      p50 INTEGER,
      p95 INTEGER,
      max INTEGER,
      PRIMARY KEY (slot, span)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE daily (
      slot INTEGER NOT NULL,
      span INTEGER NOT NULL,
      n INTEGER NOT NULL,
      lost INTEGER NOT NULL,
      unknown INTEGER NOT NULL,
      min INTEGER,
      p50 INTEGER,
      p95 INTEGER,
      max INTEGER,
      PRIMARY KEY (slot, span)
    ) STRICT, WITHOUT ROWID;
    -- The days whose hours changed since they were summed up.
    CREATE TABLE day_due (
      day INTEGER NOT NULL,
      slot INTEGER NOT NULL,
      PRIMARY KEY (day, slot)
    ) STRICT, WITHOUT ROWID;
    """

  /// The tables of monitors and alerts.
  ///
  /// Rows name a monitor by its number; numbers of monitors, incidents, events and alerts are never given
  /// again, whatever was removed.
  private static let monitoring = """
    -- When checks were last known to be going on; what the alert dispatcher remembers and the status page, as
    -- JSON.
    CREATE TABLE monitoring (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      heartbeat INTEGER,
      dispatcher BLOB,
      status_page BLOB
    ) STRICT;
    -- The monitors of users, as JSON.
    CREATE TABLE monitor (
      id TEXT PRIMARY KEY,
      json TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Every monitor that anything is kept of; one that was removed has no id any more, and goes when
    -- nothing is left of it.
    CREATE TABLE monitor_number (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT UNIQUE
    ) STRICT;
    -- What is remembered of the last checks, as JSON.
    CREATE TABLE tracker (
      monitor INTEGER PRIMARY KEY,
      json BLOB NOT NULL
    ) STRICT;
    -- States since then: 0 up, 1 degraded, 2 down, 3 unknown, 4 paused.
    CREATE TABLE monitor_state (
      monitor INTEGER NOT NULL,
      time INTEGER NOT NULL,
      state INTEGER NOT NULL,
      is_in_maintenance INTEGER NOT NULL,
      PRIMARY KEY (monitor, time)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE incident (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      monitor INTEGER NOT NULL,
      since INTEGER NOT NULL,
      until INTEGER,                     -- NULL while it lasts
      state INTEGER NOT NULL,
      json TEXT NOT NULL
    ) STRICT;
    CREATE INDEX incident_by_monitor ON incident (monitor);
    CREATE INDEX incident_by_end ON incident (until);
    CREATE TABLE monitor_event (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      monitor INTEGER NOT NULL,
      time INTEGER NOT NULL,
      json TEXT NOT NULL
    ) STRICT;
    CREATE INDEX monitor_event_by_time ON monitor_event (time);
    CREATE TABLE alert_rule (
      id TEXT PRIMARY KEY,
      json TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Without secrets, which are in no database.
    CREATE TABLE alert_channel (
      id TEXT PRIMARY KEY,
      json TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE alert (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      channel TEXT NOT NULL,
      rule TEXT NOT NULL,
      time INTEGER NOT NULL,
      state TEXT NOT NULL,
      tries INTEGER NOT NULL,
      next_try INTEGER,
      json TEXT NOT NULL
    ) STRICT;
    CREATE INDEX alert_by_state ON alert (state);
    CREATE INDEX alert_by_time ON alert (time);
    -- Checks, as those of devices are kept.
    CREATE TABLE monitor_sample (
      hour INTEGER NOT NULL,
      monitor INTEGER NOT NULL,
      time INTEGER NOT NULL,
      outcome INTEGER NOT NULL,
      PRIMARY KEY (hour, monitor, time)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE monitor_sealed_hour (
      monitor INTEGER NOT NULL,
      hour INTEGER NOT NULL,
      samples BLOB NOT NULL,
      PRIMARY KEY (monitor, hour)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE monitor_hourly (
      monitor INTEGER NOT NULL,
      span INTEGER NOT NULL,
      n INTEGER NOT NULL,
      lost INTEGER NOT NULL,
      unknown INTEGER NOT NULL,
      min INTEGER,
      p50 INTEGER,
      p95 INTEGER,
      max INTEGER,
      PRIMARY KEY (monitor, span)
    ) STRICT, WITHOUT ROWID;
    """
}
