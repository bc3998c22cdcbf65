import Foundation

/// File systems that are full or read-only, where the tests have mounts of their own.
enum Mounts {
  static let areOwn = ProcessInfo.processInfo.environment["HOMENET_OWN_MOUNTS"] != nil

  /// Runs a closure with a small file system in memory at that path.
  static func tmpfs(at path: String, options: String, _ body: () throws -> Void) throws {
    try run("mount", "-t", "tmpfs", "-o", options, "tmpfs", path)
    defer { try? run("umount", "--lazy", path) }
    try body()
  }

  /// Fills the file system at that path to its last byte with a file of that name.
  static func fill(_ path: String, with name: String) throws {
    let file = path + "/" + name
    _ = FileManager.default.createFile(atPath: file, contents: nil)
    let handle = try FileHandle(forWritingTo: URL(filePath: file))
    for size in [4096, 1] {
      while (try? handle.write(contentsOf: Data(count: size))) != nil {}
    }
    try handle.close()
  }

  struct Failure: Error {
    var arguments: [String]
    var status: Int32
  }

  static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(arguments: arguments, status: process.terminationStatus)
    }
  }
}
