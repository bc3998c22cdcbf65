import Diagnostics
import Wire

extension DNSReport: TabularReport {
  static let columns = [
    "server", "transport", "asked_type", "outcome", "name", "type", "ttl", "data", "time_ms",
    "because", "dnssec",
  ]

  /// A row for each record that each server gave; one without a record where a server gave none.
  var rows: [[CSVField]] {
    answers.flatMap(rows)
      + unknownServers.map { server in
        [CSVField(server.masterText), .unknown, .unknown, CSVField(UnknownHost.unknown)]
          + Array(repeating: .unknown, count: Self.columns.count - 4)
      }
  }

  private func rows(_ answer: Answer) -> [[CSVField]] {
    let reply = answer.reply
    let records = answer.records.map(Optional.some)
    let validated = dnssec.first { $0.type == reply.question.type }
    return (records.isEmpty ? [nil] : records).map { record in
      [
        CSVField(reply.server.name), CSVField(reply.transport.rawValue),
        CSVField(reply.question.type.description), CSVField(answer.outcome.word),
        CSVField(record?.name.masterText), CSVField(record?.type.description),
        CSVField(record?.ttl), CSVField(record?.data.masterText),
        CSVField(reply.message == nil ? nil : reply.elapsed.roundedMilliseconds),
        CSVField(answer.because), CSVField(validated?.report.state.rawValue),
      ]
    }
  }
}
