import Diagnostics

extension WhoisReport: TabularReport {
  static let columns = [
    "subject", "kind", "special_use", "registered", "name", "handle", "registrar", "holder",
    "country", "created", "updated", "expires", "days_to_expiry", "status", "name_servers",
    "signed", "abuse_email", "abuse_phone", "range_first", "range_last", "prefixes", "source",
    "server",
  ]

  /// One row.
  var rows: [[CSVField]] {
    let told = registration
    return [
      [
        CSVField(typed ?? subject.description), CSVField(subject.kind), CSVField(specialUse),
        CSVField(isRegistered), CSVField(told?.name), CSVField(told?.handle),
        CSVField(told?.registrar), CSVField(told?.holder), CSVField(told?.country),
        CSVField(told?.created), CSVField(told?.updated), CSVField(told?.expires),
        CSVField(daysToExpiry), CSVField(told?.status.joined(separator: "; ")),
        CSVField(list: told?.nameServers ?? []), CSVField(told?.isSigned),
        CSVField(told?.abuseEmail), CSVField(told?.abusePhone), CSVField(told?.first),
        CSVField(told?.last), CSVField(list: told?.prefixes ?? []),
        CSVField(source?.source.rawValue), CSVField(source?.server),
      ]
    ]
  }
}
