public import Model
internal import Wire

extension CertificateReport {
  /// Adds the certificate's problems.
  mutating func judge(minimumDays: Int?) {
    guard let certificate else { return }
    judgeTime(certificate, minimumDays)
    if let hostMatch, !hostMatch.matches {
      let names = certificate.names.map(\.value)
      add(
        .mismatch,
        Message(
          names.isEmpty ? .certMismatchNameless : .certMismatch,
          [
            "host": .text(hostMatch.host), "reason": .message(hostMatch.reason),
            "names": .texts(names.count > 4 ? names.prefix(4) + ["…"] : names),
          ]
        )
      )
    }
    judgeStaple(certificate)
    if let trust, !trust.isTrusted, !problems.contains(where: { $0.code == .expired }) {
      let values: [String: Message.Value] = [
        "reason": .message(trust.reason), "issuer": .text(certificate.issuer),
      ]
      certificate.isSelfIssued
        ? add(.selfSigned, Message(.certSelfSigned, values))
        : add(.untrusted, Message(.certUntrusted, values))
    }
    for one in chain {
      if let weakness = one.key.weakness {
        add(
          .weakKey,
          Message(
            .certWeakKey,
            ["certificate": .text(one.title), "reason": .message(weakness)]
          )
        )
      }
      if let weakness = one.signatureWeakness {
        add(
          .weakSignature,
          Message(
            .certWeakSignature,
            ["certificate": .text(one.title), "reason": .message(weakness)]
          )
        )
      }
    }
    if !certificate.isForServers {
      add(.notForServers, Message(.certNotForServers))
    }
    judgeForm()
    judgeVersions()
  }

  private mutating func judgeForm() {
    for one in chain where one.unreadable > 0 {
      add(
        .malformed,
        Message(
          .certBadExtensions,
          ["certificate": .text(one.title), "count": .count(one.unreadable)]
        )
      )
    }
    guard unreadable > 0 else { return }
    add(.malformed, Message(.certBadCertificates, ["count": .count(unreadable)]))
  }

  mutating func add(_ code: Problem.Code, _ message: Message) {
    problems.append(Problem(code: code, message, isStrict: isStrict))
  }

  private mutating func judgeTime(_ certificate: CertificateFacts, _ minimumDays: Int?) {
    if let from = certificate.validFrom, now < from {
      add(
        .notYetValid,
        Message(
          .certNotYetValid,
          ["from_time": .text("\(from)"), "left_s": Self.seconds(now, from)]
        )
      )
    }
    guard let until = certificate.validUntil else { return }
    let left = until.milliseconds - now.milliseconds
    if left < 0 {
      add(
        .expired,
        Message(
          .certExpired,
          ["until_time": .text("\(until)"), "over_s": Self.seconds(until, now)]
        )
      )
    } else if let minimumDays, Double(left) < Double(minimumDays) * 86_400_000 {
      add(
        .expiresSoon,
        Message(
          .certExpiresSooner,
          [
            "until_time": .text("\(until)"), "left_s": Self.seconds(now, until),
            "least_days": .count(minimumDays),
          ]
        )
      )
    } else if isStrict, minimumDays == nil, left < Self.usualReserve(certificate) {
      add(
        .expiresSoon,
        Message(
          .certExpiresSoon,
          ["until_time": .text("\(until)"), "left_s": Self.seconds(now, until)]
        )
      )
    }
  }

  /// The remaining validity below which strict mode warns, in milliseconds: a tenth of the lifetime, so
  /// that six-day certificates can pass, and 30 days at most.
  private static func usualReserve(_ certificate: CertificateFacts) -> Int64 {
    let most: Int64 = 30 * 86_400_000
    guard let from = certificate.validFrom, let until = certificate.validUntil, from < until else {
      return most
    }
    return min((until.milliseconds - from.milliseconds) / 10, most)
  }

  /// The time between two moments, rounded down: `20 seconds`, `6 minutes`, `23 hours`, `1.5 days`.
  public static func time(_ from: Timestamp, _ until: Timestamp) -> String {
    EnglishDuration.seconds(Double(max(0, until.milliseconds - from.milliseconds) / 1000))
  }

  /// The time between two moments, for a place whose name ends in `_s`.
  private static func seconds(_ from: Timestamp, _ until: Timestamp) -> Message.Value {
    .count(max(0, until.milliseconds - from.milliseconds) / 1000)
  }

  /// `1 day`, `0.4 days`, `30 days`.
  public static func days(_ days: Double) -> String { EnglishDuration.days(days) }

  private mutating func judgeStaple(_ certificate: CertificateFacts) {
    switch staple {
    case .stapled(let status):
      switch status.state {
      case .revoked: add(.revoked, Message(.certRevoked))
      case .unusable, .unknown:
        add(.stapleUnusable, Message(.certStapleSilent))
      case .good:
        if let next = status.nextUpdate, next < now {
          add(.stapleUnusable, Message(.certStapleOld, ["next_time": "\(next)"]))
        }
      }
    case .none where certificate.mustStaple:
      add(.stapleMissing, Message(.certStapleMissing))
    case .none, .unknown: break
    }
  }

  /// Adds a problem for each version with weak suites.
  mutating func judgeCiphers() {
    for list in ciphers ?? [] {
      let weak = list.weak
      guard let first = weak.first, let weakness = first.weakness else { continue }
      let more = weak.count - 1
      let values: [String: Message.Value] = [
        "version": .text("\(list.version)"), "suite": .text("\(first)"),
        "reason": .message(weakness.message), "count": .count(more),
      ]
      add(
        .weakSuite,
        Message(more == 0 ? .certWeakSuiteAccepted : .certWeakSuitesAccepted, values)
      )
    }
  }

