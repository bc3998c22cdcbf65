import HTTPTypes
import Home
import Hummingbird
import Model

/// The query of a request for the home's history.
///
/// A time in it is RFC 3339, or a duration back from now. Whatever is not acceptable throws a problem
/// with the status 422.
struct HistoryParameters {
  private let values: [String: String]
  private let now: Timestamp

  /// The longest span of time that an answer about a device may cover, in days.
  static let longestSpan: Int64 = 400
  /// The same for an answer about all of the home: a year of it has hundreds of thousands of changes of
  /// presence.
  static let longestHomeSpan: Int64 = 92
  private static let day: Int64 = 86_400_000
  /// The shortest step, in milliseconds.
  static let shortestStep: Int64 = 60_000
  /// The most steps of a span.
  static let mostSteps: Int64 = 2000
  /// Numbers that JavaScript counts exactly.
  private static let greatestNumber: UInt64 = 1 << 53 - 1

  /// The values of that query; others than those names are refused, and so is a name that is there
  /// twice, except for `kind`.
  init(
    _ query: [(name: String, value: String)],
    allowing names: [String],
    now: Timestamp
  ) throws(Problem) {
    var values: [String: String] = [:]
    for (name, value) in query {
      guard names.contains(name) else { throw .unknownParameter(of: names) }
      if let before = values[name] {
        guard name == "kind" else {
          throw Problem(.unprocessableContent, "\(name) is given twice.")
        }
        values[name] = before + "," + value
      } else {
        values[name] = value
      }
    }
    self.values = values
    self.now = now
  }

  /// The values of a request's query.
  init(_ request: Request, allowing names: [String], now: Timestamp) throws(Problem) {
    let query = request.uri.queryParameters.map { (name: String($0.key), value: String($0.value)) }
    try self.init(query, allowing: names, now: now)
  }

  // MARK: Values

  /// The moment with that name; one in the future is now.
  func time(_ name: String) throws(Problem) -> Timestamp? {
    guard let text = values[name] else { return nil }
    guard let time = Timestamp(text, backFrom: now) else {
      throw Problem(
        .unprocessableContent,
        "\(name) has to be a time in RFC 3339, or a duration back from now such as 24h or 7d."
      )
    }
    return min(time, now)
  }

  /// The whole number with that name.
  func number(_ name: String, in range: ClosedRange<UInt64>) throws(Problem) -> UInt64? {
    guard let text = values[name] else { return nil }
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt64(text),
      range.contains(number)
    else {
      throw Problem(
        .unprocessableContent,
        "\(name) has to be a number from \(range.lowerBound) to \(range.upperBound)."
      )
    }
    return number
  }

  /// The text with that name, as it is.
  func text(_ name: String) -> String? { values[name] }

  /// The word with that name, which is one of those.
  func choice<Choice>(_ name: String, of type: Choice.Type) throws(Problem) -> Choice?
  where Choice: RawRepresentable<String> & CaseIterable {
    guard let word = values[name] else { return nil }
    guard let choice = Choice(rawValue: word) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(.unprocessableContent, "\(name) has to be one of \(known).")
    }
    return choice
  }

  // MARK: What routes ask for

  /// The span of time from `from` to `to`, of at most so many days: by default, the day that ends now.
  func span(atMost days: Int64 = Self.longestSpan) throws(Problem) -> (
    from: Timestamp, to: Timestamp
  ) {
    let to = try time("to") ?? now
    let from = try time("from") ?? Timestamp(milliseconds: to.milliseconds - Self.day)
    guard from < to else {
      throw Problem(.unprocessableContent, "from has to be before to, and before now.")
    }
    guard to.milliseconds - from.milliseconds <= days * Self.day else {
      throw Problem(.unprocessableContent, "from and to can be at most \(days) days apart.")
    }
    return (from, to)
  }

  /// The length of a step in milliseconds; by default, one that suits a chart of that span.
  func step(of span: (from: Timestamp, to: Timestamp)) throws(Problem) -> Int64 {
    let length = span.to.milliseconds - span.from.milliseconds
    guard let text = values["step"] else { return Self.usualStep(of: length) }
    guard let step = DurationText.milliseconds(text), step >= Double(Self.shortestStep),
      step <= Double(Self.longestSpan * Self.day)
    else {
      throw Problem(
        .unprocessableContent,
        "step has to be a duration of at least 1m and at most 400d, such as 5m or 1h."
      )
    }
    let milliseconds = Int64(step.rounded())
    guard Self.steps(of: length, each: milliseconds) <= Self.mostSteps else {
      throw Problem(
        .unprocessableContent,
        "There can be at most \(Self.mostSteps) steps: take longer ones, or a shorter time."
      )
    }
    return milliseconds
  }

  /// The number of steps of a span, the last of which may be shorter.
  private static func steps(of length: Int64, each step: Int64) -> Int64 {
    (length + step - 1) / step
  }

  /// The shortest of a few round lengths of which the span has at most 400: 5 minutes for a day, half
  /// an hour for a week, a day for a year.
  private static func usualStep(of length: Int64) -> Int64 {
    let minutes: [Int64] = [1, 5, 15, 30, 60, 120, 360, 720, 1440]
    return minutes.lazy.map { $0 * 60_000 }.first { steps(of: length, each: $0) <= 400 }
      ?? 86_400_000
  }

  /// The changes that are asked for.
  func changes() throws(Problem) -> HistoryQuery {
    let numbers = 0...Self.greatestNumber
    let most = UInt64(ChangeQuery.mostChanges)
    let (since, until) = try (time("since"), time("until"))
    if let since, let until, since >= until {
      throw Problem(.unprocessableContent, "since has to be before until, and before now.")
    }
    let device = values["device"]
    guard device != "" else { throw Problem(.unprocessableContent, "device is empty.") }
    let query = ChangeQuery(
      after: try number("after", in: numbers),
      before: try number("before", in: numbers),
      since: since,
      until: until,
      kinds: try kinds(),
      limit: Int(try number("limit", in: 1...most) ?? 200)
    )
    return HistoryQuery(query, device: device)
  }

  /// The kinds of change, separated by commas; `nil` for all.
  private func kinds() throws(Problem) -> Set<HomeChange.Kind>? {
    guard let words = values["kind"] else { return nil }
    var kinds: Set<HomeChange.Kind> = []
    for word in words.split(separator: ",", omittingEmptySubsequences: false) {
      guard let kind = HomeChange.Kind(rawValue: String(word)) else {
        let known = HomeChange.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(.unprocessableContent, "There is no such kind; there are \(known).")
      }
      kinds.insert(kind)
    }
    return kinds
  }
}
