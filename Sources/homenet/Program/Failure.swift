import Diagnostics
import Discovery
import Model
import Networking

/// Why a command fails: a message of one line, a kind for JSON, and the exit code.
struct Failure: Error {
  enum Status: Int32 {
    /// The report is bad: a host is unreachable, a certificate expired.
    case badFinding = 1
    /// The arguments are wrong.
    case usage = 2
    /// Not permitted, no network, or the interface is down.
    case unable = 3
  }

  enum Kind: String, Encodable {
    case usage
    case unknownHost = "unknown_host"
    case noAnswer = "no_answer"
    /// Interrupted before there was a report.
    case interrupted
    /// This machine failed, or lacks a permission or a network.
    case ownFailure = "own_failure"
  }

  /// What is wrong, in one line.
  var message: String { said.text }
  /// The same as a message.
  var said: Message
  var status: Status
  var kind: Kind

  /// Without a kind, the usual one of the exit code.
  init(_ message: String, _ status: Status, _ kind: Kind? = nil) {
    self.init(.verbatim(message), status, kind)
  }

  /// A failure with a message.
  init(_ message: Message, _ status: Status, _ kind: Kind? = nil) {
    said = message
    self.status = status
    let usual: Kind =
      switch status {
      case .badFinding: .noAnswer
      case .usage: .usage
      case .unable: .ownFailure
      }
    self.kind = kind ?? usual
  }

  init(_ error: ScanPlanError) {
    self.init(error.description, error.isUsage ? .usage : .unable)
  }

  init(_ failure: LocalFailure, during attempt: String) {
    self.init("\(attempt): \(failure.words)", .unable)
  }

  /// Makes a call, whose error is worded with what was attempted.
  static func attempting<Value>(
    _ attempt: String,
    _ call: () throws(LocalFailure) -> Value
  ) throws(Failure) -> Value {
    do {
      return try call()
    } catch {
      throw Failure(error, during: attempt)
    }
  }

  /// The failure of a scan in which nothing could be sent and no device was found; `nil` for others.
  init?(of result: ScanResult) {
    guard !result.devices.contains(where: { !$0.isSelf }), !result.interrupted,
      let failure = result.failures.first(where: { !$0.isMinor })
    else { return nil }
    self.init("nothing could be sent on \(failure.interface): \(failure.failure.words)", .unable)
  }

  /// An unresolvable name is a bad finding; invalid arguments are a usage error.
  init(_ error: DiagnosticError) {
    switch error {
    case .usage: self.init(error.message, .usage)
    case .unknownHost: self.init(error.message, .badFinding, .unknownHost)
    case .noAnswer: self.init(error.message, .badFinding)
    case .interrupted: self.init(error.message, .badFinding, .interrupted)
    case .local, .unable: self.init(error.message, .unable)
    }
  }
}

extension SourceFailure {
  /// Whether other sources find the same devices, as without raw sockets.
  var isMinor: Bool { source != .neighbours && source != .arp && source != .tcp }
}

/// A failure as JSON: `homenet.error/1`.
struct ErrorReport: Encodable {
  private let failure: Failure
  /// The command; `nil` if unknown.
  private let tool: String?

  init(_ failure: Failure, of tool: String?) {
    self.failure = failure
    self.tool = tool
  }

  func encode(to encoder: any Encoder) throws {
    var json: JSONObject = [
      "schema": "homenet.error/1", "tool": tool, "kind": failure.kind, "detail": failure.message,
      "exit_code": failure.status.rawValue,
    ]
    json.add(failure.said)
    try json.encode(to: encoder)
  }

  /// The command among `tools` whose JSON the arguments ask for, even if they don't parse; `nil` otherwise.
  static func tool(in arguments: [String], of tools: [String]) -> String? {
    guard let name = arguments.first, tools.contains(name), isJSON(arguments) else { return nil }
    return name
  }

  /// Whether the last `--format` is `json`.
  static func isJSON(_ arguments: [String]) -> Bool {
    // Nothing after `--` is an option.
    let options = arguments.prefix { $0 != "--" }
    let formats = zip(options, options.dropFirst() + [""]).compactMap { option, next in
      if option == "--format" { return next }
      return option.hasPrefix("--format=") ? String(option.dropFirst("--format=".count)) : nil
    }
    return formats.last == "json"
  }
}