  private mutating func judgeVersions() {
    for answer in versions where answer.isOffered == true {
      if answer.version < .tls12 {
        add(.oldVersion, Message(.certOldVersion, ["version": "\(answer.version)"]))
      }
      guard let suite = answer.suite, let weakness = suite.weakness else { continue }
      // Already reported by `judgeCiphers`.
      let isListed = ciphers?.contains { list in
        list.version == answer.version && list.suites.contains(suite)
      }
      if isListed != true {
        add(
          .weakSuite,
          Message(
            .certWeakSuite,
            [
              "version": .text("\(answer.version)"), "suite": .text("\(suite)"),
              "reason": .message(weakness.message),
            ]
          )
        )
      }
    }
  }
}

/// Problems with a certificate, or with a server's TLS.
extension MessageTemplate {
  static let certNoConnection = MessageTemplate(
    "cert.no_connection",
    "{host} accepts no connection to port {port}: {reason}"
  )
  static let certNoTls = MessageTemplate(
    "cert.no_tls",
    "{host} speaks no TLS on port {port}: {reason}"
  )
  static let certNoCertificate = MessageTemplate(
    "cert.no_certificate",
    "the server shows no certificate: {reason}"
  )
  static let certUnreadable = MessageTemplate(
    "cert.unreadable",
    "the certificate that the server shows can't be read"
  )
  static let certUnseenTooLong = MessageTemplate(
    "cert.unseen_too_long",
    "nothing is known of the certificate, good or bad: it can't be seen from here, since HomeNet reads no more: {reason}"
  )
  static let certUnseen = MessageTemplate(
    "cert.unseen",
    "nothing is known of the certificate, good or bad: it can't be seen from here, since the server wants what HomeNet can't do: {reason}"
  )
  static let certInterrupted = MessageTemplate(
    "cert.interrupted",
    "interrupted before the certificate was seen"
  )
  static let certNotYetValid = MessageTemplate(
    "cert.not_yet_valid",
    "the certificate is not valid before {from_time}, in {left_s}"
  )
  package static let certExpired = MessageTemplate(
    "cert.expired",
    "the certificate expired on {until_time}, {over_s} ago"
  )
  static let certExpiresSooner = MessageTemplate(
    "cert.expires_sooner",
    "the certificate expires in {left_s}, sooner than in {least_days}"
  )
  static let certExpiresSoon = MessageTemplate(
    "cert.expires_soon",
    "the certificate expires in {left_s}: less than a tenth of its life is left, of 30 days at most"
  )
  static let certMismatch = MessageTemplate(
    "cert.mismatch",
    "the certificate is not valid for {host}: {reason}"
  )
  static let certMismatchNameless = MessageTemplate(
    "cert.mismatch_nameless",
    "the certificate is not valid for {host}: {reason}"
  )
  static let certUntrusted = MessageTemplate(
    "cert.untrusted",
    "the certificate is not trusted: {reason}"
  )
  package static let certSelfSigned = MessageTemplate(
    "cert.self_signed",
    "the certificate is not trusted: {reason}"
  )
  static let certWeakKey = MessageTemplate("cert.weak_key", "{certificate}: {reason}")
  static let certWeakSignature = MessageTemplate("cert.weak_signature", "{certificate}: {reason}")
  static let certWeakSuite = MessageTemplate(
    "cert.weak_suite",
    "{version} agrees on {suite}: {reason}"
  )
  static let certWeakSuiteAccepted = MessageTemplate(
    "cert.weak_suite_accepted",
    "{version} accepts {suite}: {reason}"
  )
  static let certWeakSuitesAccepted = MessageTemplate(
    "cert.weak_suites_accepted",
    one: "{version} accepts {suite}: {reason}, and {count} more weak suite",
    other: "{version} accepts {suite}: {reason}, and {count} more weak suites"
  )
  static let certOldVersion = MessageTemplate(
    "cert.old_version",
    "{version} is still spoken (RFC 8996)"
  )
  static let certNotForServers = MessageTemplate(
    "cert.not_for_servers",
    "the certificate is not meant for servers (extended key usage)"
  )
  static let certStapleUnseen = MessageTemplate(
    "cert.staple_unseen",
    "no certificate was seen"
  )
  package static let certAttemptLater = MessageTemplate(
    "cert.attempt_later",
    "another answered first"
  )
  static let certAttemptInterrupted = MessageTemplate("cert.attempt_interrupted", "interrupted")
  static let certStapleMissing = MessageTemplate(
    "cert.staple_missing",
    "the certificate demands a stapled status, and there is none"
  )
  static let certRevoked = MessageTemplate(
    "cert.revoked",
    "the stapled status says that the certificate is revoked"
  )
  static let certStapleSilent = MessageTemplate(
    "cert.staple_silent",
    "the stapled status says nothing of this certificate"
  )
  static let certStapleOld = MessageTemplate(
    "cert.staple_old",
    "the stapled status is out of date since {next_time}"
  )
  static let certBadExtensions = MessageTemplate(
    "cert.bad_extensions",
    one: "{certificate}: an extension can't be read",
    other: "{certificate}: {count} extensions can't be read"
  )
  static let certBadCertificates = MessageTemplate(
    "cert.bad_certificates",
    one: "one certificate that came with the server's can't be read",
    other: "{count} certificates that came with the server's can't be read"
  )
}
