import Diagnostics
import Model
import Networking

/// Round trips for people.
enum Milliseconds {
  /// With as many digits as are worth reading: `0.041`, `1.23`, `34.5`, `1201`.
  static func text(_ duration: Duration) -> String {
    let value = duration.roundedMilliseconds
    let digits = value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0
    return fixed(value, digits: digits)
  }

  /// A share as percent: `0 %`, `2.5 %`, `100 %`.
  static func percent(_ share: Double) -> String {
    let value = (share * 1000).rounded() / 10
    return (value == value.rounded() ? fixed(value, digits: 0) : fixed(value, digits: 1)) + " %"
  }

  private static func fixed(_ value: Double, digits: Int) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let number = Int((value * Double(scale)).rounded())
    guard digits > 0 else { return "\(number)" }
    let fraction = "\(number % scale)"
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(number / scale).\(zeros)\(fraction)"
  }
}

/// Durations for people.
enum Seconds {
  /// As in: `3.2 s`.
  static func text(_ duration: Duration) -> String {
    let tenths = Int64((duration.milliseconds / 100).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

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
