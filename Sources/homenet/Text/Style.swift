import Model

/// Colours and weights of a terminal, or none of them.
struct Style: Sendable {
  /// Whether escape sequences are written.
  var isColoured: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }

  func dim(_ text: String) -> String { wrap(text, "2") }

  func warning(_ text: String) -> String { wrap(text, "33") }

  func good(_ text: String) -> String { wrap(text, "32") }

  func bad(_ text: String) -> String { wrap(text, "31") }

  /// Text in the colour that the map gives the category.
  func category(_ text: String, _ category: Category) -> String {
    wrap(text, Self.codes[category] ?? "90")
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// The nearest of the 256 colours.
  private static let codes: [Category: String] = [
    .router: "34", .network: "34", .phone: "38;5;62", .tablet: "38;5;62", .computer: "35",
    .server: "35", .speaker: "38;5;208", .gaming: "31", .tvMedia: "38;5;205",
    .storage: "38;5;37", .printer: "32", .smartHome: "33", .appliance: "33", .camera: "38;5;109",
    .voip: "38;5;62", .wearable: "38;5;62", .unknown: "90",
  ]
}
