public import Model

/// One device's evidence on file, a line of JSON.
///
/// Keys that are missing, or not known here, say nothing. Lists and texts are cut to sizes that no
/// honest device needs.
public struct EvidenceRecord: Hashable, Sendable {
  /// What the record is called; its line's number where it has no name.
  public var id: String
  /// What is known.
  public var evidence: Evidence

  /// The record of a device with that name.
  public init(id: String, evidence: Evidence) {
    self.id = id
    self.evidence = evidence
  }

  /// The longest line that is read, in bytes.
  public static let lineLimit = 1 << 20

  /// Why a line is no record.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    public var line: Int
    /// What is wrong with it.
    public var reason: String

    /// A complaint about a line.
    public init(line: Int, reason: String) {
      self.line = line
      self.reason = reason
    }

    /// `line 3: …`.
    public var description: String { "line \(line): \(reason)" }
  }
}
