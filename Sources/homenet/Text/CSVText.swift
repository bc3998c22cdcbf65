import Model
import Wire

/// Devices as comma-separated values (RFC 4180).
enum CSVText {
  private static let columns = [
    "ip", "mac", "name", "hostname", "category", "vendor", "model", "os", "confidence", "state",
    "latency_ms", "ports", "services", "first_seen", "last_seen", "id",
  ]

  /// The header and a line a device.
  static func lines(_ devices: [Device]) -> [String] {
    [columns.joined(separator: ",")]
      + devices.map { fields(of: $0).map(escaped).joined(separator: ",") }
  }

  private static let remembered = ["user_name", "user_category", "note", "hidden", "new"]

  /// The same for devices that are remembered, and what the user says of them.
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
      device.ip.description,
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
      device.firstSeen.description,
      device.lastSeen.description,
      device.id,
    ]
  }

  /// Quoted where it must be; text that a spreadsheet would run as a formula begins with an
  /// apostrophe.
  ///
  /// Where a decimal comma is usual, spreadsheets take `;` for the separator: what follows one may
  /// become a cell's beginning too, and quotes within the field don't hold it together.
  static func escaped(_ field: String) -> String {
    // Looked at by scalars: an accent after a comma makes one character of both, which no comma equals.
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

  /// An apostrophe stands where a cell would begin with what makes it a formula.
  private static func withoutFormulas(
    _ text: String.UnicodeScalarView
  ) -> String.UnicodeScalarView {
    var safe: [Unicode.Scalar] = []
    // Where a cell may begin that nothing but quotes and spaces has followed yet.
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

  /// The wide forms are the same to spreadsheets of East Asian languages.
  private static let formulaStarts = Set("=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars)
}
