import ArgumentParser
import Diagnostics
import Discovery
import Glibc
import LinuxNetwork
import Model

/// Runs a diagnostic for a command: Ctrl-C ends it with what it has found so far.
struct DiagnosticSession {
  typealias Format = OutputFormat

  var format: Format

  /// Runs it, prints the report, and throws the exit code where the finding is bad.
  ///
  /// - Parameters:
  ///   - tool: What to run.
  ///   - live: Shows progress to a person; called on no particular thread, not with `--format json`.
  ///   - text: The report's lines for a person.
  /// - Throws: The failure, or the exit code of a bad finding.
  func run<Tool: Diagnostic>(
    _ tool: Tool,
    live: @escaping @Sendable (Tool.Progress) -> Void = { _ in },
    text: (TimedReport<Tool.Report>) -> [String]
  ) async throws where Tool.Report: TabularReport {
    try await run(live: live, text: text) { tool }
  }

  /// The same of a tool that takes time to make, as names have to be looked up: Ctrl-C ends that too.
  ///
  /// - Parameters:
  ///   - live: Shows progress to a person; called on no particular thread, not with `--format json`.
  ///   - follow: Takes progress whatever the format, before `live`.
  ///   - status: Called at SIGQUIT, and it goes on; `nil` to let that end the process.
  ///   - keys: What keys do, where it runs on a terminal; `nil` to leave them to the shell.
  ///   - text: The report's lines for a person.
  ///   - make: Makes the tool.
  /// - Throws: Why it can't be made, the failure, or the exit code of a bad finding.
  func run<Tool: Diagnostic>(
    live: @escaping @Sendable (Tool.Progress) -> Void,
    follow: @escaping @Sendable (Tool.Progress) -> Void = { _ in },
    status: (@Sendable () -> Void)? = nil,
    keys: KeyCommands? = nil,
    text: (TimedReport<Tool.Report>) -> [String],
    making make: @escaping @Sendable () async throws(Failure) -> Tool
  ) async throws where Tool.Report: TabularReport {
    let timed = try await timedReport(
      live: live,
      follow: follow,
      status: status,
      keys: keys,
      making: make
    )
    for line in try lines(timed, text: text) { StandardStream.output.writeLine(line) }
    let code = Self.exitCode(of: timed.report)
    if code != 0 { throw ExitCode(code) }
  }

  /// Runs tools one after another, each with a report of its own: a JSON object a line, or one table.
  ///
  /// Ctrl-C ends the one that runs, and none follows it.
  ///
  /// - Parameters:
  ///   - tools: What to run; where it is one, its failure is the command's.
  ///   - command: The command's name, for the JSON of failures.
  ///   - text: A report's lines for a person.
  /// - Throws: The only tool's failure, or the highest exit code.
  func run<Tool: Diagnostic>(
    each tools: [Tool],
    of command: String?,
    text: (TimedReport<Tool.Report>) -> [String]
  ) async throws where Tool.Report: TabularReport {
    guard tools.count != 1 else { return try await run(tools[0], text: text) }
    var code: Int32 = 0
    var isFirst = true
    for tool in tools {
      do {
        let timed = try await timedReport(live: { _ in }, making: { tool })
        var lines = try lines(timed, text: text)
        if !isFirst, format == .csv { lines.removeFirst() }
        if !isFirst, format == .text { lines.insert("", at: 0) }
        isFirst = false
        for line in lines { StandardStream.output.writeLine(line) }
        code = max(code, Self.exitCode(of: timed.report))
        if timed.isInterrupted { break }
      } catch let failure as Failure {
        code = max(code, ErrorRenderer.show(failure, of: command, asJSON: format == .json))
        if failure.kind == .interrupted { break }
      }
    }
    if code != 0 { throw ExitCode(code) }
  }

  /// Runs a tool to its end, or to Ctrl-C.
  private func timedReport<Tool: Diagnostic>(
    live: @escaping @Sendable (Tool.Progress) -> Void,
    follow: @escaping @Sendable (Tool.Progress) -> Void = { _ in },
    status: (@Sendable () -> Void)? = nil,
    keys: KeyCommands? = nil,
    making make: @escaping @Sendable () async throws(Failure) -> Tool
  ) async throws -> TimedReport<Tool.Report> {
    let started = Timestamp.now
    let clock = ContinuousClock()
    let instant = clock.now
    let format = format
    let work = Task {
      await Self.outcome(of: make) { progress in
        follow(progress)
        if format == .text { live(progress) }
      }
    }
    let terminal = Self.terminal(keys) { work.cancel() }
    let signals = Self.signals(terminal, keys, status) { work.cancel() }
    let outcome = await work.value
    terminal?.end()
    withExtendedLifetime(signals) {}
    let report = try outcome.get()
    return TimedReport(
      report,
      started: started,
      duration: instant.duration(to: clock.now),
      isInterrupted: work.isCancelled
    )
  }

  /// The report as it is printed.
  private func lines<Report: TabularReport>(
    _ timed: TimedReport<Report>,
    text: (TimedReport<Report>) -> [String]
  ) throws -> [String] {
    switch format {
    case .json: [try JSONText.encode(timed)]
    case .csv: [CSVText.header(Report.self)] + CSVText.lines(timed.report)
    case .text: text(timed)
    }
  }

  /// What a command ends with after the report.
  private static func exitCode(of report: some DiagnosticReport) -> Int32 {
    if report.isOwnFailure { return Failure.Status.unable.rawValue }
    return report.isBad ? Failure.Status.badFinding.rawValue : 0
  }

  /// The terminal's keys, where any are wanted and standard input is a terminal.
  private static func terminal(
    _ commands: KeyCommands?,
    onQuit: @escaping @Sendable () -> Void
  ) -> TerminalKeys? {
    guard let commands else { return nil }
    let terminal = TerminalKeys { key in
      if commands.press(key) == .quit { onQuit() }
    }
    if terminal != nil { commands.begin() }
    return terminal
  }

  /// What signals do: whatever ends or stops the process gives the terminal back first.
  private static func signals(
    _ terminal: TerminalKeys?,
    _ commands: KeyCommands?,
    _ status: (@Sendable () -> Void)?,
    onEnd: @escaping @Sendable () -> Void
  ) -> Signals {
    guard let terminal else { return Signals(onEnd: onEnd, onStatus: status) }
    return Signals(
      onEnd: {
        terminal.end()
        onEnd()
      },
      onStatus: status ?? { quit(terminal) },
      stopping: Signals.Stopping(
        before: { terminal.release() },
        after: { if terminal.takeKeys() { commands?.redraw() } }
      )
    )
  }

  /// Ends the process by SIGQUIT, the terminal as it was.
  private static func quit(_ terminal: TerminalKeys) {
    terminal.end()
    signal(SIGQUIT, SIG_DFL)
    kill(getpid(), SIGQUIT)
  }

  /// In a function of its own: a task's closure that catches a typed error may be miscompiled by
  /// Swift 6.3's optimiser.
  private static func outcome<Tool: Diagnostic>(
    of make: @Sendable () async throws(Failure) -> Tool,
    onProgress: @escaping @Sendable (Tool.Progress) -> Void
  ) async -> Result<Tool.Report, Failure> {
    let tool: Tool
    do throws(Failure) {
      tool = try await make()
    } catch {
      return .failure(error)
    }
    do throws(DiagnosticError) {
      return .success(try await tool.run(onProgress: onProgress))
    } catch {
      return .failure(Failure(error))
    }
  }
}
