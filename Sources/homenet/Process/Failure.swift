import HomeNet
import Net

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

  var message: String
  var status: Status

  init(_ message: String, _ status: Status) {
    self.message = message
    self.status = status
  }

  init(_ error: ScanPlanError) {
    self.init(error.description, error.isUsage ? .usage : .unable)
  }

  init(_ failure: LocalFailure, during attempt: String) {
    self.init("\(attempt): \(failure.words)", .unable)
  }
}
