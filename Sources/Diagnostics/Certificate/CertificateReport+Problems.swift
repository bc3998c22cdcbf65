public import Model
internal import Wire

extension CertificateReport {
  /// Finds what is wrong with what was found.
  ///
  /// - Parameter minimumDays: For how many days the certificate must still be good.
  mutating func judge(minimumDays: Int?) {
    guard let certificate else { return }
    judgeTime(certificate, minimumDays)
    if let hostMatch, !hostMatch.matches {
      add(.mismatch, "the certificate is not valid for \(hostMatch.host): \(hostMatch.because)")
    }
    judgeStaple(certificate)
    if let trust, !trust.isTrusted, !problems.contains(where: { $0.code == .expired }) {
      let code: Problem.Code = certificate.isSelfIssued ? .selfSigned : .untrusted
      add(code, "the certificate is not trusted: \(trust.because)")
    }
    for one in chain {
      if let weakness = one.key.weakness { add(.weakKey, "\(one.title): \(weakness)") }
      if let weakness = one.signatureWeakness { add(.weakSignature, "\(one.title): \(weakness)") }
    }
    if !certificate.isForServers {
      add(.notForServers, "the certificate is not meant for servers (extended key usage)")
    }
    judgeForm()
    judgeVersions()
  }

  private mutating func judgeForm() {
    for one in chain where one.unreadable > 0 {
      let extensions = one.unreadable == 1 ? "an extension" : "\(one.unreadable) extensions"
      add(.malformed, "\(one.title): \(extensions) can't be read")
    }
    guard unreadable > 0 else { return }
    let others = unreadable == 1 ? "one certificate" : "\(unreadable) certificates"
    add(.malformed, "\(others) that came with the server's can't be read")
  }

  mutating func add(_ code: Problem.Code, _ text: String) {
    problems.append(Problem(code: code, text: text, isStrict: isStrict))
  }

  private mutating func judgeTime(_ certificate: CertificateFacts, _ minimumDays: Int?) {
    if let from = certificate.validFrom, now < from {
      add(.notYetValid, "the certificate is not valid before \(from), in \(Self.time(now, from))")
    }
    guard let until = certificate.validUntil else { return }
    let left = until.milliseconds - now.milliseconds
    if left < 0 {
      add(.expired, "the certificate expired on \(until), \(Self.time(until, now)) ago")
    } else if let minimumDays, Double(left) < Double(minimumDays) * 86_400_000 {
      add(
        .expiresSoon,
        "the certificate expires in \(Self.time(now, until)), sooner than in "
          + (minimumDays == 1 ? "1 day" : "\(minimumDays) days")
      )
    } else if isStrict, minimumDays == nil, left < Self.usualReserve(certificate) {
      add(
        .expiresSoon,
        "the certificate expires in \(Self.time(now, until)): less than a tenth of its life is left, of "
          + "30 days at most"
      )
    }
  }

  /// How long before its end a certificate should have been renewed, in milliseconds: a tenth of its
  /// life, so that those of six days can be good as well as those of a year, and 30 days at most.
  private static func usualReserve(_ certificate: CertificateFacts) -> Int64 {
    let most: Int64 = 30 * 86_400_000
    guard let from = certificate.validFrom, let until = certificate.validUntil, from < until else {
      return most
    }
    return min((until.milliseconds - from.milliseconds) / 10, most)
  }

  /// How long it is from one time to another: `20 seconds`, `6 minutes`, `23 hours`, `1.5 days`; never
  /// more than it is.
  public static func time(_ from: Timestamp, _ until: Timestamp) -> String {
    let seconds = max(0, until.milliseconds - from.milliseconds) / 1000
    func text(_ count: Int64, _ unit: String) -> String {
      count == 1 ? "1 \(unit)" : "\(count) \(unit)s"
    }
    switch seconds {
    case ..<60: return text(seconds, "second")
    case ..<3600: return text(seconds / 60, "minute")
    case ..<86_400: return text(seconds / 3600, "hour")
    default: return days((Double(seconds) / 8640).rounded(.down) / 10)
    }
  }

  /// `1 day`, `0.4 days`, `30 days`.
  public static func days(_ days: Double) -> String {
    let rounded = days < 10 ? (days * 10).rounded() / 10 : days.rounded(.down)
    let text = rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    return text == "1" ? "1 day" : "\(text) days"
  }

  private mutating func judgeStaple(_ certificate: CertificateFacts) {
    switch staple {
    case .stapled(let status):
      switch status.state {
      case .revoked: add(.revoked, "the stapled status says that the certificate is revoked")
      case .unusable, .unknown:
        add(.stapleUnusable, "the stapled status says nothing of this certificate")
      case .good:
        if let next = status.nextUpdate, next < now {
          add(.stapleUnusable, "the stapled status is out of date since \(next)")
        }
      }
    case .none where certificate.mustStaple:
      add(.stapleMissing, "the certificate demands a stapled status, and there is none")
    case .none, .unknown: break
    }
  }

  /// Finds the weak suites among those that are accepted.
  mutating func judgeCiphers() {
    for list in ciphers ?? [] {
      let weak = list.weak
      guard let first = weak.first, let weakness = first.weakness else { continue }
      let more = weak.count - 1
      let others = more == 0 ? "" : ", and \(more) more weak suite\(more == 1 ? "" : "s")"
      add(.weakSuite, "\(list.version) accepts \(first): \(weakness)\(others)")
    }
  }

  private mutating func judgeVersions() {
    for answer in versions where answer.isOffered == true {
      if answer.version < .tls12 {
        add(.oldVersion, "\(answer.version) is still spoken (RFC 8996)")
      }
      guard let suite = answer.suite, let weakness = suite.weakness else { continue }
      // The list of suites, where it has this one, warns of it.
      let isListed = ciphers?.contains { list in
        list.version == answer.version && list.suites.contains(suite)
      }
      if isListed != true {
        add(.weakSuite, "\(answer.version) agrees on \(suite): \(weakness)")
      }
    }
  }
}
