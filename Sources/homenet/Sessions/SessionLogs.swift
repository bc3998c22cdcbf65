import Discovery
import Home
import Logging
import Model
import Networking
import Server

/// Logs the steps of scans.
struct StepLog: Sendable {
  private let discovery: Logger
  private let probing: Logger

  init(_ levels: LogLevels) {
    discovery = levels.logger(.discovery)
    probing = levels.logger(.probing)
  }

  var isWanted: Bool { min(discovery.logLevel, probing.logLevel) <= .warning }

  /// The lowest level of steps that can be logged; lower ones need not be made.
  var leastLevel: ScanStep.Level {
    let least = min(discovery.logLevel, probing.logLevel)
    return ScanStep.Level.allCases.first { Self.level($0) >= least } ?? .warning
  }

  /// Logs a step; `nil` if none can be logged.
  ///
  /// A failure that the last round had, too, is logged at debug level only.
  var sink: (@Sendable (ScanStep) -> Void)? {
    guard isWanted else { return nil }
    // Steps come from several tasks.
    let failures = Lock(RepeatedFailureFilter())
    return { step in write(step, isNew: failures.withLock { $0.isNew(step) }) }
  }

  private static func level(_ level: ScanStep.Level) -> Logger.Level {
    switch level {
    case .trace: .trace
    case .debug: .debug
    case .info: .info
    case .warning: .warning
    }
  }

  private func write(_ step: ScanStep, isNew: Bool) {
    let logger = step.isProbing ? probing : discovery
    let level = isNew ? Self.level(step.level) : .debug
    guard level >= logger.logLevel else { return }
    var metadata: Logger.Metadata = [:]
    for (key, value) in step.values { metadata[key] = "\(value)" }
    logger.log(level: level, "\(step.message)", metadata: metadata)
  }
}

/// The failures of the last two rounds of a watch, to tell new from lasting ones.
struct RepeatedFailureFilter {
  private struct Failure: Hashable {
    var source: Source
    var interface: String
    var failure: LocalFailure
  }

  private var before: Set<Failure> = []
  private var current: Set<Failure> = []

  /// Records a step; `false` for a failure that this round or the last one had.
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

struct InventoryLog: Sendable {
  private let logger: Logger

  init(_ levels: LogLevels) {
    logger = levels.logger(.inventory)
  }

  /// Logs until the watch ends; returns at once if the level is too high.
  func follow(_ watch: HomeWatch) async {
    guard logger.logLevel <= .info else { return }
    let (snapshot, updates) = await watch.follow()
    logger.info("inventory", metadata: ["devices": "\(snapshot.devices.count)"])
    guard logger.logLevel <= .debug else { return }
    for await update in updates {
      for device in update.changed {
        logger.debug(
          "device changed",
          metadata: [
            "id": "\(device.id)", "ip": "\(device.device.ip)",
            "name": "\(ScanStep.cut(device.name ?? "-"))",
            "kind": "\(device.category.rawValue)", "state": "\(device.device.state.rawValue)",
          ]
        )
      }
      for id in update.removed { logger.debug("device removed", metadata: ["id": "\(id)"]) }
    }
  }
}
