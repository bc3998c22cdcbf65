import Foundation
import Testing

/// The tests that were skipped; what there are is said once the process ends.
final class SkippedTests: @unchecked Sendable {
  static let shared = SkippedTests()

  // Sendable by hand because both are touched with the lock held only.
  private let lock = NSLock()
  private var tests: Set<Test.ID> = []
  private var targets: Set<String> = []

  private init() {
    atexit { SkippedTests.shared.tell() }
  }

  func note(_ test: Test) {
    guard !test.isSuite else { return }
    lock.lock()
    defer { lock.unlock() }
    tests.insert(test.id)
    targets.insert(test.sourceLocation.moduleName)
  }

  private func tell() {
    lock.lock()
    defer { lock.unlock() }
    guard !tests.isEmpty else { return }
    let line = Sealed.summary(skipped: tests.count, in: targets) + "\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
}
