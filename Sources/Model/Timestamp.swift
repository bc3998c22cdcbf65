import Wire

/// A moment in universal time, to the millisecond, in the years 0 to 9999.
///
/// RFC 3339 can say no others. So whatever a clock says, the time between two moments is a number of
/// milliseconds that 64 bits hold.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public let milliseconds: Int64

  /// The moment that many milliseconds after the epoch; the first or last one of those years where
  /// that lies beyond them.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// What stands for the time of something that never happened: the first moment there is.
  public static let never = Timestamp(milliseconds: range.lowerBound)

  private static let range = Int64(-62_167_219_200_000)...253_402_300_799_999

  /// Earlier before later.
  public static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Timestamp: LosslessStringConvertible {
  /// Parses an RFC 3339 time: `2025-03-01T12:34:56.789Z`, with any fraction and offset.
  ///
  /// Digits beyond the millisecond are dropped; a leap second counts as the second before it.
  public init?(_ description: String) {
    var text = Text(rest: description.utf8[...])
    guard let year = text.number(4), text.take("-"),
      let month = text.number(2), (1...12).contains(month), text.take("-"),
      let day = text.number(2), day >= 1, day <= CivilDate.days(inMonth: month, of: year),
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
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    let seconds = days * 86_400 + hour * 3600 + (minute - offset) * 60 + min(second, 59)
    self.init(milliseconds: seconds * 1000 + fraction)
  }

  /// RFC 3339, UTC, with milliseconds: `2025-03-01T12:34:56.789Z`.
  public var description: String {
    // Rounded down, so that the time of the day is not negative.
    let time = (milliseconds % 86_400_000 + 86_400_000) % 86_400_000
    let isBeforeMidnight = milliseconds < 0 && time > 0
    let day = milliseconds / 86_400_000 - (isBeforeMidnight ? 1 : 0)
    let date = CivilDate(daysSince1970: day)
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(time / 3_600_000, 2)):\(padded(time / 60_000 % 60, 2))"
      + ":\(padded(time / 1000 % 60, 2)).\(padded(time % 1000, 3))Z"
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
