internal import Glibc

/// Who else than this user could read or replace what is kept.
public enum DataPermissions {
  /// A file, or the directory, as the system has it.
  struct Entry: Hashable {
    var path: String
    var isDirectory: Bool
    var owner: UInt32
    /// The permission bits.
    var mode: UInt32

    /// Whether only its owner, or a file's, may remove a file from the directory.
    var isSticky: Bool { mode & 0o1000 != 0 }
  }

  /// One sentence for each thing in the directory that others could read or replace, and what to do: the
  /// directory, its lock, and those files.
  public static func warnings(in directory: String, files: [String]) -> [String] {
    let paths = [directory, directory + "/" + StoreFolder.lockName] + files
    return paths.compactMap { entry(at: $0) }.compactMap { warning(about: $0, user: geteuid()) }
  }

  /// What is wrong with it, for that user; root may do everything anyway.
  static func warning(about entry: Entry, user: UInt32) -> String? {
    let path = entry.path
    if entry.isDirectory, entry.mode & 0o022 != 0, entry.owner != user || entry.isSticky {
      // Such as /tmp: others need it as it is.
      return
        "others may write to \(path), and could replace what is kept there: name a directory of your "
        + "own by --data"
    }
    guard entry.owner == user || entry.owner == 0 else {
      return entry.isDirectory
        ? "\(path) belongs to another user (\(entry.owner)), who could replace all that is kept there: "
          + "run chown on it, or name another directory by --data"
        : "\(path) belongs to another user (\(entry.owner)), who could read and change it: run chown on it"
    }
    if entry.isDirectory {
      // Its files can't be read for that, each is its owner's alone.
      guard entry.mode & 0o022 != 0 else { return nil }
      return
        "others may write to \(path), and could replace what is kept there: run chmod 700 on it"
    }
    guard entry.mode & 0o077 != 0 else { return nil }
    return "others may open \(path), which is for its owner alone: run chmod 600 on it"
  }

  /// A file that is a link is looked at itself: none of ours is.
  private static func entry(at path: String) -> Entry? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    if status.st_mode & S_IFMT == S_IFLNK {
      // The directory may well be one.
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    }
    return Entry(
      path: path,
      isDirectory: status.st_mode & S_IFMT == S_IFDIR,
      owner: status.st_uid,
      mode: status.st_mode & 0o7777
    )
  }
}
