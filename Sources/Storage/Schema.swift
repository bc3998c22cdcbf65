internal import GRDB
internal import Home

/// The tables, and how they came to be: each change is a migration, and none is ever edited.
enum Schema {
  /// "HmNt": says of a file that it is an inventory (`PRAGMA application_id`).
  private static let applicationID: Int32 = 0x486D_4E74

  /// Checks that the file is an inventory that we know, or nothing yet, and brings it up to date.
  static func adopt(_ queue: DatabaseQueue, at path: String) throws {
    try queue.read { try check($0, at: path) }
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
      throw StoreError.unreadable(path: path, why: findings.first ?? "it is damaged")
    }
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
    return migrator
  }()
}
