public import Model

extension MonitorTracker {
  /// How much of a time a monitor was up, weighed by time.
  ///
  /// Up and degraded count as up. Times that are unknown, paused or in maintenance are left out, and so
  /// is what lies before the first change.
  /// - Parameters:
  ///   - states: The last change at or before `from`, and those after it, ascending.
  ///   - from: When the time begins.
  ///   - to: When it ends; not later than now.
  /// - Returns: The share, and of how much of the time it is.
  public static func uptime(of states: [MonitorStateChange], from: Timestamp, to: Timestamp)
    -> Uptime
  {
    var sum = UptimeSum()
    for span in StateSpans(states, from: from, to: to) { sum.add(span) }
    return sum.uptime(of: to.milliseconds - from.milliseconds)
  }
}

/// A time in equal spans, and how a monitor was in each: the bars of the page.
public struct UptimeBars: Hashable, Sendable {
  /// One of them.
  public struct Bar: Hashable, Sendable {
    /// When it begins.
    public var from: Timestamp
    /// When it ends.
    public var to: Timestamp
    /// The worst state in it; `nil` where all of it is maintenance.
    public var worst: MonitorState?
    /// How much of it the monitor was up.
    public var uptime: Uptime
  }

  /// As many bars as there may be.
  public static let most = 1000
  /// The bars, ascending.
  public let bars: [Bar]

  /// The bars of a time; none where it is empty.
  /// - Parameters:
  ///   - states: The last change at or before `from`, and those after it, ascending.
  ///   - from: When the time begins.
  ///   - to: When it ends.
  ///   - count: How many bars; from one to ``most``.
  public init(of states: [MonitorStateChange], from: Timestamp, to: Timestamp, count: Int) {
    let length = to.milliseconds - from.milliseconds
    let count = min(max(count, 1), Self.most)
    guard length >= count else {
      bars = []
      return
    }
    func edge(_ index: Int) -> Int64 {
      // The quotient and the remainder apart: their product can't overflow.
      let (whole, rest) = length.quotientAndRemainder(dividingBy: Int64(count))
      return from.milliseconds + whole * Int64(index) + rest * Int64(index) / Int64(count)
    }
    var sums = Array(repeating: UptimeSum(), count: count)
    var index = 0
    for span in StateSpans(states, from: from, to: to) {
      var rest = span
      while rest.from < rest.to {
        while index < count - 1, edge(index + 1) <= rest.from { index += 1 }
        let part = StateSpans.Span(
          state: rest.state,
          from: rest.from,
          to: index == count - 1 ? rest.to : min(rest.to, edge(index + 1))
        )
        sums[index].add(part)
        rest.from = part.to
      }
    }
    bars = sums.enumerated().map { index, sum in
      let (start, end) = (edge(index), edge(index + 1))
      return Bar(
        from: Timestamp(milliseconds: start),
        to: Timestamp(milliseconds: end),
        worst: sum.worst,
        uptime: sum.uptime(of: end - start)
      )
    }
  }
}

/// The times up and down in a time.
private struct UptimeSum {
  private var up: Int64 = 0
  private var down: Int64 = 0
  private(set) var worst: MonitorState?

  mutating func add(_ span: StateSpans.Span) {
    guard let state = span.state else { return }
    switch state {
    case .up, .degraded: up += span.to - span.from
    case .down: down += span.to - span.from
    case .unknown, .paused: break
    }
    if worst.map({ $0.badness < state.badness }) ?? true { worst = state }
  }

  func uptime(of length: Int64) -> Uptime {
    guard up + down > 0, length > 0 else { return Uptime(share: nil, coverage: 0) }
    return Uptime(
      share: Double(up) / Double(up + down),
      coverage: min(1, Double(up + down) / Double(length))
    )
  }
}

extension MonitorState {
  /// Which of two states a bar shows.
  fileprivate var badness: Int {
    switch self {
    case .paused: 0
    case .unknown: 1
    case .up: 2
    case .degraded: 3
    case .down: 4
    }
  }
}

/// The states of a time without gaps, in order; changes out of order take no time.
private struct StateSpans: Sequence, IteratorProtocol {
  /// A time in one state.
  struct Span {
    /// The state; `nil` in maintenance.
    var state: MonitorState?
    var from: Int64
    var to: Int64
  }

  private let states: [MonitorStateChange]
  private let to: Int64
  private var position = 0
  private var time: Int64
  private var state: MonitorState? = .unknown

  init(_ states: [MonitorStateChange], from: Timestamp, to: Timestamp) {
    self.states = states
    self.to = to.milliseconds
    time = from.milliseconds
  }

  mutating func next() -> Span? {
    while time < to {
      guard position < states.count, states[position].time.milliseconds < to else {
        defer { time = to }
        return Span(state: state, from: time, to: to)
      }
      let change = states[position]
      let span = Span(state: state, from: time, to: change.time.milliseconds)
      position += 1
      state = change.isInMaintenance ? nil : change.state
      guard span.from < span.to else { continue }
      time = span.to
      return span
    }
    return nil
  }
}
