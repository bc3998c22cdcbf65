public import Model

/// How long a monitor's round trips usually take.
public enum UsualRoundTrip {
  /// As many points as are looked at: eight weeks of hours.
  static let mostPoints = 8 * 7 * 24
  /// Of fewer answers nothing is said.
  static let leastAnswers = 20
  /// Less isn't taken for usual: below, a busy processor alone makes times of it.
  static let leastMs = 1.0

  /// The 95th percentile at a moment; `nil` where too little is known.
  ///
  /// It is that of the same hour of the day and the hours beside it, where there are enough answers, else
  /// that of all hours: a nightly backup is usual in the night. Of the points' percentiles it is the
  /// middle one by answers, so that one bad day doesn't make slow times usual.
  /// - Parameters:
  ///   - points: The samples of the last weeks, ascending, in spans of an hour or less.
  ///   - time: The moment.
  /// - Returns: The percentile, in milliseconds.
  public static func p95(of points: [SamplePoint], at time: Timestamp) -> Double? {
    let points = points.suffix(mostPoints)
    let now = hour(of: time)
    let near = points.filter { [0, 1, 23].contains((hour(of: $0.time) - now + 24) % 24) }
    return middle(of: near) ?? middle(of: Array(points))
  }

  private static func middle(of points: [SamplePoint]) -> Double? {
    var answers = 0
    var values: [(ms: Double, answers: Int)] = []
    for point in points {
      guard let ms = point.p95, ms.isFinite, ms >= 0, point.n > point.lost, point.lost >= 0
      else { continue }
      // No span holds that many: a wrong number must not overflow the sum.
      let count = min(point.n - point.lost, 1_000_000)
      answers += count
      values.append((ms, count))
    }
    guard answers >= leastAnswers else { return nil }
    values.sort { $0.ms < $1.ms }
    var before = 0
    for value in values {
      before += value.answers
      if before * 2 >= answers { return max(value.ms, leastMs) }
    }
    return nil
  }

  /// The hour of the day, in universal time.
  private static func hour(of time: Timestamp) -> Int {
    let hours = (Double(time.milliseconds) / 3_600_000).rounded(.down)
    let hour = Int(hours) % 24
    return hour < 0 ? hour + 24 : hour
  }
}
