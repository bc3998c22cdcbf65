public import Model

/// Why the store failed; the watch continues in memory.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another homenet has it open.
  case inUse(path: String)
  /// The disk is full.
  case diskFull(path: String)
  /// It can't be written to.
  case readOnly(path: String)
  /// It can't be read, or is no inventory; says why.
  case unreadable(path: String, why: String)
  /// It can't be read, or is no inventory, and the newest backup that can be restored is at `backup`.
  case damaged(path: String, why: String, backup: String)
  /// A newer homenet wrote it.
  case tooNew(path: String)
  /// Anything else, in the database's words.
  case failed(path: String, why: String)

  /// One sentence that says what to do.
  public var message: Message {
    switch self {
    case .inUse(let path): Message(.storageInUse, ["path": path])
    case .diskFull(let path): Message(.storageDiskFull, ["path": path])
    case .readOnly(let path): Message(.storageReadOnly, ["path": path])
    case .unreadable(let path, let why): Message(.storageUnreadable, ["path": path, "why": why])
    case .damaged(let path, let why, let backup):
      Message(
        .storageDamaged,
        ["path": path, "why": why, "command": Self.restoring(backup, of: path)]
      )
    case .tooNew(let path): Message(.storageTooNew, ["path": path])
    case .failed(let path, let why): Message(.storageFailed, ["path": path, "why": why])
    }
  }

  /// The command that puts a backup in the place of that file, as a shell takes it.
  private static func restoring(_ backup: String, of path: String) -> String {
    let directory = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let root = path.hasPrefix("/") ? "/" : "."
    return
      "homenet restore --data \(quoted(directory.isEmpty ? root : directory)) \(quoted(backup))"
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-._/".contains($0))
    }
    guard !isPlain else { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// The message in English.
  public var description: String { message.text }
}

/// Why the inventory is not kept.
extension MessageTemplate {
  static let storageInUse = MessageTemplate(
    "storage.in_use",
    "{path} is in use by another homenet: stop that one, or name another directory by --data"
  )
  static let storageDiskFull = MessageTemplate(
    "storage.disk_full",
    "the disk of {path} is full: make room; until then nothing is remembered"
  )
  static let storageReadOnly = MessageTemplate(
    "storage.read_only",
    "{path} can't be written to: give its owner the right to, or name another directory by --data"
  )
  static let storageUnreadable = MessageTemplate(
    "storage.unreadable",
    "{path} can't be read ({why}): move it away, or name another directory by --data, and start again"
  )
  static let storageDamaged = MessageTemplate(
    "storage.damaged",
    "{path} can't be read ({why}), but a backup is intact: end homenet and run {command}, which moves the damaged file aside"
  )
  static let storageTooNew = MessageTemplate(
    "storage.too_new",
    "{path} was written by a newer homenet: update this one, or name another directory by --data, and start again"
  )
  static let storageFailed = MessageTemplate("storage.failed", "{path}: {why}")
}
