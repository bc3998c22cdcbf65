import Diagnostics
import Networking
import Wire

struct PingText: Sendable {
  let style: Style
  /// Whether lines say which host they are about.
  let showsHosts: Bool

  /// Said where echoes are not permitted.
  static let fallback =
    "homenet: echoes (ICMP) are not permitted here, see homenet doctor; timing TCP connects "
    + "instead, to a port of each host that answers"

  /// What happened, on one line; `nil` for what is not worth one.
  func line(_ progress: PingProgress) -> String? {
    let what: String
    switch progress.event {
    case .method, .sent: return nil
    case .port(_, let port): what = "TCP port \(port) answers"
    case .unavailable(let family, let failure):
      return style.bad("IPv\(family == .v4 ? "4" : "6") can't be asked: \(failure.words)")
    case .answered(_, let sequence, let answer):
      what = "\(sequence + 1): " + words(answer, progress)
    case .doubled(_, let sequence, let answer):
      what = "\(sequence + 1): once more, " + words(answer, progress)
    case .late(_, let sequence, let answer):
      what = "\(sequence + 1): too late, " + words(answer, progress)
    case .failed(_, let sequence, let from, let kind):
      what = "\(sequence + 1): " + style.bad(progress.ownWords ?? "\(from) says: \(kind.words)")
    case .lost(_, let sequence):
      what = "\(sequence + 1): " + style.bad("no answer")
    case .notSent(_, let sequence, let failure):
      what = "\(sequence + 1): " + style.bad("not sent: \(failure.words)")
    }
    return start(progress) + what
  }

  /// The beginning of a line: the host, and its address where that is not what was asked for.
  private func start(_ progress: PingProgress) -> String {
    guard showsHosts, let host = progress.host else { return "" }
    let address = progress.address?.description
    let place = address.map { $0 == host ? "" : " (\($0))" } ?? ""
    return DisplayText.safe(host + place) + "  "
  }

  private func words(_ answer: PingEvent.Answer, _ progress: PingProgress) -> String {
    var parts = [Milliseconds.text(answer.roundTrip) + " ms"]
    if answer.source.description != progress.address?.description {
      parts.append("from \(answer.source)")
    }
    if let hops = answer.hopLimit { parts.append("ttl \(hops)") }
    if answer.isOutOfOrder { parts.append("out of order") }
    return parts.joined(separator: ", ")
  }

  func lines(_ timed: TimedReport<PingReport>, width: Int?) -> [String] {
    var table = TextTable(columns: Self.columns)
    for target in timed.report.targets {
      let figures = target.roundTrips.summary
      let isBad = target.received == 0
      let loss = target.loss.map(Milliseconds.percent)
      table.rows.append([
        .init(target.host, style: isBad ? style.bad : style.bold),
        .init(target.address.map(\.description).flatMap { $0 == target.host ? nil : $0 }),
        .init(target.method),
        .init("\(target.sent)"),
        .init(loss, style: (target.loss ?? 1) > 0 ? style.bad : style.good),
        .init(figures.map { Milliseconds.text($0.minimum) }),
        .init(figures.map { Milliseconds.text($0.average) }),
        .init(figures.map { Milliseconds.text($0.maximum) }),
        .init(figures.map { Milliseconds.text($0.p95) }),
        .init(figures.map { Milliseconds.text($0.jitter) }),
      ])
    }
    return [""] + table.lines(width: width, header: style.dim) + errors(timed.report)
  }

  private func errors(_ report: PingReport) -> [String] {
    report.targets.flatMap { target -> [String] in
      var lines = target.errors.map { error in
        let from = error.from.map { " from \($0)" } ?? ""
        let type = error.type.replacing("_", with: " ")
        return "\(target.host): \(error.count) × \(type)\(from)"
      }
      if let mtu = target.mtu {
        lines.append("\(target.host): a link on the way has an MTU of \(mtu)")
      }
      if target.duplicates > 0 { lines.append("\(target.host): \(target.duplicates) duplicates") }
      return lines.map { style.warning(DisplayText.safe($0)) }
    }
  }

  private static let columns: [TextTable.Column] = [
    .init(title: "HOST", minimum: 15, maximum: 40, importance: 10, isWhole: true),
    .init(title: "ADDRESS", minimum: 7, maximum: 45, importance: 3, isWhole: true),
    .init(title: "BY", minimum: 4, maximum: 4, importance: 2, isWhole: true),
    .init(title: "SENT", minimum: 4, maximum: 9, importance: 6, isWhole: true),
    .init(title: "LOSS", minimum: 4, maximum: 7, importance: 9, isWhole: true),
    .init(title: "MIN", minimum: 5, maximum: 8, importance: 5, isWhole: true),
    .init(title: "AVG", minimum: 5, maximum: 8, importance: 8, isWhole: true),
    .init(title: "MAX", minimum: 5, maximum: 8, importance: 7, isWhole: true),
    .init(title: "P95", minimum: 5, maximum: 8, importance: 4, isWhole: true),
    .init(title: "JITTER", minimum: 6, maximum: 8, importance: 4, isWhole: true),
  ]
}

extension PingReport: TabularReport {
  static let columns = [
    "host", "address", "method", "sent", "received", "duplicates", "loss", "rtt_min_ms",
    "rtt_avg_ms", "rtt_max_ms", "rtt_p50_ms", "rtt_p95_ms", "rtt_jitter_ms", "mtu", "errors",
  ]

  var rows: [[CSVField]] {
    targets.map { target in
      [
        CSVField(target.host), CSVField(target.address?.description), CSVField(target.method),
        CSVField(target.sent), CSVField(target.received), CSVField(target.duplicates),
        CSVField(target.loss),
      ] + target.roundTrips.fields + [
        CSVField(target.mtu), CSVField(list: target.errors.map { "\($0.type):\($0.count)" }),
      ]
    }
  }
}

extension RoundTrips {
  /// The least, the mean, the greatest, the percentiles 50 and 95, and the jitter, in milliseconds.
  var fields: [CSVField] {
    let summary = summary
    return [
      summary?.minimum, summary?.average, summary?.maximum, summary?.median, summary?.p95,
      summary?.jitter,
    ]
    .map { CSVField($0?.roundedMilliseconds) }
  }
}
