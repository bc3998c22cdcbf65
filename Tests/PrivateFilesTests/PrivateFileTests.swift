import Foundation
import PrivateFiles
import Testing

@Suite struct PrivateFileTests {
  /// A directory of its own, which goes with the value.
  private final class Directory: Sendable {
    let path: String

    init() throws {
      path = NSTemporaryDirectory() + "homenet-private-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] {
      get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
  }

  private let directory: Directory
  private let file: PrivateFile

  init() throws {
    directory = try Directory()
    file = PrivateFile(path: directory.path + "/secret")
  }

  @Test func `what is written is read again, by its owner alone`() throws {
    let before = try file.read()
    #expect(before == nil)
    for contents in [Array("first".utf8), [], [UInt8](repeating: 0xFF, count: 100_000)] {
      try file.write(contents)
      let read = try file.read()
      #expect(read == contents)
    }
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
    let names = try directory.names
    #expect(names == ["secret"])
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o610, 0o601] as [mode_t])
  func `a file that others may use is refused`(_ mode: mode_t) throws {
    try file.write([1])
    #expect(chmod(file.path, mode) == 0)
    #expect(throws: PrivateFile.Failure.openToOthers) { try file.read() }
  }

  @Test func `a link is not followed, and is replaced`() throws {
    let other = PrivateFile(path: directory.path + "/other")
    try other.write([1])
    #expect(symlink(other.path, file.path) == 0)
    #expect(throws: PrivateFile.Failure.system(errno: ELOOP)) { try file.read() }
    try file.write([2])
    let (kept, written) = (try other.read(), try file.read())
    #expect(kept == [1])
    #expect(written == [2])
  }

  @Test func `what is no file is refused, and a pipe is not waited for`() throws {
    #expect(throws: PrivateFile.Failure.unexpected) {
      try PrivateFile(path: directory.path).read()
    }
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(throws: PrivateFile.Failure.unexpected) { try file.read() }
  }

  @Test func `a file is read up to a size`() throws {
    try file.write([UInt8](repeating: 0, count: PrivateFile.mostBytes))
    let largest = try file.read()
    #expect(largest?.count == PrivateFile.mostBytes)
    try file.write([UInt8](repeating: 0, count: PrivateFile.mostBytes + 1))
    #expect(throws: PrivateFile.Failure.unexpected) { try file.read() }
  }

  @Test func `a descriptor is read up to a size, whatever the file says`() throws {
    try file.write([UInt8](repeating: 7, count: 20_000))
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let contents = try PrivateFile.contents(of: descriptor, most: 20_000)
    #expect(contents.count == 20_000)
    #expect(lseek(descriptor, 0, SEEK_SET) == 0)
    #expect(throws: PrivateFile.Failure.unexpected) {
      try PrivateFile.contents(of: descriptor, most: 19_999)
    }
    #expect(throws: PrivateFile.Failure.system(errno: EBADF)) {
      try PrivateFile.contents(of: -1, most: 1)
    }
  }

  @Test func `what can't be written leaves nothing behind`() throws {
    let lost = PrivateFile(path: directory.path + "/none/secret")
    #expect(throws: PrivateFile.Failure.system(errno: ENOENT)) { try lost.write([1]) }
    // A directory can't be replaced by a file.
    try FileManager.default.createDirectory(
      atPath: file.path,
      withIntermediateDirectories: false
    )
    #expect(throws: PrivateFile.Failure.system(errno: EISDIR)) { try file.write([1]) }
    let names = try directory.names
    #expect(names == ["secret"])
  }

  @Test(arguments: [("/a/b", "/a"), ("/b", "/"), ("b", "."), ("a/b/c", "a/b")])
  func `a file is in a directory`(_ path: String, _ directory: String) {
    #expect(PrivateFile(path: path).directory == directory)
  }
}
