import ArgumentParser
import Logging
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
  let units: [(suffix: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400), ("", 1),
  ]
  for unit in units where text.hasSuffix(unit.suffix) {
    let number = text.dropLast(unit.suffix.count)
    guard number.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }),
      let value = Double(number)
    else { break }
    guard value * unit.seconds <= 86_400 else {
      throw ValidationError("'\(text)' is longer than a day, which is the longest")
    }
    return .milliseconds((value * unit.seconds * 1000).rounded())
  }
  throw ValidationError("'\(text)' is not a duration such as 200ms, 2s, 5m, 1h or 1.5")
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
