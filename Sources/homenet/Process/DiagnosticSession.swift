import ArgumentParser
import Diagnostics
import Glibc
import HomeNet

/// Runs a diagnostic for a command: Ctrl-C ends it with what it has found so far.
struct DiagnosticSession {
  /// A report is no list, so there is no CSV of it.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

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
  ) async throws {
    try await run(live: live, text: text) { tool }
  }

  /// The same of a tool that takes time to make, as names have to be looked up: Ctrl-C ends that too.
  ///
  /// - Parameters:
  ///   - live: Shows progress to a person; called on no particular thread, not with `--format json`.
  ///   - text: The report's lines for a person.
  ///   - make: Makes the tool.
  /// - Throws: Why it can't be made, the failure, or the exit code of a bad finding.
  func run<Tool: Diagnostic>(
    live: @escaping @Sendable (Tool.Progress) -> Void,
    text: (TimedReport<Tool.Report>) -> [String],
    making make: @escaping @Sendable () async throws(Failure) -> Tool
  ) async throws {
    let started = Timestamp.now
    let clock = ContinuousClock()
    let instant = clock.now
    let format = format
    let work = Task {
      await Self.outcome(of: make) { if format == .text { live($0) } }
    }
    let signals = Signals(onEnd: { work.cancel() })
    let outcome = await work.value
    withExtendedLifetime(signals) {}
    let report = try outcome.get()
    let timed = TimedReport(
      report,
      started: started,
      duration: instant.duration(to: clock.now),
      isInterrupted: work.isCancelled
    )
    switch format {
    case .json: StandardStream.output.writeLine(try JSONText.encode(timed))
    case .text: for line in text(timed) { StandardStream.output.writeLine(line) }
    }
    if report.isOwnFailure { throw ExitCode(Failure.Status.unable.rawValue) }
    if report.isBad { throw ExitCode(Failure.Status.badFinding.rawValue) }
  }

  /// In a function of its own: a task's closure that catches a typed error may be miscompiled by
  /// Swift 6.3's optimiser.
  private static func outcome<Tool: Diagnostic>(
    of make: @Sendable () async throws(Failure) -> Tool,
    telling tell: @escaping @Sendable (Tool.Progress) -> Void
  ) async -> Result<Tool.Report, Failure> {
    let tool: Tool
    do throws(Failure) {
      tool = try await make()
    } catch {
      return .failure(error)
    }
    do throws(DiagnosticError) {
      return .success(try await tool.run(telling: tell))
    } catch {
      return .failure(Failure(error))
    }
  }
}

extension Failure {
  /// A host that nobody knows is a bad finding; what makes no sense is a mistake of usage.
  init(_ error: DiagnosticError) {
    switch error {
    case .usage: self.init(error.words, .usage)
    case .unknownHost: self.init(error.words, .badFinding, .unknownHost)
    case .noAnswer: self.init(error.words, .badFinding)
    case .interrupted: self.init(error.words, .badFinding, .interrupted)
    case .local, .unable: self.init(error.words, .unable)
    }
  }
}
