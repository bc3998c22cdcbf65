import Diagnostics
import Net

/// The figures of a ping so far, for who asks while it runs.
final class PingStatus: Sendable {
  private let tally = Lock<PingTally?>(nil)

  /// Takes whom it is about.
  func begin(_ targets: [TargetHost]) {
    tally.withLock { $0 = PingTally(targets.map { ($0.host, $0.address) }) }
  }

  /// Takes what happened.
  func take(_ progress: PingProgress) { tally.withLock { $0?.take(progress.event) } }

  /// A line a host, as in: `nas: 3 of 4 answered, 25 % lost, min/avg/max 0.21/0.30/0.41 ms`.
  var lines: [String] {
    let report = tally.withLock { $0?.report }
    return (report?.targets ?? []).map { target in
      var words = "\(target.host): \(target.received) of \(target.sent) answered"
      if let loss = target.loss { words += ", \(Milliseconds.percent(loss)) lost" }
      if let figures = target.roundTrips.summary {
        let times = [figures.minimum, figures.average, figures.maximum].map(Milliseconds.text)
        words += ", min/avg/max \(times.joined(separator: "/")) ms"
      }
      return DisplayText.safe(words)
    }
  }
}
