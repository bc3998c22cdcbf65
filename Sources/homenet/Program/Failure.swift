import Diagnostics
import Discovery
import Model
import Networking

/// Why the program ends without having done its work: one line, and an exit code.
struct Failure: Error {
  /// The design's exit codes.
  enum Status: Int32 {
    /// The finding is bad.
    case badFinding = 1
    /// What was asked is wrong.
    case usage = 2
    /// Not permitted, no network, or the interface is down.
    case unable = 3
  }

  /// What kind of failure it is, for programs.
  enum Kind: String, Encodable {
    /// What was asked is wrong.
    case usage
    /// No name of a host, or one that no resolver knows.
    case unknownHost = "unknown_host"
    /// No service that could have answered did.
    case noAnswer = "no_answer"
    /// It was ended before there was anything to report.
    case interrupted
    /// This machine failed, or lacks what it takes.
    case ownFailure = "own_failure"
  }

  var message: String
  var status: Status
  var kind: Kind

  /// A failure of the kind that usually has that exit code, unless another is given.
  init(_ message: String, _ status: Status, _ kind: Kind? = nil) {
    self.message = message
    self.status = status
    switch (kind, status) {
    case (let kind?, _): self.kind = kind
    case (nil, .badFinding): self.kind = .noAnswer
    case (nil, .usage): self.kind = .usage
    case (nil, .unable): self.kind = .ownFailure
    }
  }

  init(_ error: ScanPlanError) {
    self.init(error.description, error.isUsage ? .usage : .unable)
  }

  init(_ failure: LocalFailure, during attempt: String) {
    self.init("\(attempt): \(failure.words)", .unable)
  }
}

extension Failure {
  /// The failure of a scan in which nothing could be sent and no device was found; `nil` for others.
  init?(of result: ScanResult) {
    guard !result.devices.contains(where: { !$0.isSelf }), !result.interrupted,
      let trouble = result.troubles.first(where: { !$0.isMinor })
    else { return nil }
    self.init("nothing could be sent on \(trouble.interface): \(trouble.failure.words)", .unable)
  }
}

extension ScanTrouble {
  /// Whether the others make up for it, as where raw sockets aren't permitted.
  var isMinor: Bool { source != .neighbours && source != .arp && source != .tcp }
}

extension Failure {
  /// A host whose name doesn't resolve is a bad finding; what makes no sense is a usage error.
  init(_ error: DiagnosticError) {
    switch error {
    case .usage: self.init(error.words, .usage)
    case .unknownHost: self.init(error.words, .badFinding, .unknownHost)
    case .noAnswer: self.init(error.words, .badFinding)
    case .interrupted: self.init(error.words, .badFinding, .interrupted)
    case .local, .unable: self.init(error.words, .unable)
    }
  }
}
