internal import Model

/// Dates as registries write them.
enum RegistryDate {
  private static let months = [
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9,
    "oct": 10, "nov": 11, "dec": 12,
  ]

  /// The moment; midnight where only the day is told; `nil` where it is no date.
  ///
  /// `2026-01-31T12:00:00Z`, `2026-01-31 12:00:00`, `2026-01-31`, `2026/01/31`, `2026.01.31`,
  /// `20260131`, `31-Jan-2026`, `31.01.2026`.
  static func parse(_ text: String) -> Timestamp? {
    let text = text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: "T")
    guard text.utf8.count <= 40 else { return nil }
    if let time = Timestamp(text) ?? Timestamp(text + "Z") { return time }
    // Offsets without a colon, and zones in words, after the time: the day is enough.
    let day = text.split(separator: "T").first.map(String.init) ?? text
    let parts = day.split { "-/.".contains($0) }.map(String.init)
    switch parts.count {
    case 1 where day.count == 8 && day.allSatisfy(\.isNumber):
      return moment(day.prefix(4), day.dropFirst(4).prefix(2), day.suffix(2))
    case 3 where parts[0].count == 4: return moment(parts[0], parts[1], parts[2])
    case 3 where parts[2].count == 4: return moment(parts[2], parts[1], parts[0])
    default: return nil
    }
  }

  private static func moment(
    _ year: some StringProtocol,
    _ month: some StringProtocol,
    _ day: some StringProtocol
  ) -> Timestamp? {
    let number = months[String(month.lowercased().prefix(3))] ?? Int(month)
    guard let number, let day = Int(day) else { return nil }
    let two = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
    return Timestamp("\(year)-\(two(number))-\(two(day))T00:00:00Z")
  }
}
