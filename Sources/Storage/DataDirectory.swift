internal import Glibc
public import Home

/// The data directory (XDG Base Directory Specification).
public enum DataDirectory {
  /// Neither `HOME` nor `XDG_DATA_HOME` is set to an absolute path.
  public struct Unknown: Error, Hashable, CustomStringConvertible {
    /// One line that says what to do.
    public var description: String {
      "neither HOME nor XDG_DATA_HOME says where to keep data: name a directory by --data"
    }
  }

  /// `$XDG_DATA_HOME/homenet`, or `~/.local/share/homenet`.
  public static func standard() throws(Unknown) -> String {
    try standard { name in getenv(name).map { String(cString: $0) } }
  }

  /// The same with those variables; a relative path is none (the specification says so).
  static func standard(_ variable: (String) -> String?) throws(Unknown) -> String {
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/homenet" }
    guard let home = variable("HOME"), home.hasPrefix("/") else { throw Unknown() }
    return (home == "/" ? "" : home) + "/.local/share/homenet"
  }

  /// Makes the directory where it is missing, and those above it, for their owner alone.
  public static func make(_ directory: String) throws(StoreError) {
    var path = ""
    for part in directory.split(separator: "/", omittingEmptySubsequences: false) {
      path += path.isEmpty && part.isEmpty ? "" : String(part)
      defer { path += "/" }
      guard !part.isEmpty, mkdir(path, 0o700) != 0, errno != EEXIST else { continue }
      let failure = errno
      // A directory above may be read-only to this user.
      var status = stat()
      if stat(path, &status) != 0 { throw StoreError(failure, at: path) }
    }
    var status = stat()
    guard stat(directory, &status) == 0 else { throw StoreError(errno, at: directory) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw StoreError(ENOTDIR, at: directory) }
  }
}

/// Checks whether other users could read or replace the stored data.
public enum DataPermissions {
  struct Entry: Hashable {
    var path: String
    var isDirectory: Bool
    var owner: UInt32
    var mode: UInt32

    /// Whether only its owner, or a file's, may remove a file from the directory.
    var isSticky: Bool { mode & 0o1000 != 0 }
  }

  /// The type and the permissions of an open file (inode(7)); `nil` where they can't be read.
  public static func mode(of descriptor: Int32) -> UInt32? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_mode : nil
  }

  /// One sentence for each thing in the directory that others could read or replace, and what to do: the
  /// directory, its lock, and those files.
  public static func warnings(in directory: String, files: [String]) -> [String] {
    let paths = [directory, directory + "/" + StoreDirectory.lockName] + files
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
