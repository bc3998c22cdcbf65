internal import Glibc

/// A file of authorities that a channel names.
enum AuthoritiesFile {
  /// Many times what all public authorities take.
  private static let mostBytes = 8 << 20

  /// Whether it can be read to its end: the libraries that read it would wait at a pipe, and never be done
  /// with a device.
  static func isUsable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size <= mostBytes
  }
}
