import Foundation
import Testing

@testable import Storage

@Suite struct `What others could do with the data` {
  @Test(arguments: [
    (true, UInt32(1000), UInt32(0o700), nil as String?), (true, 1000, 0o755, nil),
    (true, 0, 0o755, nil),
    (true, 1000, 0o775, "run chmod 700"), (true, 1000, 0o1777, "name a directory"),
    (true, 0, 0o1777, "name a directory"), (true, 0, 0o777, "name a directory"),
    (true, 1001, 0o1777, "name a directory"), (true, 1001, 0o777, "name a directory"),
    (true, 1001, 0o700, "run chown"),
    (false, 1000, 0o600, nil), (false, 0, 0o600, nil), (false, 1000, 0o640, "run chmod 600"),
    (false, 1000, 0o602, "run chmod 600"), (false, 1001, 0o600, "run chown"),
  ])
  func `is warned about, with what to do`(
    isDirectory: Bool,
    owner: UInt32,
    mode: UInt32,
    advice: String?
  ) {
    let entry = DataPermissions.Entry(
      path: "/home/a/b",
      isDirectory: isDirectory,
      owner: owner,
      mode: mode
    )
    let warning = DataPermissions.warning(about: entry, user: 1000)
    #expect((warning == nil) == (advice == nil))
    if let advice {
      #expect(warning?.contains(advice) == true)
      #expect(warning?.contains("/home/a/b") == true)
    }
  }

  @Test func `is found in a directory, its lock and its files`() throws {
    let directory = NSTemporaryDirectory() + "homenet-\(UUID().uuidString)"
    try DataDirectory.make(directory)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let files = ["homenet.lock", "password"].map { "\(directory)/\($0)" }
    for file in files {
      #expect(FileManager.default.createFile(atPath: file, contents: nil))
      chmod(file, 0o600)
    }
    let looked = files.suffix(1) + ["\(directory)/missing"]
    #expect(DataPermissions.warnings(in: directory, files: Array(looked)) == [])
    chmod(directory, 0o777)
    for file in files { chmod(file, 0o666) }
    let warnings = DataPermissions.warnings(in: directory, files: Array(looked))
    #expect(warnings.count == 3)
    #expect(warnings.first?.contains(directory) == true)
  }
}
