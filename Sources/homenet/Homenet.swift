import ArgumentParser
import Discovery

/// The root of the command line.
struct Homenet: AsyncParsableCommand {
  /// The program's name; each command names it as what stands before its own, for it can be parsed
  /// without the root.
  static let name = "homenet"
  /// The program's version.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: name,
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

  /// The names of all commands.
  private static var names: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  private static func runCommand() async -> Int32 {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let unknown = UnknownCommand(in: arguments, commands: names) {
      return report(Failure(unknown.message, .usage))
    }
    do {
      var command = try parsed()
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

  /// The command that was typed, with its arguments.
  ///
  /// Where the first argument names it, the others need not pass the root's parser: that takes 2 ms of
  /// each start. Help and version are the root's.
  private static func parsed() throws -> any ParsableCommand {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let named = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    let ofRoot: Set = ["--help", "-h", "--help-hidden", "--version"]
    guard let named, ofRoot.isDisjoint(with: arguments) else { return try parseAsRoot(arguments) }
    return try named.parseAsRoot(Array(arguments.dropFirst()))
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
      commands: names
    )
    return report(Failure(message, .usage))
  }

  /// Words go to standard error; JSON says the same on standard output.
  ///
  /// - Returns: The failure's exit code.
  static func report(_ failure: Failure) -> Int32 {
    StandardStream.error.writeLine("homenet: " + DisplayText.safe(failure.message))
    let names = reporting.compactMap { $0.configuration.commandName }
    let arguments = Array(CommandLine.arguments.dropFirst())
    let tool = ErrorReport.tool(in: arguments, of: names)
    let isUnknown = UnknownCommand(in: arguments, commands: Self.names) != nil
    if tool != nil || isUnknown && ErrorReport.isJSON(arguments),
      let json = try? JSONText.encode(ErrorReport(failure, of: tool))
    {
      StandardStream.output.writeLine(json)
    }
    return failure.status.rawValue
  }
}
