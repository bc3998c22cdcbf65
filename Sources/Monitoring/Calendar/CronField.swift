/// A field of a cron line: what it may contain.
struct CronField: Hashable, Sendable {
  /// Which one it is.
  let kind: Kind
  /// The least value.
  let least: Int
  /// The greatest value.
  let most: Int
  /// The names of values, the first one for the least value.
  let names: [String]

  /// The five fields.
  enum Kind: Hashable, Sendable {
    case minute, hour, day, month, weekday
  }

  static let minute = CronField(kind: .minute, least: 0, most: 59, names: [])
  static let hour = CronField(kind: .hour, least: 0, most: 23, names: [])
  static let day = CronField(kind: .day, least: 1, most: 31, names: [])
  static let month = CronField(
    kind: .month,
    least: 1,
    most: 12,
    names: [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
  )
  /// Sunday is 0, and 7 while a range is read.
  static let weekday = CronField(
    kind: .weekday,
    least: 0,
    most: 7,
    names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
  )

  /// All, in the order in which they stand in a line.
  static let all = [minute, hour, day, month, weekday]

  /// The values that a field allows.
  struct Values: Hashable, Sendable {
    /// One bit a value.
    let bits: UInt64
    /// Whether the field begins with `*`.
    let isStarred: Bool
    /// Whether every value is allowed.
    let isFull: Bool

    func contains(_ value: Int) -> Bool { bits & (1 << UInt64(clamping: value)) != 0 }

    /// The least one that is not less.
    func first(from value: Int) -> Int? {
      let rest = bits & (UInt64.max << UInt64(clamping: value))
      return rest == 0 ? nil : rest.trailingZeroBitCount
    }

    fileprivate init(_ bits: UInt64, of field: CronField, isStarred: Bool) {
      var bits = bits
      if field.kind == .weekday, bits & (1 << 7) != 0 { bits = (bits | 1) & ~(1 << 7) }
      let top = field.kind == .weekday ? 6 : field.most
      self.bits = bits
      self.isStarred = isStarred
      isFull = (field.least...top).allSatisfy { bits & (1 << UInt64($0)) != 0 }
    }
  }

  /// Reads a list of values, ranges and steps.
  func values(_ text: Substring) throws(CronProblem) -> Values {
    var bits: UInt64 = 0
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = item.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      let (range, mayStep) = try self.range(parts[0])
      var step = 1
      if parts.count > 1 {
        guard mayStep, let number = Self.number(parts[1]), number >= 1 else {
          throw .noStep(self, String(item))
        }
        step = number
      }
      for value in stride(from: range.lowerBound, through: range.upperBound, by: step) {
        bits |= 1 << UInt64(value)
      }
    }
    return Values(bits, of: self, isStarred: text.first == "*")
  }

  /// A range, and whether a step may follow: after a single value it would mean nothing.
  private func range(
    _ text: Substring
  ) throws(CronProblem) -> (ClosedRange<Int>, mayStep: Bool) {
    if text == "*" { return (least...(kind == .weekday ? 6 : most), true) }
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let low = value(ends[0]) else { throw .noValue(self, String(ends[0])) }
    guard ends.count > 1 else { return (low...low, false) }
    guard var high = value(ends[1]) else { throw .noValue(self, String(ends[1])) }
    // The week may end with Sunday: `sat-sun`.
    if kind == .weekday, high == 0, low > 0 { high = 7 }
    guard low <= high else { throw .backwards(self, String(text)) }
    return (low...high, true)
  }

  private func value(_ text: Substring) -> Int? {
    if let index = names.firstIndex(of: text.lowercased()) { return least + index }
    guard let number = Self.number(text), (least...most).contains(number) else { return nil }
    return number
  }

  /// Decimal digits, few of them; no sign.
  private static func number(_ text: Substring) -> Int? {
    guard (1...3).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}
