import Diagnostics
import Model

struct WhoisText {
  let style: Style

  /// What is registered, then the servers that answered, and those that didn't.
  func lines(_ report: WhoisReport) -> [String] {
    var lines = [style.bold(DisplayText.safe(report.typed ?? report.subject.description))]
    if report.typed != nil {
      let isNetwork = report.subject.kind == "network"
      lines.append(row(isNetwork ? "Network" : "In ASCII", report.subject.description))
    }
    if let special = report.specialUse {
      return lines + [row("Special use", special), row("Asked", "no server: no registry has it")]
    }
    switch report.isRegistered {
    case true?: break
    case false?: lines.append(style.bad("Not registered"))
    case nil: lines.append(style.bad("No registry says whether it is registered"))
    }
    if let registration = report.registration {
      lines += Self.fields(registration, daysLeft: report.daysToExpiry).map { row($0, $1) }
    }
    if let source = report.source {
      lines.append(row("Source", "\(source.server) (\(source.source.rawValue))"))
    }
    for attempt in report.attempts where attempt.outcome != .absent {
      let wasAnswered = attempt.outcome == .answered
      guard let because = attempt.because?.text ?? (wasAnswered ? nil : "no answer") else {
        continue
      }
      lines.append(style.warning(DisplayText.safe("warning: \(attempt.server): \(because)")))
    }
    return lines
  }

  /// The answer as received, made safe for a terminal; without an answer, what is known.
  func raw(_ report: WhoisReport) -> [String] {
    guard let raw = report.raw, !raw.isEmpty else { return lines(report) }
    return raw.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { DisplayText.safe(String($0)) }
  }

  static func fields(
    _ registration: Registration,
    daysLeft: Double? = nil
  ) -> [(String, String)] {
    let day = { (time: Timestamp?) in time.map { String($0.description.prefix(10)) } }
    let expires = day(registration.expires).map { text in
      guard let daysLeft else { return text }
      let days = CertificateReport.days(abs(daysLeft))
      return daysLeft < 0 ? "\(text), \(days) ago" : "\(text), in \(days)"
    }
    let range = registration.first.map { "\($0) – \(registration.last ?? "?")" }
    let list = { (all: [String]) in all.isEmpty ? nil : all.joined(separator: ", ") }
    let rows: [(String, String?)] = [
      ("Name", registration.name), ("Handle", registration.handle),
      ("Registrar", registration.registrar), ("Holder", registration.holder),
      ("Country", registration.country), ("Range", range),
      ("Prefixes", list(registration.prefixes)), ("Created", day(registration.created)),
      ("Updated", day(registration.updated)), ("Expires", expires),
      ("Status", list(registration.status)), ("Name servers", list(registration.nameServers)),
      ("DNSSEC", registration.isSigned.map { $0 ? "signed" : "not signed" }),
      ("Abuse", list([registration.abuseEmail, registration.abusePhone].compactMap(\.self))),
    ]
    return rows.compactMap { name, value in value.map { (name, $0) } }
  }

  private func row(_ name: String, _ text: String) -> String {
    DisplayText.padded(name, to: 14) + DisplayText.safe(text)
  }
}

extension WhoisReport: TabularReport {
  static let columns = [
    "subject", "kind", "special_use", "registered", "name", "handle", "registrar", "holder",
    "country", "created", "updated", "expires", "days_to_expiry", "status", "name_servers",
    "signed", "abuse_email", "abuse_phone", "range_first", "range_last", "prefixes", "source",
    "server",
  ]

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
