import HomeNet
import Logging
import Server

/// Writes the steps of scans to the log.
struct StepLog: Sendable {
  private let discovery: Logger
  private let probing: Logger

  /// A log at those levels.
  init(_ levels: LogLevels) {
    discovery = levels.logger(.discovery)
    probing = levels.logger(.probing)
  }

  /// Whether any step would be written.
  var isWanted: Bool { min(discovery.logLevel, probing.logLevel) <= .warning }

  /// What writes each step; `nil` where none would be written.
  var sink: (@Sendable (ScanStep) -> Void)? {
    guard isWanted else { return nil }
    return { step in write(step) }
  }

  /// Writes a step, where its level is wanted.
  func write(_ step: ScanStep) {
    let logger = step.isProbing ? probing : discovery
    let level: Logger.Level =
      switch step.level {
      case .trace: .trace
      case .debug: .debug
      case .info: .info
      case .warning: .warning
      }
    guard level >= logger.logLevel else { return }
    var metadata: Logger.Metadata = [:]
    for (key, value) in step.values { metadata[key] = "\(value)" }
    logger.log(level: level, "\(step.message)", metadata: metadata)
  }
}
