import ArgumentParser
import Discovery
import Monitoring

extension DataArguments {
  /// What serves, or is stored in, the directory that is meant.
  func access() throws(Failure) -> MonitoringAccess {
    try MonitoringAccess(directory: StoredInventory.directory(data))
  }
}

/// What commands about monitors and alerts print.
enum MonitoringOutput {
  /// A JSON object with the name of its schema.
  static func writeJSON(_ schema: String, _ fields: [String: FieldValue]) throws {
    var fields = fields
    fields["schema"] = .text(schema)
    StandardStream.output.writeLine(try JSONText.encode(FieldValue.object(fields)))
  }

  /// The same for what the API answered.
  static func writeJSON(_ schema: String, _ value: FieldValue) throws {
    guard case .object(let fields) = value else { return try writeJSON(schema, [:]) }
    try writeJSON(schema, fields)
  }

  static func write(_ lines: [String]) {
    StandardStream.output.write(lines.map { $0 + "\n" }.joined())
  }

  /// A list in that format, under that key in JSON.
  static func write(
    _ listing: AlertTables.Listing,
    of values: [FieldValue],
    as format: OutputFormat,
    schema: String,
    key: String
  ) throws {
    let output = StandardStream.output
    switch format {
    case .json: try writeJSON(schema, [key: .list(values)])
    case .csv: write(listing.csvLines)
    case .text:
      write(listing.lines(style: Style(isColoured: output.wantsColour), width: output.tableWidth))
    }
  }

  /// A sentence for people, on standard output where it is what was asked for.
  static func say(_ words: String) { StandardStream.output.writeLine(DisplayText.safe(words)) }

  /// A hint on standard error.
  static func hint(_ words: String) { StandardStream.error.writeLine(DisplayText.safe(words)) }
}

/// A name and a value with `=` between them, of an option that is repeatable.
struct NamedValue: Hashable {
  var name: String
  var value: String

  /// Throws for a text without a name or without `=`.
  init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ValidationError("'\(text)' is not NAME=VALUE")
    }
    name = String(parts[0])
    value = String(parts[1])
  }
}
