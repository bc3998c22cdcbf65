package import Model

/// The samples of a span of time in short, from which those of longer spans can be made.
package struct RoundTripSummary: Hashable, Sendable {
  /// How many checks were made.
  package var n = 0
  /// How many of them were not answered.
  package var lost = 0
  /// How many checks could not be made.
  package var unknown = 0
  /// The round trips of those that were answered; `nil` where none was.
  package var roundTrips: RoundTrips?

  /// How long the answers took, in milliseconds.
  package struct RoundTrips: Hashable, Sendable {
    package var min: Double
    package var p50: Double
    package var p95: Double
    package var max: Double

    package init(min: Double, p50: Double, p95: Double, max: Double) {
      self.min = min
      self.p50 = p50
      self.p95 = p95
      self.max = max
    }

    /// The nearest ranks of those times; `nil` where there are none.
    package init?(_ times: [Double]) {
      let sorted = times.sorted()
      guard let first = sorted.first, let last = sorted.last else { return nil }
      func rank(_ percent: Int) -> Double {
        sorted[Swift.max((sorted.count * percent + 99) / 100, 1) - 1]
      }
      self.init(min: first, p50: rank(50), p95: rank(95), max: last)
    }
  }

  /// Nothing.
  package init() {}

  package init(n: Int, lost: Int, unknown: Int, roundTrips: RoundTrips?) {
    self.n = n
    self.lost = lost
    self.unknown = unknown
    self.roundTrips = roundTrips
  }

  /// What came of those checks; exact.
  package init(_ outcomes: some Sequence<RoundTripSample.Outcome>) {
    var times: [Double] = []
    for outcome in outcomes {
      switch outcome {
      case .answered(let ms):
        n += 1
        times.append(ms)
      case .lost:
        n += 1
        lost += 1
      case .unknown: unknown += 1
      }
    }
    roundTrips = RoundTrips(times)
  }

  /// The whole of several spans.
  ///
  /// Counts, least and greatest are exact. The two percentiles are the means of the parts', weighted by
  /// how many checks were answered: an approximation, for the single times are no longer known.
  package init(merging parts: [RoundTripSummary]) {
    if parts.count == 1, let only = parts.first {
      self = only
      return
    }
    var answered = 0.0
    var (p50, p95) = (0.0, 0.0)
    var bounds: (least: Double, greatest: Double)?
    for part in parts {
      n += part.n
      lost += part.lost
      unknown += part.unknown
      guard let times = part.roundTrips else { continue }
      let weight = Double(Swift.max(part.answered, 1))
      answered += weight
      p50 += weight * times.p50
      p95 += weight * times.p95
      bounds = (
        Swift.min(bounds?.least ?? times.min, times.min),
        Swift.max(bounds?.greatest ?? times.max, times.max)
      )
    }
    if let (least, greatest) = bounds {
      roundTrips = RoundTrips(
        min: least,
        p50: p50 / answered,
        p95: p95 / answered,
        max: greatest
      )
    }
  }

  /// Takes the percentiles from those checks, which may have been kept with less precision than the
  /// least and the greatest.
  package mutating func takePercentiles(of outcomes: [RoundTripSample.Outcome]) {
    guard let exact = roundTrips, let times = RoundTripSummary(outcomes).roundTrips else { return }
    func bounded(_ time: Double) -> Double { Swift.min(Swift.max(time, exact.min), exact.max) }
    roundTrips?.p50 = bounded(times.p50)
    roundTrips?.p95 = bounded(times.p95)
  }

  /// How many checks were answered.
  package var answered: Int { n - lost }
  /// How many checks there were, made or not.
  package var total: Int { n + unknown }
}

/// Samples and summaries, gathered into spans of one length.
package struct SampleSpans: Sendable {
  private struct Span: Sendable {
    var outcomes: [RoundTripSample.Outcome] = []
    var parts: [RoundTripSummary] = []
  }

  private let range: Range<Int64>
  private let step: Int64
  private var spans: [Int64: Span] = [:]

  /// The shortest step: a second.
  package static let leastStep: Int64 = HistoryTime.second

  /// Spans of `step` milliseconds, counted from 1970; what is before `from` or not before `to` is left
  /// out.
  package init(from: Timestamp, to: Timestamp, step: Int64) {
    range = from.milliseconds..<max(from.milliseconds, to.milliseconds)
    self.step = max(step, Self.leastStep)
  }

  /// Adds one check.
  package mutating func add(_ sample: RoundTripSample) {
    let time = sample.time.milliseconds
    guard range.contains(time) else { return }
    spans[HistoryTime.span(step, of: time), default: Span()].outcomes.append(sample.outcome)
  }

  /// Adds the checks of a time that begins then; they all count where it begins.
  package mutating func add(_ summary: RoundTripSummary, at milliseconds: Int64) {
    guard range.contains(milliseconds) else { return }
    spans[HistoryTime.span(step, of: milliseconds), default: Span()].parts.append(summary)
  }

  /// Whether all of a time lies in these spans, and within one of them.
  package func holdWhole(_ times: Range<Int64>) -> Bool {
    guard let first = times.first, let last = times.last else { return false }
    return range.contains(first) && range.contains(last)
      && HistoryTime.span(step, of: first) == HistoryTime.span(step, of: last)
  }

  /// The spans with anything in them, ascending.
  package var points: [SamplePoint] {
    spans.sorted { $0.key < $1.key }.map { number, span in
      var parts = span.parts
      if !span.outcomes.isEmpty { parts.append(RoundTripSummary(span.outcomes)) }
      let whole = RoundTripSummary(merging: parts)
      return SamplePoint(
        // A step of the caller's may be as long as all times together.
        time: Timestamp(milliseconds: number.multipliedReportingOverflow(by: step).partialValue),
        n: whole.n,
        lost: whole.lost,
        unknown: whole.unknown,
        min: whole.roundTrips?.min,
        p50: whole.roundTrips?.p50,
        p95: whole.roundTrips?.p95,
        max: whole.roundTrips?.max
      )
    }
  }
}
