import Foundation

/// Directories that are removed when the tests' process ends.
enum Scratch {
  private static let root: String = {
    let path = NSTemporaryDirectory() + "homenet-\(UUID().uuidString)"
    atexit { try? FileManager.default.removeItem(atPath: Scratch.root) }
    return path
  }()

  /// Makes one.
  static func newDirectory() throws -> String {
    let path = root + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }
}
