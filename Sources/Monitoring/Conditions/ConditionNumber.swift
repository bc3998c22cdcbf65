/// Numbers, durations and shares as they are written in conditions, and in what devices answer.
enum ConditionNumber {
  /// Longer texts are no numbers.
  private static let mostBytes = 64

  private static let units: [(suffix: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400),
  ]

  /// The finite number of that text; `nil` for `nan`, `0x10`, blanks and other texts.
  static func value(of text: String) -> Double? {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count <= mostBytes, bytes.allSatisfy(isOfNumber),
      bytes.contains(where: isDigit), let value = Double(text), value.isFinite
    else { return nil }
    return value
  }

  /// The share, 0–1, that `5%` says.
  static func share(of text: String) -> Double? {
    guard text.hasSuffix("%"), let percent = value(of: String(text.dropLast())) else {
      return nil
    }
    return percent / 100
  }

  /// The seconds of `48h`, `200ms`, `1h30m`; a unit is needed.
  static func seconds(of text: String) -> Double? {
    guard text.utf8.count <= mostBytes else { return nil }
    var bytes = Array(text.utf8)[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes.removeFirst() }
    guard !bytes.isEmpty else { return nil }
    var seconds = 0.0
    while !bytes.isEmpty {
      let digits = bytes.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
      bytes = bytes.dropFirst(digits.count)
      let letters = bytes.prefix { !isDigit($0) && $0 != UInt8(ascii: ".") }
      bytes = bytes.dropFirst(letters.count)
      let suffix = String(decoding: letters, as: UTF8.self)
      guard let number = value(of: String(decoding: digits, as: UTF8.self)),
        let unit = units.first(where: { $0.suffix == suffix })
      else { return nil }
      // 200 / 1000 is the same number as a time in milliseconds gives; 200 × 0.001 isn't.
      seconds += unit.suffix == "ms" ? number / 1000 : number * unit.seconds
    }
    return seconds.isFinite ? (isNegative ? -seconds : seconds) : nil
  }

  /// A time in the notation that conditions are written in: `812ms`, `26h`, `29.9d`; rounded down, so
  /// that what is just below a limit doesn't look like the limit.
  static func duration(seconds: Double) -> String {
    switch seconds.magnitude {
    case ..<1: return decimal(seconds * 1000) + "ms"
    case ..<120: return decimal(seconds) + "s"
    case ..<7200: return decimal(seconds / 60) + "m"
    case ..<172_800: return decimal(seconds / 3600) + "h"
    default: return decimal(seconds / 86_400) + "d"
    }
  }

  /// A number with at most one decimal, rounded down.
  static func decimal(_ number: Double) -> String {
    // Dividing brings in errors of the last binary digits, which are no reason to round down.
    let tenths = (number * 10 + 1e-6).rounded(.down)
    guard tenths.magnitude < 1e15 else { return "\(number)" }
    let whole = Int64(tenths)
    return whole.isMultiple(of: 10) ? "\(whole / 10)" : "\(Double(whole) / 10)"
  }

  /// Whether two numbers are equal; long whole numbers are compared digit by digit, since a floating
  /// point number doesn't hold all of them.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    if isLong(left), isLong(right) { return left == right }
    guard let one = value(of: left), let other = value(of: right) else { return false }
    return one == other
  }

  private static func isLong(_ text: String) -> Bool {
    text.utf8.count > 15 && text.utf8.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    isDigit(byte) || ".+-eE".utf8.contains(byte)
  }
}
