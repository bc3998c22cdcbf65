import ArgumentParser

/// Parses `200ms`, `2s`, `1.5m`, `1h`, `1d` or a bare number of seconds; up to a day.
func parseDuration(_ text: String) throws -> Duration {
  let units: [(suffix: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400), ("", 1),
  ]
  for unit in units where text.hasSuffix(unit.suffix) {
    let number = text.dropLast(unit.suffix.count)
    guard number.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }),
      let value = Double(number), value * unit.seconds <= 86_400
    else { break }
    return .milliseconds((value * unit.seconds * 1000).rounded())
  }
  throw ValidationError("'\(text)' is not a duration such as 200ms, 2s, 5m, 1h or 1.5")
}
