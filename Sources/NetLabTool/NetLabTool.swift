import ArgumentParser
import Glibc
import Wire

/// The program that builds simulated networks for tests and benchmarks.
struct NetLabTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "netlab",
    abstract: "Build a simulated home network that nothing can leave.",
    discussion: """
      Each command builds its network, prints one line of JSON, and keeps it until its standard \
      input ends or the time limit comes; then everything is gone. Other programs are run as the \
      scanner by

        nsenter --net=$SCANNER_NAMESPACE PROGRAM

      where the line says {"scanner_namespace":"/proc/PID/fd/N"}; an ordinary user adds \
      --user=/proc/PID/ns/user --preserve-credentials.

      `year` builds no network: it fills a store, and ends.
      """,
    subcommands: [HomeCommand.self, CrowdCommand.self, RecordsCommand.self, YearCommand.self]
  )
}

/// Reading standard input for a bounded time.
struct TimeLimit {
  private let deadline: ContinuousClock.Instant

  /// From now, so many seconds.
  static func seconds(_ seconds: Int) -> TimeLimit {
    TimeLimit(deadline: .now + .seconds(seconds))
  }

  /// Hands over each line that comes, until the input ends or the time is up.
  func run(_ take: (String) -> Void) {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let left = deadline - .now
      guard left > .zero else { return }
      var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let milliseconds = left.components.seconds * 1000 + 1
      let ready = poll(&descriptor, 1, Int32(clamping: milliseconds))
      if ready == 0 || (ready < 0 && errno == EINTR) { continue }
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else { return }
      pending += buffer[..<count]
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        take(String(decoding: pending[..<end], as: UTF8.self))
        pending.removeSubrange(...end)
      }
      guard pending.count < 65_536 else { return }
    }
  }
}

/// A value of JSON, written on one line with its keys in the order given.
enum JSONLine {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONLine])
  case object([(String, JSONLine)])

  /// Writes the value and a line's end to standard output, at once.
  func print() {
    let bytes = Array("\(self)\n".utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}

extension JSONLine: CustomStringConvertible {
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value):
      value == value.rounded() ? "\(Int(value))" : "\((value * 1000).rounded() / 1000)"
    case .text(let text): "\"\(text.unicodeScalars.map(Self.escaped).joined())\""
    case .list(let values): "[\(values.map(\.description).joined(separator: ","))]"
    case .object(let entries):
      "{\(entries.map { "\(JSONLine.text($0)):\($1)" }.joined(separator: ","))}"
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\0"..<" ":
      "\\u" + Hex.encode(scalar.value, digits: 4)
    default: String(scalar)
    }
  }
}
