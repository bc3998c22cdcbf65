import Logging
import Monitoring

/// Reads the configuration files anew while the program runs.
struct ConfigurationReload: Sendable {
  private let files: ConfigurationFiles
  /// What is served by since the start.
  private let current: HomeConfiguration
  private let logger: Logger

  init(_ files: ConfigurationFiles, from current: HomeConfiguration, logger: Logger) {
    self.files = files
    self.current = current
    self.logger = logger
  }

  /// What the files say now; `nil` where they are broken, which is logged: then nothing changes.
  func read() -> HomeConfiguration? {
    let (configuration, problems) = files.read()
    guard problems.isEmpty else {
      for problem in problems.prefix(Self.mostLines) {
        logger.error("the configuration is wrong", metadata: ["problem": "\(problem)"])
      }
      logger.error(
        "the configuration was not read again: what was read before goes on",
        metadata: ["problems": "\(problems.count)"]
      )
      return nil
    }
    let declared = configuration.declared
    logger.notice(
      "the configuration was read again",
      metadata: [
        "monitors": "\(declared.monitors.count)", "rules": "\(declared.rules.count)",
        "channels": "\(declared.channels.count)",
      ]
    )
    if configuration.serve != current.serve || configuration.alerts != current.alerts {
      logger.warning("what changed under [serve] and [alerts] applies from the next start on")
    }
    return configuration
  }

  private static let mostLines = 20
}
