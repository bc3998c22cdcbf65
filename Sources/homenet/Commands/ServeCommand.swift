import ArgumentParser
import Discovery
import LinuxNetwork
import Logging
import Server
import Wire

struct ServeCommand: AsyncParsableCommand, SignalHandling {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    _superCommandName: Program.name,
    abstract: "Watch the home continuously and show it in the browser.",
    discussion: """
      It listens on loopback by default; other addresses need a password. Your devices' names are \
      stored in $XDG_DATA_HOME/homenet (~/.local/share/homenet).

      What is not given here is taken from HOMENET_… variables, then from the configuration files, \
      which also declare monitors, rules and channels; SIGHUP has them read anew. `homenet config \
      check` says what is wrong with them, docs/configuration.md what can be in them.

      Exit codes: 0 ended by a signal, 2 usage, 3 not permitted, no network, the port is in use, \
      or another homenet uses the data directory.
      """
  )

  @OptionGroup var listening: ListenArguments

  @Option(
    help: ArgumentHelp(
      "Read this configuration file instead of the system's and yours.",
      valueName: "file"
    ),
    completion: .file()
  )
  var config: String?

  @Option(
    name: .customLong("network"),
    help: ArgumentHelp(
      "Watch this network instead of those that the interfaces are on; repeatable.",
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

  @Flag(help: "Scan addresses on the Internet, too.")
  var allowPublic = false

  @Flag(help: "Look up private addresses at resolvers on the Internet, too.")
  var publicResolvers = false

  @Flag(help: "Ask for a new password (or read it from standard input), then exit.")
  var setPassword = false

  @Option(help: ArgumentHelp("Print a new token for a script, then exit.", valueName: "name"))
  var newToken: String?

  @Option(help: ArgumentHelp("Revoke the script's token, then exit.", valueName: "name"))
  var revokeToken: String?

  @Option(help: "text or json: how the address is printed.")
  var format: TextOrJSON = .text

  @Flag(name: .shortAndLong, help: "Log each step on standard error.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Log nothing but failures.")
  var quiet = false

  @Option(name: .customLong("log-level"), help: LogLevels.help)
  var logLevel: String?

  func validate() throws {
    _ = try LogLevels(verbose: verbose, quiet: quiet, setting: logLevel, usual: .notice)
    if config == "" { throw ValidationError("--config needs the name of a file") }
    let only = [setPassword, newToken != nil, revokeToken != nil].count { $0 }
    if only > 1 {
      throw ValidationError("--set-password, --new-token and --revoke-token exclude each other")
    }
  }

  func run() async throws {
    let files = ConfigurationFiles(named: config)
    let configuration = try files.load()
    let settings = configuration.serve
    let listening = try listening.filled(from: settings)
    let directory = try StoredInventory.directory(listening.data)
    if try await changeSecrets(in: directory) { return }
    let identifier = useNewestVendors()
    let scan = try options(settings)
    let network = try ScanSession.network(
      allowPublic: scan.allowsPublicTargets,
      publicResolvers: scan.allowsPublicResolvers
    )
    let session = ServeSession(
      listening: listening,
      directory: directory,
      identifier: identifier,
      options: scan,
      pause: listening.every ?? .seconds(300),
      isJSON: format == .json,
      logLevels: try logLevels(settings),
      configuration: configuration,
      configurationFiles: files
    )
    try await session.serve(on: network)
  }

  /// The options win over `log_level` of the configuration.
  private func logLevels(_ settings: ServeSettings) throws(ValidationError) -> LogLevels {
    let isGiven = verbose || quiet || logLevel != nil
    return try LogLevels(
      verbose: verbose,
      quiet: quiet,
      setting: isGiven ? logLevel : settings.text(.logLevel),
      usual: .notice
    )
  }

  private func options(_ settings: ServeSettings) throws -> ScanOptions {
    var options = ScanOptions()
    options.networks = networks
    if networks.isEmpty, let texts = settings.texts(.networks) {
      options.networks = try texts.map { try NetworkSelector(parsing: $0) }
    }
    options.excluded = excluded
    if excluded.isEmpty, let texts = settings.texts(.exclude) {
      options.excluded = try texts.map { try IPPrefix(excluding: $0) }
    }
    options.allowsPublicTargets = allowPublic || settings.flag(.allowPublic) ?? false
    options.allowsPublicResolvers = publicResolvers || settings.flag(.publicResolvers) ?? false
    return options
  }

  /// Handles `--set-password`, `--new-token` and `--revoke-token`; `false` without any of them.
  private func changeSecrets(in directory: String) async throws -> Bool {
    guard setPassword || newToken != nil || revokeToken != nil else { return false }
    let file = try ServeSession.passwordFile(in: directory)
    do {
      if setPassword {
        try file.setPassword(try PasswordPrompt.ask())
        StandardStream.error.writeLine(
          "the password is set; every session has to log in again"
        )
      } else if let newToken {
        StandardStream.output.writeLine(try file.makeToken(named: newToken))
      } else if let revokeToken, try !file.removeToken(named: revokeToken) {
        throw Failure("there is no token '\(revokeToken)'", .usage)
      }
    } catch let error as PasswordError {
      throw Failure(error.description, .usage)
    } catch let error as PrivateFileError {
      throw Failure(error.description, .unable)
    }
    return true
  }
}

extension ServeCommand: IdentifyingCommand {
  var vendorDirectory: String? { listening.data }
}
