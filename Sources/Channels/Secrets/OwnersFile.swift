internal import Glibc

/// A small file that only its owner may read.
struct OwnersFile: Hashable, Sendable {
  let path: String
  /// Larger files are refused.
  static let mostBytes = 1 << 20

  /// The contents; `nil` where there is no file.
  func read() throws(SecretsError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw SecretsError(.failed, path, errno)
    }
    defer { close(file) }
    var state = stat()
    guard fstat(file, &state) == 0 else { throw SecretsError(.failed, path, errno) }
    guard state.st_mode & S_IFMT == S_IFREG, state.st_size <= Self.mostBytes else {
      throw SecretsError(.malformed, path)
    }
    guard state.st_mode & 0o077 == 0 else { throw SecretsError(.openToOthers, path) }
    return try Self.contents(of: file, path: path, most: Self.mostBytes)
  }

  /// Everything that a descriptor still gives.
  static func contents(of file: Int32, path: String, most: Int) throws(SecretsError) -> [UInt8] {
    var contents: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(file, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SecretsError(.failed, path, errno) }
      if count == 0 { return contents }
      contents += part.prefix(count)
      guard contents.count <= most else { throw SecretsError(.malformed, path) }
    }
  }

  /// Replaces the file: readers see the old or the new contents, also after a power cut.
  func write(_ bytes: [UInt8]) throws(SecretsError) {
    let fresh = "\(path).\(UInt32.random(in: 0...UInt32.max))"
    let file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw SecretsError(.failed, path, errno) }
    var failure: Int32 = 0
    var rest = bytes[...]
    while !rest.isEmpty, failure == 0 {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { failure = errno }
    }
    if failure == 0, fsync(file) != 0 { failure = errno }
    close(file)
    if failure == 0, rename(fresh, path) != 0 { failure = errno }
    guard failure == 0 else {
      unlink(fresh)
      throw SecretsError(.failed, path, failure)
    }
    syncDirectory()
  }

  /// Flushes the renaming, so that a power cut doesn't bring the old secrets back.
  ///
  /// Some file systems can't.
  private func syncDirectory() {
    let end = path.lastIndex(of: "/")
    let directory = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let opened = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { return }
    _ = fsync(opened)
    close(opened)
  }
}
