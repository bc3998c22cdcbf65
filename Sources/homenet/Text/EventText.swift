import Home
import Model

/// Changes of the home as lines of text and of CSV.
struct EventText {
  let style: Style
  /// How many seconds local time is ahead of universal time at a moment.
  let offset: (Timestamp) -> Int64

  /// `2026-03-01 18:04  Anna’s iPhone left`: the local time, and the change in a sentence.
  func line(_ change: HomeChange) -> String {
    style.dim(Self.minute(change.time, offset: offset(change.time))) + "  "
      + DisplayText.safe(change.message.text)
  }

  private static func minute(_ time: Timestamp, offset: Int64) -> String {
    let local = Timestamp(milliseconds: time.milliseconds + offset * 1000).description
    return "\(local.prefix(10)) \(local.dropFirst(11).prefix(5))"
  }

  /// The columns of CSV; new ones come last.
  static let columns = [
    "seq", "time", "kind", "device", "name", "was", "is", "reason", "sources", "text",
  ]

  static let header = columns.joined(separator: ",")

  static func row(_ named: NamedChange) -> String {
    let change = named.change
    let fields: [CSVField] = [
      CSVField(change.seq), CSVField(change.time), .text(change.kind.rawValue),
      CSVField(named.device), CSVField(change.name), CSVField(change.was), CSVField(change.value),
      CSVField(change.reason?.rawValue), CSVField(list: change.sources.map(\.rawValue)),
      .text(change.message.text),
    ]
    return fields.map(\.escaped).joined(separator: ",")
  }
}

/// A line of `homenet events --follow --format json`: a change with the name of its schema.
struct EventLine: Encodable {
  let change: NamedChange

  func encode(to encoder: any Encoder) throws {
    try change.encode(to: encoder)
    let schema: JSONObject = ["schema": "homenet.events.change/1"]
    try schema.encode(to: encoder)
  }
}
