import Model
import Testing
import Wire
@testable import Diagnostics

/// How long a certificate has to live, or has been dead.
@Suite struct `A certificate's time` {
  /// What is wrong with a certificate that is valid from a number of seconds before or after now until
  /// another.
  private func report(
    _ from: Int64,
    _ until: Int64,
    minimumDays: Int? = nil,
    isStrict: Bool = false
  ) throws -> CertificateReport {
    let now = MadeCertificate.now
    var facts = try #require(try MadeCertificate("server").facts)
    facts.validFrom = Timestamp(milliseconds: now.milliseconds + from * 1000)
    facts.validUntil = Timestamp(milliseconds: now.milliseconds + until * 1000)
    facts.isSelfIssued = false
    var report = CertificateReport(
      host: "a.test",
      address: .v4(IPv4Address(127, 0, 0, 1)),
      port: 443,
      chain: [facts],
      staple: .none,
      now: now
    )
    report.isStrict = isStrict
    report.judge(minimumDays: minimumDays)
    return report
  }

  @Test func `that ended minutes ago has ended`() throws {
    let report = try report(-90 * 86_400, -360)
    let said = report.problems.map(\.text)
    #expect(said == ["the certificate expired on 2027-01-15T07:54:00.000Z, 6 minutes ago"])
    #expect(report.certificate?.daysLeft(at: report.now) == -0.01)
  }

  @Test func `that has not begun says when it does`() throws {
    let said = try report(86_000, 90 * 86_400).problems.map(\.text)
    #expect(said == ["the certificate is not valid before 2027-01-16T07:53:20.000Z, in 23 hours"])
  }

  @Test func `is short of a day where a second lacks`() throws {
    let said = try report(-86_400, 86_399, minimumDays: 1).problems.map(\.text)
    #expect(said == ["the certificate expires in 23 hours, sooner than in 1 day"])
    #expect(try report(-86_400, 86_400, minimumDays: 1).problems == [])
    #expect(try report(-86_400, 86_400, minimumDays: .max).problems.count == 1)
  }

  @Test(
    arguments: [
      (90, 10, false), (90, 8, true), (6, 1, false), (6, 0, true), (3650, 31, false),
      (3650, 29, true),
    ] as [(Int64, Int64, Bool)]
  )
  func `is near its end with --strict where less than a tenth is left, of 30 days at most`(
    whole: Int64,
    left: Int64,
    isNear: Bool
  ) throws {
    let until = left * 86_400 + 3600
    let strict = try report(until - whole * 86_400, until, isStrict: true)
    #expect(strict.problems.map(\.code) == (isNear ? [.expiresSoon] : []))
    #expect(try report(until - whole * 86_400, until).problems == [])
    let asked = try report(until - whole * 86_400, until, minimumDays: 0, isStrict: true)
    #expect(asked.problems == [])
  }

  @Test(
    arguments: [
      (0, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (3599, "59 minutes"),
      (3600, "1 hour"), (35_280, "9.8 hours"), (86_399, "23 hours"), (86_400, "1 day"),
      (129_600, "1.5 days"),
      (863_999, "9.9 days"), (90 * 86_400 - 1, "89 days"),
    ] as [(Int64, String)]
  )
  func `is told in the unit that fits`(seconds: Int64, words: String) {
    let now = MadeCertificate.now
    let later = Timestamp(milliseconds: now.milliseconds + seconds * 1000)
    #expect(CertificateReport.time(now, later) == words)
  }
}
