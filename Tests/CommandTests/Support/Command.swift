import Foundation
import Testing

/// The built `homenet`, run as a person would run it.
struct Command {
  /// How a run ended.
  struct Ending {
    var status: Int32
    var output: String
    var errors: String
    var seconds: Double

    /// The lines of standard output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  var arguments: [String]
  var environment: [String: String] = [:]
  /// Shell commands that prepare a network namespace of its own; none for the suite's.
  var setup: String?

  /// A run with these arguments.
  init(_ arguments: String...) {
    self.arguments = arguments
  }

  /// The binary that `HOMENET_PROGRAM` names; the one beside the test bundle otherwise.
  static var binary: URL {
    if let path = ProcessInfo.processInfo.environment["HOMENET_PROGRAM"] {
      return URL(filePath: path)
    }
    var folder = Bundle.main.executableURL?.deletingLastPathComponent()
    for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
      folder = URL(filePath: argument).deletingLastPathComponent()
    }
    return (folder ?? Repository.root).appending(path: "homenet")
  }

  /// Runs to the end, at most two minutes; a signal is sent, if one is given.
  ///
  /// It is sent a while after the program handles signals and has printed what `isReady` waits for,
  /// however late a loaded machine has started it.
  func run(
    signal: Int32? = nil,
    after delay: Double = 0,
    once isReady: (_ output: String) -> Bool = { _ in true }
  ) throws -> Ending {
    let process = Process()
    if let setup {
      process.executableURL = URL(filePath: "/usr/bin/unshare")
      let script = "ip link set lo up; \(setup); exec \"$@\""
      process.arguments =
        ["--net", "bash", "-c", script, "bash", Self.binary.path] + arguments
    } else {
      process.executableURL = Self.binary
      process.arguments = arguments
    }
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TERM": "xterm", "COLUMNS": "80"]) { $1 }
      .merging(environment) { $1 }
    // Files rather than pipes: nobody has to read while it runs.
    let output = try Scratch()
    let errors = try Scratch()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output.handle
    process.standardError = errors.handle
    let clock = ContinuousClock()
    try process.run()
    var started = clock.now
    let deadline = started + .seconds(120)
    if let signal {
      while process.isRunning, clock.now < started + .seconds(30) {
        if Self.handlesSignals(process), isReady((try? output.text()) ?? "") { break }
        Thread.sleep(forTimeInterval: 0.01)
      }
      Thread.sleep(forTimeInterval: delay)
      started = clock.now
      kill(process.processIdentifier, signal)
    }
    while process.isRunning, clock.now < deadline { Thread.sleep(forTimeInterval: 0.002) }
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      Issue.record("homenet \(arguments) did not end within two minutes")
    }
    process.waitUntilExit()
    return Ending(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: try output.text(),
      errors: try errors.text(),
      seconds: (clock.now - started) / .seconds(1)
    )
  }

  /// Whether the process has become the program, and has handlers for signals (proc_pid_status(5)).
  private static func handlesSignals(_ process: Process) -> Bool {
    let path = "/proc/\(process.processIdentifier)/status"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let fields = text.split(separator: "\n").map { $0.split(separator: "\t") }
    func value(_ name: String) -> Substring? { fields.first { $0.first == name[...] }?.last }
    // A name has fifteen bytes at most. What is caught is a set of bits, SIGINT's the second.
    guard value("Name:") == binary.lastPathComponent.prefix(15),
      let caught = value("SigCgt:").flatMap({ UInt64($0, radix: 16) })
    else { return false }
    return caught & 1 << UInt64(SIGINT - 1) != 0
  }
}

/// A file that goes with this value.
final class Scratch {
  let url: URL
  let handle: FileHandle

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "homenet-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    handle = try FileHandle(forUpdating: url)
  }

  deinit {
    try? handle.close()
    try? FileManager.default.removeItem(at: url)
  }

  func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }
}
