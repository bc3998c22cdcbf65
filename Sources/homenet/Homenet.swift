import ArgumentParser
import Diagnostics

struct Homenet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Program.name,
    abstract: "Lists and identifies every device on your home network.",
    version: Program.version,
    subcommands: [
      ScanCommand.self, ServeCommand.self, DevicesCommand.self, ExplainCommand.self,
      IdentifyCommand.self, DoctorCommand.self, PingCommand.self, TraceCommand.self,
      DemoCommand.self, DNSCommand.self, WhoisCommand.self, CertCommand.self, PortsCommand.self,
      ASNCommand.self, DiagnoseCommand.self, VendorsCommand.self, EventsCommand.self,
      MonitorCommand.self, ChannelCommand.self, AlertCommand.self, ConfigCommand.self,
      BackupCommand.self, RestoreCommand.self, ExportCommand.self, ImportCommand.self,
    ]
  )

  /// Runs the command that was typed.
  ///
  /// - Returns: The exit code.
  static func runToExit() async -> Int32 {
    let status = await runCommand()
    guard let loss = StandardStream.loss, status <= Failure.Status.badFinding.rawValue else {
      return status
    }
    StandardStream.error.writeLine("homenet: can't write the output: \(loss)")
    return Failure.Status.unable.rawValue
  }

  private static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

  private static var names: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// The commands that have subcommands.
  private static var groups: Set<String> {
    let groups = configuration.subcommands.filter { !$0.configuration.subcommands.isEmpty }
    return Set(groups.compactMap { $0.configuration.commandName })
  }

  private static func runCommand() async -> Int32 {
    if let unknown = UnknownCommand(in: arguments, commands: names, groups: groups) {
      return report(Failure(unknown.message, .usage))
    }
    do {
      var command = try parsed()
      if !(command is any SignalHandling) { Signals.release() }
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
    } catch let error as DiagnosticError {
      return report(Failure(error))
    } catch {
      return report(error)
    }
  }

  /// The command that was typed; if the first argument names it, without the root's parser (2 ms).
  private static func parsed() throws -> any ParsableCommand {
    let arguments = arguments
    let named = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    let ofRoot: Set = ["--help", "-h", "--help-hidden", "--version"]
    guard let named, ofRoot.isDisjoint(with: arguments) else { return try parseAsRoot(arguments) }
    return try named.parseAsRoot(Array(arguments.dropFirst()))
  }

  /// Prints help and version to standard output, usage errors as one line to standard error.
  private static func report(_ error: any Error) -> Int32 {
    guard exitCode(for: error) != .success else {
      StandardStream.output.writeLine(fullMessage(for: error))
      return 0
    }
    let message = self.message(for: error)
    let words = UsageMessage.words(message, arguments: arguments, commands: names)
    return report(Failure(words, .usage))
  }

  /// Reports a failure, also as JSON if the command prints JSON; returns the exit code.
  private static func report(_ failure: Failure) -> Int32 {
    // All but `serve` print one JSON object with `--format json`, also on failure.
    let reporting = names.filter { $0 != ServeCommand.configuration.commandName }
    let tool = ErrorReport.tool(in: arguments, of: reporting)
    let isUnknown = UnknownCommand(in: arguments, commands: names, groups: groups) != nil
    let isJSON = tool != nil || isUnknown && ErrorReport.isJSON(arguments)
    return ErrorRenderer.show(failure, of: tool, asJSON: isJSON)
  }
}
