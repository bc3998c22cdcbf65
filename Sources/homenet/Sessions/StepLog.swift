import Discovery
import Logging
import Model
import Networking
import Server

/// Writes the steps of scans to the log.
struct StepLog: Sendable {
  private let discovery: Logger
  private let probing: Logger

  init(_ levels: LogLevels) {
    discovery = levels.logger(.discovery)
    probing = levels.logger(.probing)
  }

  /// Whether any step would be written.
  var isWanted: Bool { min(discovery.logLevel, probing.logLevel) <= .warning }

  /// The least weight of steps that could be written: lighter ones need not be made.
  var leastLevel: ScanStep.Level {
    let least = min(discovery.logLevel, probing.logLevel)
    return ScanStep.Level.allCases.first { Self.level($0) >= least } ?? .warning
  }

  /// What writes each step; `nil` where none would be written.
  ///
  /// A failure that the round before had, too, is logged at debug level: one that lasts would be
  /// hundreds of warnings a day.
  var sink: (@Sendable (ScanStep) -> Void)? {
    guard isWanted else { return nil }
    let failures = LastingFailures()
    return { step in write(step, isNew: failures.isNew(step)) }
  }

  private static func level(_ level: ScanStep.Level) -> Logger.Level {
    switch level {
    case .trace: .trace
    case .debug: .debug
    case .info: .info
    case .warning: .warning
    }
  }

  /// Writes a step, where its level is wanted.
  private func write(_ step: ScanStep, isNew: Bool) {
    let logger = step.isProbing ? probing : discovery
    let level = isNew ? Self.level(step.level) : .debug
    guard level >= logger.logLevel else { return }
    var metadata: Logger.Metadata = [:]
    for (key, value) in step.values { metadata[key] = "\(value)" }
    logger.log(level: level, "\(step.message)", metadata: metadata)
  }
}

/// The failures of the last two rounds of a watch, to distinguish new ones from those that last.
struct FailureRounds {
  private struct Failure: Hashable {
    var source: Source
    var interface: String
    var failure: LocalFailure
  }

  private var before: Set<Failure> = []
  private var current: Set<Failure> = []

  /// Whether the step is anything but a failure that this round or the one before had; takes note of it.
  mutating func isNew(_ step: ScanStep) -> Bool {
    switch step.event {
    case .began(_, host: nil):
      (before, current) = (current, [])
      return true
    case .failed(let interface, let failure):
      let failure = Failure(source: step.source, interface: interface, failure: failure)
      return current.insert(failure).inserted && !before.contains(failure)
    default:
      return true
    }
  }
}

/// ``FailureRounds`` for steps that come from several tasks.
private final class LastingFailures: Sendable {
  private let rounds = Lock(FailureRounds())

  func isNew(_ step: ScanStep) -> Bool { rounds.withLock { $0.isNew(step) } }
}
