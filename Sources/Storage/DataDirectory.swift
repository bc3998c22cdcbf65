internal import Glibc
public import Home

/// Where the data of programs belongs (XDG Base Directory Specification).
public enum DataDirectory {
  /// Nobody says where.
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
      // Above may lie what we can't write to, but may enter.
      var status = stat()
      if stat(path, &status) != 0 { throw StoreError(failure, at: path) }
    }
    var status = stat()
    guard stat(directory, &status) == 0 else { throw StoreError(errno, at: directory) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw StoreError(ENOTDIR, at: directory) }
  }
}
