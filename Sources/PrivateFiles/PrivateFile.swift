internal import Glibc

/// A small file that only its owner may read, such as one with passwords.
///
/// Calls block. Whether the file is the user's own is left to the system: what is another's with this
/// mode can't be opened.
package struct PrivateFile: Hashable, Sendable {
  /// Where it is.
  package let path: String

  /// Larger files are refused.
  package static let mostBytes = 1 << 20

  /// The file at that path.
  package init(path: String) {
    self.path = path
  }

  /// Why a private file can't be read or written.
  package enum Failure: Error, Hashable, Sendable {
    /// Others than its owner may read or write it.
    case openToOthers
    /// It is no file, or a larger one than is read.
    case unexpected
    /// The system refused.
    case system(errno: Int32)
  }

  /// The directory that it is in.
  package var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The contents; `nil` where there is no file.
  ///
  /// Links are not followed, and a pipe is not waited for.
  package func read() throws(Failure) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .system(errno: errno)
    }
    defer { close(descriptor) }
    var state = stat()
    guard fstat(descriptor, &state) == 0 else { throw .system(errno: errno) }
    guard state.st_mode & S_IFMT == S_IFREG, state.st_size <= Self.mostBytes else {
      throw .unexpected
    }
    guard state.st_mode & 0o077 == 0 else { throw .openToOthers }
    return try Self.contents(of: descriptor, most: Self.mostBytes)
  }

  /// Everything that a descriptor still gives, of whatever file; throws where that is more than `most`
  /// bytes.
  package static func contents(of descriptor: Int32, most: Int) throws(Failure) -> [UInt8] {
    var contents: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(errno: errno) }
      if count == 0 { return contents }
      contents += part.prefix(count)
      guard contents.count <= most else { throw .unexpected }
    }
  }

  /// Replaces the file: readers see the old or the new contents, also after a power cut.
  package func write(_ bytes: [UInt8]) throws(Failure) {
    let fresh = "\(path).\(UInt32.random(in: 0...UInt32.max))"
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .system(errno: errno) }
    var failure: Int32?
    var rest = bytes[...]
    while !rest.isEmpty, failure == nil {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { failure = errno }
    }
    if failure == nil, fsync(descriptor) != 0 { failure = errno }
    close(descriptor)
    if failure == nil, rename(fresh, path) != 0 { failure = errno }
    if let failure {
      unlink(fresh)
      throw .system(errno: failure)
    }
    syncDirectory()
  }

  /// Flushes the renaming, so that a power cut doesn't bring old secrets back.
  ///
  /// Some file systems can't.
  private func syncDirectory() {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
