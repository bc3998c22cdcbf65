import Discovery
import Network

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
    /// Nobody who could tell answered.
    case noAnswer = "no_answer"
    /// It was ended before there was anything to report.
    case interrupted
    /// This machine failed, or lacks what it takes.
    case ownFailure = "own_failure"
  }

  var message: String
  var status: Status
  var kind: Kind

  /// The given words; of the kind that usually ends so, unless another is given.
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
