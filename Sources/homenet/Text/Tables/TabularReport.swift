import Diagnostics

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
