import Diagnostics
import Wire

extension PingReport: TabularReport {
  static let columns = [
    "host", "address", "method", "sent", "received", "duplicates", "loss", "rtt_min_ms",
    "rtt_avg_ms", "rtt_max_ms", "rtt_p50_ms", "rtt_p95_ms", "rtt_jitter_ms", "mtu", "errors",
  ]

  /// A row a host.
  var rows: [[CSVField]] {
    targets.map { target in
      [
        CSVField(target.host), CSVField(target.address?.description), CSVField(target.method),
        CSVField(target.sent), CSVField(target.received), CSVField(target.duplicates),
        CSVField(target.loss),
      ] + target.roundTrips.fields + [
        CSVField(target.mtu),
        CSVField(list: target.errors.map { "\($0.type):\($0.count)" }),
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
