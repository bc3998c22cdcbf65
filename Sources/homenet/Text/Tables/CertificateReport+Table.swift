import Diagnostics
import Wire

extension CertificateReport: TabularReport {
  static let columns = [
    "host", "address", "port", "server_name", "version", "suite", "subject", "issuer", "serial",
    "names", "not_before", "not_after", "remaining_days", "key", "key_bits", "signature", "sha256",
    "host_match", "trusted", "problems",
  ]

  /// One row: the server's own certificate.
  var rows: [[CSVField]] {
    let own = certificate
    return [
      [
        CSVField(host), CSVField(address.description), CSVField(port), CSVField(serverName),
        CSVField(negotiated?.version.description), CSVField(negotiated?.suite?.description),
        CSVField(own?.subject), CSVField(own?.issuer), CSVField(own?.serial),
        CSVField(list: (own?.names ?? []).map(\.value)), CSVField(own?.validFrom),
        CSVField(own?.validUntil), CSVField(own?.daysLeft(at: now)), CSVField(own?.key.type),
        CSVField(own?.key.bits), CSVField(own?.signature), CSVField(own?.sha256),
        CSVField(hostMatch?.matches), CSVField(trust?.isTrusted),
        CSVField(list: problems.map(\.code.rawValue)),
      ]
    ]
  }
}
