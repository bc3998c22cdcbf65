import ArgumentParser
import Logging
import Model
import Networking
import Server

/// `--format`.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, csv
}

/// `--format` where there are no rows for CSV.
enum TextOrJSON: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// `--format` of an export.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  case json, csv
}

/// `-4` and `-6`.
struct FamilyArguments: ParsableArguments {
  @Flag(name: .customShort("4"), help: "Use IPv4 only.")
  var onlyV4 = false

  @Flag(name: .customShort("6"), help: "Use IPv6 only.")
  var onlyV6 = false

  var family: AddressFamily? { onlyV4 ? .v4 : onlyV6 ? .v6 : nil }

  func validate() throws {
    if onlyV4, onlyV6 { throw ValidationError("-4 and -6 exclude each other") }
  }
}

/// Parses `200ms`, `2s`, `1.5m`, `1h`, `1d` or a bare number of seconds; up to a day.
func parseDuration(_ text: String) throws -> Duration {
  guard let milliseconds = DurationText.milliseconds(text) else {
    throw ValidationError("'\(text)' is not a duration such as 200ms, 2s, 5m, 1h or 1.5")
  }
  guard milliseconds <= 86_400_000 else {
    throw ValidationError("'\(text)' is longer than a day, which is the longest")
  }
  return .milliseconds(milliseconds.rounded())
}

/// A moment on the command line: a time in RFC 3339, or a duration back from now.
struct Moment: Hashable {
  private let text: String

  /// Throws for other texts.
  init(parsing text: String) throws {
    // Whether it can be read doesn't depend on when now is.
    guard Timestamp(text, backFrom: Timestamp(milliseconds: 0)) != nil else {
      throw ValidationError(
        "'\(text)' is neither a time such as 2026-03-01T18:00:00Z nor a duration back from now such"
          + " as 2h or 7d"
      )
    }
    self.text = text
  }

  /// The moment, where it is `now`; never later than that.
  func time(now: Timestamp) -> Timestamp {
    min(Timestamp(text, backFrom: now) ?? now, now)
  }
}

extension LogLevels {
  /// The levels that `--verbose`, `--quiet` and `--log-level` select; `usual` without any of them.
  init(verbose: Bool, quiet: Bool, setting: String?, usual: Logger.Level)
    throws(ValidationError)
  {
    if verbose, quiet { throw ValidationError("--verbose and --quiet exclude each other") }
    if quiet, setting != nil { throw ValidationError("--quiet and --log-level exclude each other") }
    self.init(quiet ? .error : verbose ? .debug : usual)
    guard let setting else { return }
    do {
      try apply(setting)
    } catch {
      throw ValidationError("--log-level: \(error)")
    }
  }

  static let help = ArgumentHelp(
    """
    Log at that level (trace, debug, info, notice, warning, error), or some categories at their own: \
    discovery=debug,server=info.
    """,
    valueName: "level"
  )
}
