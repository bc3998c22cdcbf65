import ArgumentParser
import Logging
import Server

extension LogLevels {
  /// What `--verbose`, `--quiet` and `--log-level` come to; `usual` is the level without them.
  init(verbose: Bool, quiet: Bool, setting: String?, usual: Logger.Level)
    throws(ValidationError)
  {
    if verbose, quiet { throw ValidationError("--verbose and --quiet exclude each other") }
    if quiet, setting != nil {
      throw ValidationError("--quiet and --log-level exclude each other")
    }
    self.init(quiet ? .error : verbose ? .debug : usual)
    guard let setting else { return }
    do {
      try apply(setting)
    } catch {
      throw ValidationError("--log-level: \(error)")
    }
  }

  /// The help of `--log-level`.
  static let help = ArgumentHelp(
    """
    Log at that level (trace, debug, info, notice, warning, error), or some categories at their own: \
    discovery=debug,server=info.
    """,
    valueName: "level"
  )
}
