import FoundationEssentials

extension EvidenceRecord {
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
      self.init(id: record.id ?? String(number), evidence: record.evidence)
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
