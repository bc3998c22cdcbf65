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

  /// Fills the small file system in memory at that path to its last byte with a file of that name.
  static func fill(_ path: String, with name: String) throws {
    // Never the machine's disk, should the mount be missing.
    guard try isMemory(path) else { throw NotSmall(path: path) }
    let file = path + "/" + name
    _ = FileManager.default.createFile(atPath: file, contents: nil)
    let handle = try FileHandle(forWritingTo: URL(filePath: file))
    var written = 0
    for size in [4096, 1] {
      while (try? handle.write(contentsOf: Data(count: size))) != nil {
        written += size
        guard written <= largest else { throw NotSmall(path: path) }
      }
    }
    try handle.close()
  }

  private static let largest = 8 << 20

  /// Whether a file system in memory is mounted right there.
  private static func isMemory(_ path: String) throws -> Bool {
    let mounts = try String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)
    return mounts.split(separator: "\n").contains { line in
      let columns = line.split(separator: " ")
      return columns.count > 2 && columns[1] == path && columns[2] == "tmpfs"
    }
  }

  struct NotSmall: Error { var path: String }

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
