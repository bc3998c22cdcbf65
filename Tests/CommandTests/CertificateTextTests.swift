import Model
import Testing
import Wire
@testable import Diagnostics
@testable import homenet

@Suite struct CertificateTextTests {
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)

  /// What stands in a row of a certificate that is good for that time, in seconds from now.
  private func row(_ title: String, _ from: Int64, _ until: Int64) -> String? {
    let time = { Timestamp(milliseconds: Self.now.milliseconds + $0 * 1000) }
    let facts = CertificateFacts(
      subject: "CN=a",
      issuer: "CN=b",
      serial: "1",
      names: [],
      validFrom: time(from),
      validUntil: time(until),
      key: CertificateFacts.Key(type: "EC"),
      signature: "ecdsa-with-SHA384",
      sha256: "",
      sha1: "",
      keySHA256: "",
      isAuthority: false,
      isSelfIssued: false,
      isForServers: true,
      mustStaple: false,
      ocsp: [],
      der: []
    )
    let report = CertificateReport(
      host: "a.test",
      address: .v4(IPv4Address(127, 0, 0, 1)),
      port: 443,
      chain: [facts],
      now: Self.now
    )
    let line = CertificateText(style: Style(isColoured: false)).lines(report)
      .first { $0.hasPrefix("  \(title) ") }
    return line.map { String($0.dropFirst(14)) }
  }

  private func valid(_ from: Int64, _ until: Int64) -> String? {
    row("valid", from, until)?.split(separator: ": ", maxSplits: 1).last.map(String.init)
  }

  @Test func `the key is told from the issuer's signature`() {
    #expect(row("key", 0, 1) == "EC")
    #expect(row("signed with", 0, 1) == "ecdsa-with-SHA384")
  }

  @Test(
    arguments: [
      (86_000, 90 * 86_400, "begins in 23 hours"), (-90 * 86_400, -360, "expired 6 minutes ago"),
      (-90 * 86_400, -3 * 86_400, "expired 3 days ago"),
      (-30 * 86_400, 60 * 86_400, "60 days of 90 left, 67 %"),
      (-86_400, 86_000, "23 hours of 2 days left, 50 %"),
      (-89 * 86_400, 43_200, "12 hours of 89 days left, 1 %"),
    ] as [(Int64, Int64, String)]
  )
  func `a certificate's time is told sensibly`(from: Int64, until: Int64, words: String) {
    #expect(valid(from, until) == words)
  }

  @Test func `what was not learnt is said to be not known`() {
    let report = CertificateReport(
      host: "a.test",
      address: .v4(IPv4Address(127, 0, 0, 1)),
      port: 443,
      versions: [.init(version: .tls13, isOffered: nil, reason: "interrupted")],
      now: Self.now,
      problems: [.init(code: .interrupted, text: "interrupted before the certificate was seen")]
    )
    let lines = CertificateText(style: Style(isColoured: false)).lines(report)
    #expect(lines.last == "unknown interrupted before the certificate was seen")
    #expect(lines.contains("Protocols     TLS 1.3  not known: interrupted"))
  }
}
