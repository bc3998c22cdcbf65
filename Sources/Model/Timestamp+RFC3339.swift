extension Timestamp: LosslessStringConvertible {
  /// Parses an RFC 3339 time: `2025-03-01T12:34:56.789Z`, with any fraction and offset.
  ///
  /// Digits beyond the millisecond are dropped; a leap second counts as the second before it.
  public init?(_ description: String) {
    var text = Text(rest: description.utf8[...])
    guard let year = text.number(4), text.take("-"),
      let month = text.number(2), (1...12).contains(month), text.take("-"),
      let day = text.number(2), day >= 1, day <= Self.days(in: month, of: year),
      text.take("T") || text.take("t") || text.take(" "),
      let hour = text.number(2), hour < 24, text.take(":"),
      let minute = text.number(2), minute < 60, text.take(":"),
      let second = text.number(2), second <= 60
    else { return nil }
    var fraction: Int64 = 0
    if text.take(".") {
      guard let parsed = text.milliseconds() else { return nil }
      fraction = parsed
    }
    guard let offset = text.offset(), text.rest.isEmpty else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3600 + (minute - offset) * 60 + min(second, 59)
    self.init(milliseconds: seconds * 1000 + fraction)
  }

  /// RFC 3339, UTC, with milliseconds: `2025-03-01T12:34:56.789Z`.
  public var description: String {
    let (day, time) = milliseconds.floorDivided(by: 86_400_000)
    let date = Self.civil(day)
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(time / 3_600_000, 2)):\(padded(time / 60_000 % 60, 2))"
      + ":\(padded(time / 1000 % 60, 2)).\(padded(time % 1000, 3))Z"
  }

  /// Days from 1970-01-01 to a date of the proleptic Gregorian calendar.
  ///
  /// Years begin in March here, so that the leap day is a year's last; 400 years have 146,097 days.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shifted.floorDivided(by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The date that many days after 1970-01-01.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).floorDivided(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// What is left of a time's text.
  private struct Text {
    var rest: Substring.UTF8View

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func digit() -> Int64? {
      guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      else { return nil }
      rest.removeFirst()
      return Int64(byte - UInt8(ascii: "0"))
    }

    mutating func number(_ digits: Int) -> Int64? {
      var value: Int64 = 0
      for _ in 0..<digits {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    mutating func milliseconds() -> Int64? {
      guard var value = digit() else { return nil }
      var count = 1
      while let digit = digit() {
        if count < 3 { value = value * 10 + digit }
        count += 1
      }
      while count < 3 {
        value *= 10
        count += 1
      }
      return value
    }

    /// The offset from universal time in minutes.
    mutating func offset() -> Int64? {
      if take("Z") || take("z") { return 0 }
      let isWest = take("-")
      guard isWest || take("+"), let hours = number(2), hours < 24, take(":"),
        let minutes = number(2), minutes < 60
      else { return nil }
      return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }
  }
}

extension Timestamp: Codable {
  /// Parses an RFC 3339 text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Timestamp(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "‘\(text.prefix(60))’ is no RFC 3339 time"
      )
    }
    self = value
  }

  /// Writes RFC 3339, UTC, with milliseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Int64 {
  /// Quotient and remainder with the quotient rounded down, so that the remainder is not negative.
  fileprivate func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
