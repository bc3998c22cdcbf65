import ArgumentParser

/// The root of the command line.
struct Homenet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Program.name,
    abstract: "See every device on your home network, and what it is.",
    version: Program.version,
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
    // Whatever was found, its output was lost.
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

  /// Shows a failure: as JSON too, where a command that prints one object was asked for that.
  ///
  /// - Returns: The failure's exit code.
  private static func report(_ failure: Failure) -> Int32 {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let tool = ErrorReport.tool(
      in: arguments,
      of: reporting.compactMap { $0.configuration.commandName }
    )
    let isUnknown = UnknownCommand(in: arguments, commands: names) != nil
    return ErrorRenderer.show(
      failure,
      of: tool,
      asJSON: tool != nil || isUnknown && ErrorReport.isJSON(arguments)
    )
  }
}
