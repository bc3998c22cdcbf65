/// A tool that finds out one thing and reports it: ping, trace, dns and their like.
///
/// It knows neither terminals nor web pages: a face hands in whom it tells of progress, and shows the
/// report.
public protocol Diagnostic<Progress, Report>: Sendable {
  /// What it tells while it runs: small, and complete in itself.
  associatedtype Progress: Encodable & Sendable
  /// What it has found in the end.
  associatedtype Report: DiagnosticReport

  /// Runs to the end, or until the task is cancelled: then it returns at once what it has found so
  /// far.
  ///
  /// - Parameter onProgress: Takes progress as it comes; must not block.
  /// - Returns: All that was found.
  /// - Throws: What kept it from finding out anything, which is never the other side's silence.
  func run(onProgress: @escaping @Sendable (Progress) -> Void) async throws(DiagnosticError)
    -> Report
}

/// What a diagnostic has found; written as the members of one JSON object.
public protocol DiagnosticReport: Encodable, Sendable {
  /// The name and version of its JSON, such as `homenet.ping/1`.
  static var schema: String { get }

  /// Whether the finding is bad: no reply, a certificate that has expired. Ends a command with 1.
  var isBad: Bool { get }

  /// Whether what is bad is this machine's own failure. Ends a command with 3.
  var isOwnFailure: Bool { get }
}

extension DiagnosticReport {
  /// Most say so by throwing.
  public var isOwnFailure: Bool { false }
}
