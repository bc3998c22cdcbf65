import Foundation
import Sealing
import Testing

/// Name servers that nobody here wrote, for as long as a suite runs: `Tests/Lab/nameservers`.
struct NameServerLab: SuiteTrait, TestScoping {
  /// Whether they can run here.
  static let isPossible =
    ["named", "unbound", "dnsmasq", "dig", "delv", "dnssec-signzone", "openssl"].allSatisfy {
      tool in
      ["/usr/bin/", "/usr/sbin/"].contains {
        FileManager.default.isExecutableFile(atPath: $0 + tool)
      }
    }

  /// Where their files are.
  static let folder = FileManager.default.temporaryDirectory
    .appending(path: "homenet-names-\(ProcessInfo.processInfo.processIdentifier)")

  struct NotReady: Error { var errors: String }

  /// Starts them, and ends them after the suite.
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard Self.isPossible, Sealed.isSealed else { return try await function() }
    let errors = try Scratch()
    let process = Process()
    process.executableURL = Repository.root.appending(path: "Tests/Lab/nameservers")
    process.arguments = [Self.folder.path]
    // It ends with its standard input.
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = errors.handle
    process.standardError = errors.handle
    try process.run()
    defer {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
      try? FileManager.default.removeItem(at: Self.folder)
    }
    let ready = Self.folder.appending(path: "ready").path
    let deadline = ContinuousClock.now + .seconds(30)
    while !FileManager.default.fileExists(atPath: ready) {
      guard process.isRunning, ContinuousClock.now < deadline else {
        throw NotReady(errors: try errors.text())
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    try await function()
  }

  /// What another tool says; its lines.
  static func lines(_ tool: String, _ arguments: [String]) throws -> [String] {
    let output = try Scratch()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/\(tool)")
    process.arguments = arguments
    process.standardOutput = output.handle
    process.standardError = output.handle
    try process.run()
    process.waitUntilExit()
    return try output.text().split(separator: "\n").map(String.init)
  }
}
