import ArgumentParser
import HomeNet
import Net

/// `homenet scan`.
struct ScanCommand: AsyncParsableCommand, ListensToSignals {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    _superCommandName: Homenet.name,
    abstract: "Find every device on the network and say what it is.",
    discussion: """
      Without privileges, on every network that the interfaces are on. Devices appear at once; \
      names, services and kinds fill in until the scan ends after a few seconds.

      Exit codes: 0 done or interrupted, 2 usage, 3 not permitted, no network or interface down.
      """
  )

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
    if !arguments.networks.isEmpty || !arguments.excluded.isEmpty || arguments.discoverOnly {
      throw ValidationError(
        "--replay shows what was recorded; --network, --exclude and --discover-only need a scan"
      )
    }
  }

  func run() async throws {
    let session = ScanSession(arguments: arguments)
    if let replay {
      try session.replay(RecordingFile.read(replay))
      return
    }
    let network: LinuxNetwork
    do {
      network = try LinuxNetwork(
        allowPublic: arguments.allowPublic,
        allowPublicResolvers: arguments.publicResolvers
      )
    } catch {
      throw Failure(error, during: "can't reach this machine's network")
    }
    try await session.scan(on: network, since: ProgramStart.instant)
  }
}
