import Diagnostics
import Wire

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
