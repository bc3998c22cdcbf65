import Foundation
import Model
import Testing

@testable import Diagnostics

/// `cert` asks servers by openssl, and openssl is asked about the same.
@Suite struct OpenSSLServerTests {
  private typealias Code = CertificateReport.Problem.Code

  private let lab: CertificateLab

  init() throws {
    lab = try CertificateLab.shared.get()
  }

  @Test(arguments: ["good", "weak", "rsa", "edwards", "large", "odd", "nameless", "own"])
  func `a certificate's fields are openssl's`(name: String) async throws {
    let server = try lab.server(name, ["-cipher", "ALL:@SECLEVEL=0"])
    let report = try await lab.ask(server.port)
    let found = try #require(report.certificate)
    let expected = try OpenSSLCertificate(lab.path("\(name).pem"))
    #expect(OpenSSLCertificate(found) == expected)
    #expect(report.chain.count == (name == "own" ? 1 : 2))
    if let other = report.chain.dropFirst().first {
      let expected = try OpenSSLCertificate(lab.path("intermediate.pem"))
      #expect(OpenSSLCertificate(other) == expected)
      #expect(other.isAuthority)
    }
  }

  struct Situation: Sendable, CustomTestStringConvertible {
    var server: String
    var name = "a.lab.test"
    var staple: String?
    var sendsChain = true
    var minimumDays: Int?
    /// What homenet says is wrong.
    var problems: [CertificateReport.Problem.Code]
    /// What `openssl s_client` ends its verification with.
    var verification: Int

    var testDescription: String { "\(server) for \(name)\(staple.map { " with \($0)" } ?? "")" }
  }

  private static let situations = [
    Situation(server: "good", staple: "good", problems: [], verification: 0),
    Situation(server: "good", name: "b.star.lab.test", problems: [], verification: 0),
    Situation(server: "good", name: "b.lab.test", problems: [.mismatch], verification: 62),
    Situation(server: "good", name: "c.b.star.lab.test", problems: [.mismatch], verification: 62),
    Situation(server: "good", sendsChain: false, problems: [.untrusted], verification: 21),
    Situation(server: "good", staple: "revoked", problems: [.stapleUnusable], verification: 0),
    Situation(server: "revoked", staple: "revoked", problems: [.revoked], verification: 0),
    Situation(server: "stapling", staple: "stapling", problems: [], verification: 0),
    Situation(server: "stapling", problems: [.stapleMissing], verification: 0),
    Situation(server: "expired", problems: [.expired], verification: 10),
    Situation(server: "early", problems: [.notYetValid, .untrusted], verification: 9),
    Situation(server: "ending", problems: [], verification: 0),
    Situation(server: "ending", minimumDays: 6, problems: [.expiresSoon], verification: 0),
    Situation(server: "ending", minimumDays: 4, problems: [], verification: 0),
    Situation(server: "own", problems: [.selfSigned], verification: 18),
    Situation(server: "usurped", problems: [.untrusted], verification: 25),
    Situation(server: "client", problems: [.notForServers], verification: 26),
    Situation(server: "nameless", problems: [.mismatch], verification: 0),
    // What openssl accepts only because it was told to.
    Situation(
      server: "weak",
      problems: [.untrusted, .weakKey, .weakSignature],
      verification: 0
    ),
    Situation(server: "edwards", problems: [], verification: 0),
  ]

  @Test(arguments: situations)
  func `what is wrong is found, and what is not isn't`(situation: Situation) async throws {
    var options = ["-cipher", "ALL:@SECLEVEL=0", "-no_tls1", "-no_tls1_1"]
    if let staple = situation.staple { options += ["-status_file", lab.path("\(staple).ocsp")] }
    let server = try lab.server(situation.server, options, sendsChain: situation.sendsChain)
    let report = try await lab.ask(
      server.port,
      name: situation.name,
      minimumDays: situation.minimumDays
    )
    #expect(report.problems.map(\.code) == situation.problems, "\(report.problems)")
    #expect(report.isBad == situation.problems.contains { $0.isBad })
    let said = try lab.client(server.port, name: situation.name, ["-purpose", "sslserver"])
    #expect(said.contains("Verify return code: \(situation.verification) ("), "\(said)")
  }

  @Test func `with --strict every warning is bad`() async throws {
    let own = try lab.server("own")
    let usual = try await lab.ask(own.port)
    #expect(usual.problems.map(\.isBad) == [false] && !usual.isBad)
    let strict = try await lab.ask(own.port, isStrict: true)
    #expect(strict.problems.map(\.code) == [.selfSigned])
    #expect(strict.problems.map(\.isBad) == [true] && strict.isBad)
    let good = try lab.server("good", ["-no_tls1", "-no_tls1_1"])
    #expect(try await !lab.ask(good.port, isStrict: true).isBad)
  }

  @Test func `a chain that ends nowhere is told apart from one by a stranger`() async throws {
    let whole = try lab.server("good")
    let stranger = try await lab.ask(whole.port, trusting: TrustRoots.none)
    #expect(stranger.problems.map(\.code) == [.untrusted])
    #expect(stranger.trust?.because.contains("certificate of Lab Root is missing") == true)
    let part = try lab.server("good", sendsChain: false)
    let cut = try await lab.ask(part.port)
    #expect(cut.trust?.because.contains("certificate of Lab Intermediate is missing") == true)
    let usurped = try lab.server("usurped")
    let trust = try await lab.ask(usurped.port).trust
    #expect(trust?.because == "a.lab.test may not sign others")
  }

  @Test func `a staple's times are openssl's`() async throws {
    let server = try lab.server("good", ["-status_file", lab.path("good.ocsp")])
    guard case .stapled(let status) = try await lab.ask(server.port).staple else {
      Issue.record("no staple")
      return
    }
    let said = try Program.shell(
      """
      openssl ocsp -respin "$1" -noverify -text |
        sed -n 's/^ *\\(This\\|Next\\) Update: //p' | while read -r time; do
          date -u -d "$time" +%Y-%m-%dT%H:%M:%S.000Z
        done
      """,
      [lab.path("good.ocsp")]
    )
    let times = [status.thisUpdate, status.nextUpdate].compactMap { $0?.description }
    #expect(said.output.split(separator: "\n").map(String.init) == times)
    #expect(status.state == .good)
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `a server that wants a certificate of ours shows its own`(version: String) async throws {
    let server = try lab.server("good", [version, "-Verify", "1", "-CAfile", lab.path("root.pem")])
    let report = try await lab.ask(server.port)
    #expect(report.certificate?.subject == "CN=a.lab.test")
    #expect(report.problems == [])
  }

  @Test func `the name that is asked for chooses the certificate`() async throws {
    let server = try lab.server(
      "good",
      [
        "-servername", "other.test", "-cert2", lab.path("rsa.pem"), "-key2", lab.path("rsa.key"),
      ]
    )
    #expect(try await lab.ask(server.port).certificate?.key.type == "EC")
    #expect(try await lab.ask(server.port, name: "other.test").certificate?.key.type == "RSA")
    let strict = try lab.server(
      "good",
      [
        "-servername", "other.test", "-servername_fatal", "-cert2", lab.path("rsa.pem"),
        "-key2", lab.path("rsa.key"),
      ]
    )
    let refused = try await lab.ask(strict.port, name: "stranger.test")
    #expect(refused.problems.map(\.code) == [.noCertificate])
    #expect(refused.problems[0].text.contains("unrecognised name"), "\(refused.problems)")
  }
}
