import Diagnostics
import Model
import Wire

/// The text of `cert`.
struct CertificateText {
  let style: Style

  /// The certificate, the chain, the versions, the judgements, then what is wrong.
  func lines(_ report: CertificateReport) -> [String] {
    var lines = [style.bold(title(report))]
    for attempt in report.attempts where attempt.isConnected != true {
      lines.append(row("Not used", "\(attempt.address): \(attempt.because ?? "not tried")"))
    }
    if let certificate = report.certificate {
      lines += [""] + describe(certificate, report)
      if report.chain.count > 1 { lines += chain(report) }
    }
    lines += [""] + versions(report)
    for list in report.ciphers ?? [] { lines += ciphers(list) }
    if let match = report.hostMatch {
      lines.append(verdict("Host name", match.matches, match.because))
    }
    if let trust = report.trust {
      lines.append(verdict("Trust", trust.isTrusted, trust.because))
    }
    if report.certificate != nil { lines.append(row("OCSP staple", staple(report.staple))) }
    if report.clientCertificate.isWanted == true {
      lines.append(row("Client cert.", "wanted, " + issuers(report.clientCertificate)))
    }
    let problems = problems(report)
    return problems.isEmpty ? lines : lines + [""] + problems
  }

  /// What is wrong.
  func problems(_ report: CertificateReport) -> [String] {
    report.problems.map { problem in
      let isUnknown = [.unseenCertificate, .interrupted].contains(problem.code)
      let word =
        isUnknown
        ? style.warning("unknown ")
        : problem.isBad ? style.bad("bad     ") : style.warning("warning ")
      return word + DisplayText.safe(problem.text)
    }
  }

  /// Whose certificates a server accepts of clients.
  private func issuers(_ request: ClientCertificateRequest) -> String {
    guard !request.issuers.isEmpty else { return "of any issuer" }
    let shown = request.issuers.prefix(4).joined(separator: "; ")
    let more = request.issuerCount - min(4, request.issuers.count)
    return "issued by \(shown)" + (more > 0 ? " or one of \(more) more" : "")
  }

  private func title(_ report: CertificateReport) -> String {
    let endpoint = Endpoint(report.address, port: report.port).description
    let name = DisplayText.safe(report.host)
    let asked = report.serverName.map { $0 == report.host ? "" : ", asked for \($0)" } ?? ""
    let protocolName = report.startTLS.map { ", STARTTLS in \($0.rawValue)" } ?? ""
    return (name == report.address.description ? endpoint : "\(name) (\(endpoint))")
      + DisplayText.safe(asked) + protocolName
  }

  private func row(_ name: String, _ text: String) -> String {
    DisplayText.padded(name, to: 14) + DisplayText.safe(text)
  }

  private func verdict(_ name: String, _ isGood: Bool, _ because: String) -> String {
    let word = isGood ? style.good("yes") : style.bad("no")
    return DisplayText.padded(name, to: 14) + word + ": " + DisplayText.safe(because)
  }

  private func describe(
    _ certificate: CertificateFacts,
    _ report: CertificateReport
  ) -> [String] {
    var lines = [
      row("Certificate", certificate.subject.isEmpty ? "(no subject)" : certificate.subject)
    ]
    lines.append(row("  issued by", certificate.isSelfIssued ? "itself" : certificate.issuer))
    let shown = certificate.names.prefix(12).map(\.value).joined(separator: ", ")
    let more = certificate.names.count > 12 ? " and \(certificate.names.count - 12) more" : ""
    lines.append(row("  names", shown.isEmpty ? "none" : shown + more))
    lines.append(row("  valid", validity(certificate, report.now)))
    lines.append(row("  key", certificate.key.words))
    lines.append(row("  signed with", certificate.signature))
    lines.append(row("  serial", certificate.serial))
    lines.append(row("  SHA-256", certificate.sha256))
    lines.append(row("  SHA-1", certificate.sha1))
    lines.append(row("  key SHA-256", certificate.keySHA256))
    return lines
  }

  private func validity(_ certificate: CertificateFacts, _ now: Timestamp) -> String {
    let day = { (time: Timestamp?) in time.map { String($0.description.prefix(10)) } ?? "?" }
    let span = "\(day(certificate.validFrom)) to \(day(certificate.validUntil))"
    if let until = certificate.validUntil, until < now {
      return "\(span): expired \(CertificateReport.time(until, now)) ago"
    }
    if let from = certificate.validFrom, now < from {
      return "\(span): begins in \(CertificateReport.time(now, from))"
    }
    guard let left = certificate.daysLeft(at: now), let whole = certificate.lifetimeDays,
      let part = certificate.lifeLeft(at: now), let until = certificate.validUntil
    else { return span }
    let percent = Int((part * 100).rounded())
    let isLastDay = until.milliseconds - now.milliseconds < 86_400_000
    let rest =
      isLastDay
      ? "\(CertificateReport.time(now, until)) of \(CertificateReport.days(whole))"
      : "\(CertificateReport.days(left)) of \(Int(whole.rounded()))"
    return "\(span): \(rest) left, \(percent) %"
  }

  private func chain(_ report: CertificateReport) -> [String] {
    report.chain.enumerated().dropFirst().map { index, certificate in
      row(
        index == 1 ? "Chain" : "",
        "\(certificate.subject) (\(certificate.key.words), signed with \(certificate.signature), until "
          + "\(certificate.validUntil.map { String($0.description.prefix(10)) } ?? "?"))"
      )
    }
  }

  private func versions(_ report: CertificateReport) -> [String] {
    report.versions.enumerated().map { index, answer in
      let name = DisplayText.padded(index == 0 ? "Protocols" : "", to: 14)
      let version = DisplayText.padded(answer.version.description, to: 9)
      switch answer.isOffered {
      case true?:
        let suite = answer.suite?.description ?? "?"
        let group = answer.group.map { ", \($0)" } ?? ""
        let because = answer.because.map { ": \($0)" } ?? ""
        return name + version + DisplayText.safe(suite + group + because)
      case false?:
        let because = answer.because.map { " (\($0))" } ?? ""
        return name + version + style.dim("no" + DisplayText.safe(because))
      case nil:
        return name + version
          + style.warning(DisplayText.safe("not known" + (answer.because.map { ": \($0)" } ?? "")))
      }
    }
  }

  /// The suites of a version, those that are weak marked.
  private func ciphers(_ list: CipherList) -> [String] {
    let order =
      switch list.preference {
      case .server: ", in the server's order of preference"
      case .client: ", the client's order decides"
      case nil: ""
      }
    let title = "\(list.version): \(list.suites.count)\(order)"
    var lines = [row("Ciphers", title)]
    if let because = list.because {
      lines.append(style.warning(row("", "there may be more: \(because)")))
    }
    for suite in list.suites {
      let name = DisplayText.safe(suite.description)
      let note =
        if let weakness = suite.weakness {
          style.bad("  weak: \(weakness.message.text)")
        } else if suite.isForwardSecret == false { style.dim("  no forward secrecy") } else { "" }
      lines.append(DisplayText.padded("", to: 16) + name + note)
    }
    return lines
  }

  private func staple(_ staple: CertificateReport.Staple) -> String {
    switch staple {
    case .none: "none"
    case .unknown(let why): "unknown: \(why.text)"
    case .stapled(let status):
      status.state.rawValue
        + (status.nextUpdate.map { ", holds until \($0)" } ?? "")
    }
  }
}

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
