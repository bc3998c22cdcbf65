import Foundation
import Testing

/// Runs programs to their end, at most a minute.
enum Program {
  /// What a program printed; its errors are beside it where it failed.
  struct Ending {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs a shell's script with arguments, `$1` the first; its standard input is empty.
  static func shell(_ script: String, _ arguments: [String]) throws -> Ending {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["60", "bash", "-c", script, "bash"] + arguments
    process.standardInput = FileHandle.nullDevice
    let files = try (ScratchFile(), ScratchFile())
    process.standardOutput = files.0.handle
    process.standardError = files.1.handle
    try process.run()
    process.pollUntilExit()
    return Ending(
      status: process.terminationStatus,
      output: files.0.text,
      errors: files.1.text
    )
  }
}

extension Process {
  /// Waits until it has ended, without a run loop: tests' threads have none that anybody runs.
  func pollUntilExit() {
    while isRunning { Thread.sleep(forTimeInterval: 0.002) }
  }
}

/// A file that goes with this value.
final class ScratchFile {
  let url = FileManager.default.temporaryDirectory.appending(path: "homenet-\(UUID().uuidString)")
  let handle: FileHandle

  init() throws {
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    handle = try FileHandle(forUpdating: url)
  }

  deinit {
    try? handle.close()
    try? FileManager.default.removeItem(at: url)
  }

  /// What was written so far.
  var text: String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }
}

/// A server that runs until this value is let go of, and two minutes at most.
final class LabServer {
  private let process = Process()
  private let input = Pipe()
  private let output: ScratchFile

  /// Starts it, and waits until it prints the words.
  init(_ command: [String], until words: String) throws {
    output = try ScratchFile()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["120"] + command
    process.standardInput = input
    process.standardOutput = output.handle
    process.standardError = output.handle
    try process.run()
    for _ in 0..<15_000 where process.isRunning && !printed.contains(words) {
      Thread.sleep(forTimeInterval: 0.002)
    }
    try #require(printed.contains(words), "\(command): \(printed)")
  }

  deinit {
    // `timeout` leads a group of its own. Dispatch's threads hand down masks that block SIGTERM.
    kill(-process.processIdentifier, SIGKILL)
    process.pollUntilExit()
  }

  /// What it has printed.
  var printed: String { output.text }
}
