extension Timestamp {
  private static let httpMonths = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7); its older forms are not read.
  package init?(httpDate text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
      parts[1].utf8.count == 2, parts[3].utf8.count == 4,
      let month = Self.httpMonths.firstIndex(of: String(parts[2]))
    else { return nil }
    let number = month + 1
    self.init("\(parts[3])-\(number < 10 ? "0" : "")\(number)-\(parts[1])T\(parts[4])Z")
  }
}
