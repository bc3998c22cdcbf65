import ArgumentParser
import Discovery
import Logging
import Server
import Wire

/// The options that `scan` and `demo --scan` share.
struct ScanArguments: ParsableArguments {
  @Option(help: "text, json or csv.")
  var format: OutputFormat = .text

  @Flag(help: "Print one JSON line an update, as devices appear and change.")
  var watch = false

  @Option(
    name: .customLong("network"),
    help: ArgumentHelp(
      "Scan this network instead of those that the interfaces are on; repeatable.",
      valueName: "cidr|interface"
    ),
    completion: .shellCommand("ls /sys/class/net"),
    transform: NetworkSelector.init(parsing:)
  )
  var networks: [NetworkSelector] = []

  @Option(
    name: .customLong("exclude"),
    help: ArgumentHelp(
      "Send nothing to these devices and don't list them; repeatable.",
      valueName: "address|cidr"
    ),
    transform: IPPrefix.init(excluding:)
  )
  var excluded: [IPPrefix] = []

  @Option(
    help: ArgumentHelp(
      "Stop after this time, whatever happens (15s; more for large networks).",
      valueName: "duration"
    ),
    transform: parseDuration
  )
  var timeout: Duration?

  @Flag(help: "Find addresses and MACs alone, and end when nothing new answers.")
  var discoverOnly = false

  @Option(
    help: ArgumentHelp(
      "With --discover-only: how long to wait for late answers (1200ms).",
      valueName: "duration"
    ),
    transform: parseDuration
  )
  var settle: Duration?

  @Option(help: ArgumentHelp("Write every observation to this file.", valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Write each device's evidence to this file, for homenet identify.",
      valueName: "file"
    )
  )
  var evidence: String?

  @Flag(help: "With --evidence: without names, serials and the last half of MACs.")
  var anonymise = false

  @Flag(help: "Scan addresses on the Internet, too.")
  var allowPublic = false

  @Flag(help: "Ask the names of private addresses of resolvers on the Internet, too.")
  var publicResolvers = false

  @Flag(name: .shortAndLong, help: "Say more on standard error, and log each step.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Say nothing on standard error but failures.")
  var quiet = false

  @Option(name: .customLong("log-level"), help: LogLevels.help)
  var logLevel: String?

  func validate() throws {
    _ = try logLevels(usual: .notice)
    if settle != nil, !discoverOnly {
      throw ValidationError("--settle needs --discover-only; --timeout ends a whole scan")
    }
    if anonymise, evidence == nil { throw ValidationError("--anonymise needs --evidence") }
    if watch, format == .csv { throw ValidationError("--watch prints JSON, not CSV") }
  }

  /// The log levels; `usual` without a logging option.
  func logLevels(usual: Logger.Level) throws(ValidationError) -> LogLevels {
    try LogLevels(verbose: verbose, quiet: quiet, setting: logLevel, usual: usual)
  }

  var options: ScanOptions {
    var options = ScanOptions()
    options.networks = networks
    options.excluded = excluded
    options.discoverOnly = discoverOnly
    options.timeout = timeout
    if let settle { options.settle = settle }
    options.allowsPublicTargets = allowPublic
    options.allowsPublicResolvers = publicResolvers
    return options
  }
}
