import Model

/// A time in the past, as a person would say it.
enum PastTime {
  /// `just now`, `12 min ago`, `3 h ago`, `5 days ago`; the date (UTC) after a month.
  static func words(_ time: Timestamp, now: Timestamp) -> String {
    let minutes = (now.milliseconds - time.milliseconds) / 60_000
    switch minutes {
    case ..<(-5): return date(time)
    case ..<2: return "just now"
    case ..<120: return "\(minutes) min ago"
    case ..<(48 * 60): return "\(minutes / 60) h ago"
    case ..<(31 * 24 * 60): return "\(minutes / (24 * 60)) days ago"
    default: return date(time)
    }
  }

  private static func date(_ time: Timestamp) -> String { String(time.description.prefix(10)) }
}
