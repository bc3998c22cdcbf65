/// Durations as people and scripts write them: `200ms`, `2s`, `5m`, `24h`, `7d`; a bare number is a
/// number of seconds.
package enum DurationText {
  private static let units: [(suffix: String, milliseconds: Double)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000), ("", 1000),
  ]

  /// The milliseconds of the duration, finite and not negative; `nil` for any other text.
  package static func milliseconds(_ text: String) -> Double? {
    for unit in units where text.hasSuffix(unit.suffix) {
      let number = text.dropLast(unit.suffix.count)
      guard number.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }),
        let value = Double(number)
      else { return nil }
      let milliseconds = value * unit.milliseconds
      return milliseconds.isFinite ? milliseconds : nil
    }
    return nil
  }
}

extension Timestamp {
  /// The moment that a text names: a time in RFC 3339, or a duration back from `now`, as `24h` or `7d`;
  /// `nil` for any other text.
  package init?(_ text: String, backFrom now: Timestamp) {
    if let time = Timestamp(text) {
      self = time
    } else if let back = DurationText.milliseconds(text), back <= Self.furthestBack {
      self.init(milliseconds: now.milliseconds - Int64(back.rounded()))
    } else {
      return nil
    }
  }

  /// Ten thousand years, which is more than there are times for.
  private static let furthestBack: Double = 10_000 * 366 * 86_400_000
}
