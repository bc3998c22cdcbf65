import ArgumentParser
import Discovery

struct ScanCommand: AsyncParsableCommand, SignalHandling {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    _superCommandName: Program.name,
    abstract: "Find every device on the network and identify it.",
    discussion: """
      Without privileges, on every network that the interfaces are on. Devices appear at once; \
      names, services and kinds are added until the scan ends after a few seconds.

      Exit codes: 0 done or interrupted, 2 usage, 3 not permitted, no network or interface down.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The networks to scan, instead of those that the interfaces are on.",
      valueName: "cidr|interface"
    ),
    completion: .shellCommand("ls /sys/class/net"),
    transform: NetworkSelector.init(parsing:)
  )
  var networks: [NetworkSelector] = []

  @OptionGroup var arguments: ScanArguments

  @Option(
    help: ArgumentHelp("Show a recorded scan instead; needs no network.", valueName: "file"),
    completion: .file()
  )
  var replay: String?

  func validate() throws {
    guard replay != nil else { return }
    if arguments.record != nil {
      throw ValidationError("--replay and --record exclude each other; copy the file instead")
    }
    if !networks.isEmpty {
      throw ValidationError("--replay shows what was recorded; a network needs a scan")
    }
    if !arguments.networks.isEmpty || !arguments.excluded.isEmpty || arguments.discoverOnly {
      throw ValidationError(
        "--replay shows what was recorded; --network, --exclude and --discover-only need a scan"
      )
    }
  }

  func run() async throws {
    var arguments = arguments
    arguments.networks = networks + arguments.networks
    let session = ScanSession(arguments: arguments, identifier: useNewestVendors())
    if let replay {
      try session.replay(RecordingFile.read(replay))
      return
    }
    let network = try ScanSession.network(
      allowPublic: arguments.allowPublic,
      publicResolvers: arguments.publicResolvers
    )
    try await session.scan(on: network, since: ProgramStart.instant)
  }
}

extension ScanCommand: IdentifyingCommand {}
