import Diagnostics
import Model
import Wire

/// CSV (RFC 4180).
enum CSVText {
  private static let columns = [
    "ip", "mac", "name", "hostname", "category", "vendor", "model", "os", "confidence", "state",
    "latency_ms", "ports", "services", "first_seen", "last_seen", "id",
  ]

  static func lines(_ devices: [Device]) -> [String] {
    [columns.joined(separator: ",")]
      + devices.map { fields(of: $0).map(escaped).joined(separator: ",") }
  }

  private static let remembered = ["user_name", "user_category", "note", "hidden", "new"]

  static func lines(_ devices: [InventoryDevice]) -> [String] {
    [(columns + remembered).joined(separator: ",")]
      + devices.map { fields(of: $0).map(escaped).joined(separator: ",") }
  }

  private static func fields(of remembered: InventoryDevice) -> [String] {
    var fields = fields(of: remembered.named)
    if let state = columns.firstIndex(of: "state") { fields[state] = remembered.presence.rawValue }
    return fields + [
      remembered.marks.name ?? "",
      remembered.marks.category?.rawValue ?? "",
      remembered.marks.note ?? "",
      remembered.marks.isHidden.description,
      remembered.isNew.description,
    ]
  }

  private static func fields(of device: Device) -> [String] {
    [
      device.knownIP?.description ?? "",
      device.evidence.mac?.description ?? "",
      device.verdict.name ?? "",
      device.hostname ?? "",
      device.verdict.category.rawValue,
      device.verdict.vendor ?? "",
      device.verdict.model ?? "",
      device.verdict.os ?? "",
      device.verdict.confidence.description,
      device.state.rawValue,
      device.latencyMs?.description ?? "",
      device.ports.map { "\($0.port)/\($0.transport.rawValue)" }.joined(separator: " "),
      Set(device.evidence.services.map(\.type)).sorted().joined(separator: " "),
      device.wasSeen ? device.firstSeen.description : "",
      device.wasSeen ? device.lastSeen.description : "",
      device.id,
    ]
  }

  /// The field, quoted where needed, with an apostrophe before formulas.
  ///
  /// In locales with a decimal comma spreadsheets separate cells at `;`, even within quotes.
  static func escaped(_ field: String) -> String {
    // By scalars: a comma with a combining mark is another Character.
    let text = withoutFormulas(DisplayText.safe(field).unicodeScalars)
    guard text.contains(where: { $0 == "," || $0 == "\"" }) else { return String(text) }
    var quoted = "\"".unicodeScalars
    for scalar in text {
      if scalar == "\"" { quoted.append("\"") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  /// Puts an apostrophe before each cell start that would make a formula.
  private static func withoutFormulas(
    _ text: String.UnicodeScalarView
  ) -> String.UnicodeScalarView {
    var safe: [Unicode.Scalar] = []
    // A cell start with only quotes and spaces after it so far.
    var cellStart: Int? = 0
    for scalar in text {
      if let start = cellStart, scalar != "\"", !scalar.properties.isWhitespace {
        if formulaStarts.contains(scalar) { safe.insert("'", at: start) }
        cellStart = nil
      }
      safe.append(scalar)
      if scalar == ";" { cellStart = safe.count }
    }
    return String.UnicodeScalarView(safe)
  }

  /// With the fullwidth forms, which East Asian spreadsheets take as well.
  private static let formulaStarts = Set("=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars)
}

/// A report with a table for `--format csv`.
///
/// Columns keep their names and their order; new ones come last.
protocol TabularReport: DiagnosticReport {
  static var columns: [String] { get }

  var rows: [[CSVField]] { get }
}

extension CSVText {
  static func header<Report: TabularReport>(_: Report.Type) -> String {
    Report.columns.joined(separator: ",")
  }

  static func lines(_ report: some TabularReport) -> [String] {
    report.rows.map { row in row.map(\.escaped).joined(separator: ",") }
  }
}

/// A field of comma-separated values.
enum CSVField: Hashable {
  /// Text, perhaps from the network; formulas are defused.
  case text(String)
  /// A number, which may be negative.
  case number(Double)
  case unknown

  init(_ text: String?) { self = text.map(Self.text) ?? .unknown }
  init(_ number: Double?) { self = number.map(Self.number) ?? .unknown }
  init(_ number: (some BinaryInteger)?) { self = number.map { .number(Double($0)) } ?? .unknown }
  init(_ truth: Bool?) { self = truth.map { .text($0.description) } ?? .unknown }
  init(_ time: Timestamp?) { self = time.map { .text($0.description) } ?? .unknown }
  /// Several words with spaces between them.
  init(list: [String]) { self = list.isEmpty ? .unknown : .text(list.joined(separator: " ")) }

  var escaped: String {
    switch self {
    case .text(let text): CSVText.escaped(text)
    // A number has no letters that a spreadsheet could run, a minus sign included.
    case .number(let number): Int(exactly: number)?.description ?? number.description
    case .unknown: ""
    }
  }
}
