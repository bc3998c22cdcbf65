import ArgumentParser
import Diagnostics
import Discovery
import Glibc
import Home
import LinuxNetwork
import Networking
import Storage

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    _superCommandName: Program.name,
    abstract: "Show what this system permits homenet to do, and how to fix the rest.",
    discussion: """
      Exit codes: 0 devices can be found, 1 they can't, 2 usage, 3 the system can't be examined.
      """
  )

  @Option(help: "text or json.")
  var format: TextOrJSON = .text

  @Option(
    help: ArgumentHelp("Check what is stored in this directory.", valueName: "directory"),
    completion: .directory
  )
  var data: String?

  func validate() throws { try ListenArguments.check(data: data) }

  func run() async throws {
    let network: LinuxNetwork
    let configuration: NetworkConfiguration
    do {
      network = try LinuxNetwork()
      configuration = try await network.configuration()
    } catch {
      throw Failure(error, during: "can't read this machine's network")
    }
    let planned = Result { () throws(ScanPlanError) in
      try ScanPlanner(configuration: configuration, options: ScanOptions()).plan()
    }
    let probe = ResolverProbe((try? planned.get().plan.resolvers) ?? [])
    var resolvers: [ResolverProbe.Output] = []
    for await resolver in network.run(probe) { resolvers.append(resolver) }
    let diagnosis = DoctorReport(
      configuration: configuration,
      planned: planned,
      capabilities: await network.capabilities(),
      resolvers: resolvers,
      vendors: DoctorReport.Registry(VendorFiles.used(in: nil).files),
      isContainer: Self.isContainer
    )
    switch format {
    case .json:
      StandardStream.output.writeLine(try JSONText.encode(diagnosis))
    case .text:
      let text = DoctorText(style: Style(isColoured: StandardStream.output.wantsColour))
      for line in text.lines(diagnosis) { StandardStream.output.writeLine(line) }
    }
    warnOfStore()
    if !diagnosis.isHealthy { throw ExitCode(Failure.Status.badFinding.rawValue) }
  }

  /// Says on standard error that what is stored is damaged, and what to do.
  private func warnOfStore() {
    guard let directory = try? StoredInventory.directory(data),
      let trouble = Backups.trouble(in: directory)
    else { return }
    StandardStream.error.writeLine("homenet: " + DisplayText.safe(trouble.description))
  }

  /// Whether Docker, Podman or systemd marks this as a container.
  private static var isContainer: Bool {
    let marks = ["/.dockerenv", "/run/.containerenv", "/run/systemd/container"]
    return marks.contains { path in access(path, F_OK) == 0 } || getenv("container") != nil
  }
}

extension DoctorReport.Registry {
  fileprivate init(_ files: VendorFiles) {
    self.init(
      inUse: files.inUse,
      problems: files.problems,
      isOld: files.isOld,
      advice: files.advice
    )
  }
}
