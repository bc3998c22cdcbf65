import Diagnostics

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
