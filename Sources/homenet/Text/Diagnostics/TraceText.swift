import Diagnostics
import Wire

/// The text of `trace`.
struct TraceText: Sendable {
  let style: Style

  /// The way, then what it means.
  func lines(_ timed: TimedReport<TraceReport>, width: Int?) -> [String] {
    let report = timed.report
    let verdict = DisplayText.safe(report.verdict.text)
    return [Self.title(host: report.host, address: report.address.description)]
      + table(report.hops, width: width)
      + ways(report.flows).map { DisplayText.safe($0) }
      + mtu(report).map { DisplayText.safe($0) }
      + ["", report.isBad ? style.bad(verdict) : style.bold(verdict)]
  }

  /// As in: `The way to example.org (192.0.2.1):`.
  static func title(host: String, address: String) -> String {
    DisplayText.safe("The way to \(host == address ? host : "\(host) (\(address))"):")
  }

  /// How big packets may be.
  private func mtu(_ report: TraceReport) -> [String] {
    guard let mtu = report.mtu else { return [] }
    let words = mtu.words(to: report.host) { address in
      report.hops.first { $0.nodes.contains { $0.address == address } }?.number
    }
    return ["", words]
  }

  /// Which streams took which way, and where the ways differ.
  private func ways(_ flows: [TraceFlowPath]) -> [String] {
    let ways = TraceFlowPath.ways(flows)
    guard let first = ways.first else { return [] }
    guard ways.count > 1 else { return ["", "All \(flows.count) streams take one way."] }
    let differing = first.path.indices.filter { hop in
      Set(ways.compactMap { $0.path[hop] }).count > 1
    }
    return ["", "\(flows.count) streams take \(ways.count) ways:"]
      + ways.map { way in
        let streams = way.numbers.map { "\($0 + 1)" }.joined(separator: ", ")
        let hops = differing.map { "hop \($0 + 1) \(way.path[$0]?.description ?? "*")" }
        return "stream\(way.numbers.count == 1 ? "" : "s") \(streams): "
          + hops.joined(separator: ", ")
      }
  }

  /// A line for each hop, or for each router that answered at it.
  func table(_ hops: [TraceHop], width: Int?, showsNames: Bool = true) -> [String] {
    var table = TextTable(columns: Self.columns)
    for hop in hops {
      if hop.isSilent {
        table.rows.append(row(hop, nil, isFirst: true))
      }
      for (index, node) in hop.nodes.enumerated() {
        var node = node
        if !showsNames { node.name = nil }
        table.rows.append(row(hop, node, isFirst: index == 0))
      }
    }
    return hops.isEmpty ? [] : table.lines(width: width, header: style.dim)
  }

  private func row(_ hop: TraceHop, _ node: TraceNode?, isFirst: Bool) -> [TextTable.Cell] {
    let figures = node?.roundTrips.summary
    let isLoss = hop.loss > 0 && hop.state == .lossy
    return [
      .init(isFirst ? "\(hop.number)" : nil),
      .init(node?.address.description ?? "*", style: style.bold),
      .init(node?.name),
      .init(node?.system.map { "AS\($0)" }),
      .init(isFirst && !hop.isSilent ? Milliseconds.percent(hop.loss) : nil) {
        isLoss ? style.bad($0) : hop.loss > 0 ? style.dim($0) : $0
      },
      .init("\(node?.sent ?? hop.sent)"),
      .init(node?.roundTrips.last.map(Milliseconds.text)),
      .init(figures.map { Milliseconds.text($0.minimum) }),
      .init(figures.map { Milliseconds.text($0.average) }),
      .init(figures.map { Milliseconds.text($0.maximum) }),
      .init(figures.map { Milliseconds.text($0.jitter) }),
      .init(notes(hop, node, isFirst: isFirst)),
    ]
  }

  private func notes(_ hop: TraceHop, _ node: TraceNode?, isFirst: Bool) -> String {
    var notes: [String] = []
    if isFirst, hop.state == .rateLimited {
      notes.append(hop.isDoubtful ? "answers seldom" : "answers seldom, no loss")
    }
    if let labels = node?.labels, !labels.isEmpty {
      notes.append("MPLS " + labels.map { "\($0.label)" }.joined(separator: " "))
    }
    if let obstacle = node?.obstacle { notes.append(obstacle.words) }
    return notes.joined(separator: "; ")
  }

  private static let columns: [TextTable.Column] = [
    .init(title: "HOP", minimum: 3, maximum: 3, importance: 10, isWhole: true),
    .init(title: "ADDRESS", minimum: 15, maximum: 45, importance: 11, isWhole: true),
    .init(title: "NAME", minimum: 10, maximum: 50, importance: 6, isWhole: true),
    .init(title: "AS", minimum: 4, maximum: 12, importance: 3, isWhole: true),
    .init(title: "LOSS", minimum: 4, maximum: 7, importance: 9, isWhole: true),
    .init(title: "SENT", minimum: 4, maximum: 7, importance: 4, isWhole: true),
    .init(title: "LAST", minimum: 5, maximum: 8, importance: 2, isWhole: true),
    .init(title: "BEST", minimum: 5, maximum: 8, importance: 5, isWhole: true),
    .init(title: "AVG", minimum: 5, maximum: 8, importance: 8, isWhole: true),
    .init(title: "WORST", minimum: 5, maximum: 8, importance: 5, isWhole: true),
    .init(title: "JITTER", minimum: 6, maximum: 8, importance: 2, isWhole: true),
    .init(title: "NOTE", minimum: 8, maximum: 60, importance: 7),
  ]
}

extension TraceReport: TabularReport {
  static let columns = [
    "target", "ttl", "address", "name", "asn", "sent", "received", "loss", "rtt_min_ms",
    "rtt_avg_ms", "rtt_max_ms", "rtt_p50_ms", "rtt_p95_ms", "rtt_jitter_ms", "state", "labels",
    "error",
  ]

  /// A row for each router of each hop; one without an address for a hop that is silent.
  var rows: [[CSVField]] {
    hops.flatMap { hop in
      let nodes = hop.nodes.map(Optional.some)
      return (nodes.isEmpty ? [nil] : nodes).map { row(hop, $0) }
    }
  }

  private func row(_ hop: TraceHop, _ node: TraceNode?) -> [CSVField] {
    [
      CSVField(host), CSVField(hop.number), CSVField(node?.address.description),
      CSVField(node?.name), CSVField(node?.system), CSVField(node?.sent ?? hop.sent),
      CSVField(node?.received ?? hop.received), CSVField(hop.loss),
    ] + (node?.roundTrips ?? RoundTrips()).fields + [
      CSVField(hop.state.rawValue),
      CSVField(list: (node?.labels ?? []).map { "\($0.label)" }),
      CSVField(node?.obstacle?.code),
    ]
  }
}
