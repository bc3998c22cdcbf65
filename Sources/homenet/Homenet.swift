import ArgumentParser
import HomeNet

/// The root of the command line.
struct Homenet: AsyncParsableCommand {
  /// The program's version.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "homenet",
    abstract: "See every device on your home network, and what it is.",
    version: version,
    subcommands: [
      ScanCommand.self, ServeCommand.self, DevicesCommand.self, ExplainCommand.self,
      IdentifyCommand.self, DoctorCommand.self, PingCommand.self, TraceCommand.self,
      DemoCommand.self, DNSCommand.self, WhoisCommand.self,
      CertCommand.self,
      PortsCommand.self,
      ASNCommand.self,
      DiagnoseCommand.self,
    ]
  )

  /// The commands that end by themselves: with `--format json` each prints an object, whatever
  /// happens.
  private static let reporting: [any ParsableCommand.Type] = [
    ScanCommand.self, DemoCommand.self, DevicesCommand.self, ExplainCommand.self,
    IdentifyCommand.self, DoctorCommand.self, PingCommand.self, TraceCommand.self, DNSCommand.self,
    WhoisCommand.self, CertCommand.self,
    PortsCommand.self, ASNCommand.self, DiagnoseCommand.self,
  ]

  /// Runs the command that was typed.
  ///
  /// - Returns: The design's exit code.
  static func runToExit() async -> Int32 {
    let status = await runCommand()
    // Whatever was found, it didn't reach whoever asked.
    guard let loss = StandardStream.loss, status <= Failure.Status.badFinding.rawValue else {
      return status
    }
    StandardStream.error.writeLine("homenet: can't write the output: \(loss)")
    return Failure.Status.unable.rawValue
  }

  private static func runCommand() async -> Int32 {
    do {
      var command = try parseAsRoot()
      if !(command is any ListensToSignals) { Signals.release() }
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return 0
    } catch let code as ExitCode {
      return code.rawValue
    } catch let failure as Failure {
      return report(failure)
    } catch {
      return report(error)
    }
  }

  /// Help and version go to standard output; what was mistyped is one line on standard error.
  private static func report(_ error: any Error) -> Int32 {
    guard exitCode(for: error) != .success else {
      StandardStream.output.writeLine(fullMessage(for: error))
      return 0
    }
    let message = UsageMessage.words(
      self.message(for: error),
      arguments: Array(CommandLine.arguments.dropFirst()),
      commands: configuration.subcommands.compactMap { $0.configuration.commandName }
    )
    return report(Failure(message, .usage))
  }

  /// Words go to standard error; JSON says the same on standard output.
  private static func report(_ failure: Failure) -> Int32 {
    StandardStream.error.writeLine("homenet: " + DisplayText.safe(failure.message))
    let names = reporting.compactMap { $0.configuration.commandName }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let tool = ErrorReport.tool(in: arguments, of: names),
      let json = try? JSONText.encode(ErrorReport(failure, of: tool))
    {
      StandardStream.output.writeLine(json)
    }
    return failure.status.rawValue
  }
}
