import ArgumentParser
import Diagnostics
import Discovery
import Glibc
import LinuxNetwork
import Model
import Networking

/// Runs a diagnostic for a command; Ctrl-C ends it with a partial report.
struct DiagnosticSession {
  typealias Format = OutputFormat

  var format: Format

  /// Runs a tool and prints its report; see the next one.
  func run<Tool: Diagnostic>(
    _ tool: Tool,
    live: @escaping @Sendable (Tool.Progress) -> Void = { _ in },
    text: (TimedReport<Tool.Report>) -> [String]
  ) async throws where Tool.Report: TabularReport {
    try await run(live: live, text: text) { tool }
  }

  /// Makes and runs a tool and prints its report; Ctrl-C ends the making, too.
  ///
  /// With `--format text`, `live` takes the progress, on any thread, and `text` gives the report's lines;
  /// `follow` takes progress with any format. `status` is called on SIGQUIT; without it that ends the
  /// process. Throws why the tool can't be made, its failure, or the exit code of a bad finding.
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

  /// Runs tools in sequence and prints their reports: a JSON object a line, or one table.
  ///
  /// Ctrl-C ends the running one and skips the rest. Throws the only tool's failure, or the highest exit
  /// code.
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

  private static func exitCode(of report: some DiagnosticReport) -> Int32 {
    if report.isOwnFailure { return Failure.Status.unable.rawValue }
    return report.isBad ? Failure.Status.badFinding.rawValue : 0
  }

  /// Reads keys, if any are wanted and standard input is a terminal.
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

  /// Handles signals; restores the terminal before the process ends or stops.
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

  private static func quit(_ terminal: TerminalKeys) {
    terminal.end()
    signal(SIGQUIT, SIG_DFL)
    kill(getpid(), SIGQUIT)
  }

  /// A function of its own: Swift 6.3 may miscompile a task closure that catches a typed error.
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

enum ErrorRenderer {
  /// Writes the message to standard error, and with JSON an ``ErrorReport`` to standard output; returns
  /// the exit code.
  static func show(_ failure: Failure, of tool: String?, asJSON isJSON: Bool) -> Int32 {
    StandardStream.error.writeLine("homenet: " + DisplayText.safe(failure.message))
    if isJSON, let json = try? JSONText.encode(ErrorReport(failure, of: tool)) {
      StandardStream.output.writeLine(json)
    }
    return failure.status.rawValue
  }
}

/// Resolves the hosts of a command's arguments.
enum TargetLookup {
  /// Resolves the hosts; unresolvable ones are reported on standard error.
  ///
  /// - Throws: If none resolves.
  static func looking(
    up hosts: [String],
    _ family: AddressFamily?
  ) async throws(Failure) -> ResolvedHosts {
    let found: ResolvedHosts
    do throws(DiagnosticError) {
      found = try await TargetHost.looking(up: hosts, family)
    } catch {
      throw Failure(error)
    }
    let failure = found.failure
    // The failure itself is reported by the caller.
    for one in found.unknown where one.words != failure?.words {
      StandardStream.error.writeLine("homenet: " + DisplayText.safe(one.words))
    }
    if let failure { throw Failure(failure) }
    return found
  }

  /// Chooses the family that answers for hosts with both; reports changes on standard error.
  static func chooseFamily(
    of hosts: inout [TargetHost],
    by network: any Network,
    port: UInt16? = nil
  ) async {
    for change in await AddressFamilySelector(by: network, port: port).choose(&hosts) {
      StandardStream.error.writeLine("homenet: " + DisplayText.safe(change.words))
    }
  }
}

extension TrustRoots {
  /// The roots in the file, or this system's; unreadable certificates are reported on standard error.
  static func load(from path: String?) throws(DiagnosticError) -> TrustRoots {
    guard let path else { return .system() }
    let roots = try file(path)
    for warning in roots.warnings {
      StandardStream.error.writeLine("homenet: warning: " + DisplayText.safe(warning))
    }
    return roots
  }
}
