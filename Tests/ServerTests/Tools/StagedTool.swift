import Model
import Networking
import Server

/// Tools that do as the test says, and note what became of them.
final class StagedTool: Sendable {
  private struct State {
    var runs = 0
    var finished = 0
    var cancelled = 0
    var isReleased = false
  }

  private let state = Lock(State())

  /// As many runs were begun.
  var runs: Int { state.withLock(\.runs) }
  /// As many told all that they had.
  var finished: Int { state.withLock(\.finished) }
  /// As many of them saw that they were cancelled.
  var cancelled: Int { state.withLock(\.cancelled) }

  /// Lets the stubborn ones end.
  func release() { state.withLock { $0.isReleased = true } }

  struct Step: Encodable, Sendable {
    var step: Int
    var padding: String
  }

  struct Report: Encodable, Sendable {
    var steps: Int
    var interrupted: Bool
  }

  /// Tells steps at once, then reports.
  func quick(_ steps: Int, padding: Int = 0) -> ServedTool {
    ServedTool("quick", [ToolOption("host", .host)]) { _ throws(ToolFailure) in
      { onProgress throws(ToolFailure) in
        self.begin()
        for step in 0..<steps {
          onProgress(Step(step: step, padding: String(repeating: "x", count: padding)))
        }
        self.state.withLock { $0.finished += 1 }
        return Report(steps: steps, interrupted: false)
      }
    }
  }

  /// Tells one step, then waits until it is cancelled, and reports.
  var patient: ServedTool {
    ServedTool("patient", []) { _ throws(ToolFailure) in
      { onProgress throws(ToolFailure) in
        self.begin()
        onProgress(Step(step: 0, padding: ""))
        try? await Task.sleep(for: .seconds(60))
        if Task.isCancelled { self.state.withLock { $0.cancelled += 1 } }
        return Report(steps: 1, interrupted: Task.isCancelled)
      }
    }
  }

  /// Doesn't mind being cancelled, and ends when it is released, at the latest after a minute.
  var stubborn: ServedTool {
    ServedTool("stubborn", []) { _ throws(ToolFailure) in
      { _ throws(ToolFailure) in
        self.begin()
        await withCheckedContinuation { continuation in
          Task.detached {
            for _ in 0..<3000 where !self.state.withLock(\.isReleased) {
              try? await Task.sleep(for: .milliseconds(20))
            }
            continuation.resume()
          }
        }
        return Report(steps: 0, interrupted: true)
      }
    }
  }

  /// Finds out nothing.
  var failing: ServedTool {
    ServedTool("failing", []) { _ throws(ToolFailure) in
      { _ throws(ToolFailure) in throw .refused("nobody \"there\"") }
    }
  }

  private func begin() { state.withLock { $0.runs += 1 } }
}

/// A tool with an option of every kind, which reports what it was asked.
let everyOption = ServedTool(
  "everything",
  [
    ToolOption("hosts", .hosts(most: 2), isRequired: true),
    ToolOption("host", .host),
    ToolOption("text", .text(longest: 8)),
    ToolOption("whole", .integer(1...10), default: .number(4), isProminent: true),
    ToolOption("seconds", .seconds(0.5...2), default: .number(1)),
    ToolOption("choice", .choice(["a", "b"]), default: .text("a")),
    ToolOption("flag", .flag, default: .flag(true)),
  ]
) { arguments throws(ToolFailure) in
  if arguments.text("text") == "wrong" { throw .unacceptable("that is wrong") }
  return { _ throws(ToolFailure) in
    [
      "hosts": ToolValue.texts(arguments.texts("hosts")),
      "whole": arguments.integer("whole").map { .number(Double($0)) } ?? .nothing,
      "seconds": arguments.duration("seconds").map { .number($0 / .seconds(1)) } ?? .nothing,
      "choice": arguments.text("choice").map { .text($0) } ?? .nothing,
      "flag": .flag(arguments.flag("flag")),
    ]
  }
}
