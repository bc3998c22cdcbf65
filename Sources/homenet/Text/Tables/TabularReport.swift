import Diagnostics
import Model

/// A report that is a table, too: what `--format csv` prints.
///
/// Columns keep their names and their order; new ones come last.
protocol TabularReport: DiagnosticReport {
  /// The names of the columns, as JSON has them.
  static var columns: [String] { get }

  /// A field for each column in each row.
  var rows: [[CSVField]] { get }
}

extension CSVText {
  /// The line with the names of the columns.
  static func header<Report: TabularReport>(_: Report.Type) -> String {
    Report.columns.joined(separator: ",")
  }

  /// A line a row.
  static func lines(_ report: some TabularReport) -> [String] {
    report.rows.map { row in row.map(\.escaped).joined(separator: ",") }
  }
}

/// A field of comma-separated values.
enum CSVField: Hashable {
  /// Words, perhaps from the network: no spreadsheet may run them.
  case text(String)
  /// A number, which may be negative.
  case number(Double)
  /// Nothing is known.
  case unknown

  /// Words; unknown where there are none.
  init(_ text: String?) { self = text.map(Self.text) ?? .unknown }

  /// A number; unknown where there is none.
  init(_ number: Double?) { self = number.map(Self.number) ?? .unknown }

  /// A whole number; unknown where there is none.
  init(_ number: (some BinaryInteger)?) { self = number.map { .number(Double($0)) } ?? .unknown }

  /// `true` or `false`; unknown where there is neither.
  init(_ truth: Bool?) { self = truth.map { .text($0.description) } ?? .unknown }

  /// A time as JSON has it; unknown where there is none.
  init(_ time: Timestamp?) { self = time.map { .text($0.description) } ?? .unknown }

  /// Several words with spaces between them.
  init(list: [String]) { self = list.isEmpty ? .unknown : .text(list.joined(separator: " ")) }

  /// The field as it stands in a line.
  var escaped: String {
    switch self {
    case .text(let text): CSVText.escaped(text)
    // A number has no letters that a spreadsheet could run, a minus sign included.
    case .number(let number): Int(exactly: number)?.description ?? number.description
    case .unknown: ""
    }
  }
}
