import FoundationEssentials
import Wire

/// One device's evidence on file, a line of JSON.
///
/// Keys that are missing, or not known here, say nothing. Lists and texts are cut to sizes that no
/// honest device needs.
public struct EvidenceRecord: Hashable, Sendable {
  /// What the record is called; its line's number where it has no name.
  public var id: String
  /// What is known.
  public var evidence: Evidence

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

  /// Parses the line with that number, counted from 1.
  public init(parsing line: [UInt8], number: Int) throws(ParseError) {
    guard line.count <= Self.lineLimit else {
      throw ParseError(line: number, reason: "longer than \(Self.lineLimit) bytes")
    }
    do {
      // Nearly every record is plain; what is not, the library reads or refuses.
      let record =
        try RecordShape(plainText: line)
        ?? JSONDecoder().decode(RecordShape.self, from: Data(line))
      id = record.id ?? String(number)
      evidence = record.evidence
    } catch let error as DecodingError {
      throw ParseError(line: number, reason: Self.words(for: error))
    } catch {
      throw ParseError(line: number, reason: "not JSON")
    }
  }

  private static func words(for error: DecodingError) -> String {
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default:
      return "not an evidence record"
    }
    let path = context.codingPath.map { key in
      key.intValue.map { "[\($0)]" } ?? key.stringValue
    }
    return path.isEmpty
      ? "not an evidence record" : "\(path.joined(separator: ".")): not what belongs there"
  }
}
