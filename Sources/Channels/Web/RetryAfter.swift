import Model

/// When a server wants to be asked again (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The longest time that is believed, in seconds.
  static let most = 86_400.0

  /// A field's time to wait: seconds, or a date of HTTP.
  static func duration(_ field: String, now: Timestamp) -> Duration? {
    let text = field.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    if let seconds = Double(text), text.utf8.allSatisfy({ $0 < 0x3A }) { return bounded(seconds) }
    guard let date = Timestamp(httpDate: text) else { return nil }
    return bounded(Double(date.milliseconds - now.milliseconds) / 1000)
  }

  /// So many seconds, within what is believed.
  static func bounded(_ seconds: Double) -> Duration? {
    guard seconds.isFinite else { return nil }
    return .milliseconds(Int64((min(max(seconds, 0), most) * 1000).rounded(.up)))
  }
}
