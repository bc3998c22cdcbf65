import Foundation
import NIOCore
import NIOPosix
import Testing
import Wire

@testable import Diagnostics

/// Protocols that start in clear, spoken by scripted servers that `openssl s_client` understands too.
@Suite struct StartTLSServerTests {
  private let lab: CertificateLab
  private let server: LabServer

  init() throws {
    lab = try CertificateLab.shared.get()
    server = try LabServer(
      [
        "python3", "\(CertificateLab.repository)/Tests/Lab/starttls.py", lab.path("good.pem"),
        lab.path("good.key"),
      ],
      until: "ready"
    )
  }

  private func port(_ name: String) throws -> UInt16 {
    let line = server.printed.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
    return try #require(line?.split(separator: " ").last.flatMap { UInt16($0) })
  }

  @Test func `each begins TLS as openssl has it`() async throws {
    let expected = try OpenSSLCertificate(lab.path("good.pem"))
    for kind in StartTLS.allCases {
      let port = try port(kind.rawValue)
      let said = try lab.client(port, ["-starttls", kind.rawValue])
      #expect(said.contains("subject=CN = a.lab.test"), "\(kind): \(said)")
      let report = try await lab.ask(port, startTLS: kind)
      let found = try #require(report.certificate, "\(kind): \(report.problems)")
      #expect(OpenSSLCertificate(found) == expected)
      #expect(report.negotiated?.version == .tls13, "\(kind)")
    }
  }

  @Test func `each may refuse, and says how`() async throws {
    let words: [StartTLS: String] = [
      .smtp: "it doesn't offer STARTTLS", .imap: "it answered a1 BAD no TLS here",
      .pop3: "it answered -ERR no TLS here", .ftp: "it answered 502 no TLS here",
      .ldap: "it won't begin TLS (LDAP result 2)", .postgres: "it doesn't offer TLS",
      .mysql: "it doesn't offer TLS", .xmpp: "it doesn't offer STARTTLS",
      .xmppServer: "it doesn't offer STARTTLS", .sieve: "it doesn't offer STARTTLS",
    ]
    for kind in StartTLS.allCases {
      let port = try port("\(kind.rawValue)-plain")
      let report = try await lab.ask(port, startTLS: kind)
      #expect(report.problems.map(\.code) == [.noTLS])
      #expect(report.problems.first?.text.hasSuffix(": \(words[kind] ?? "?")") == true)
      #expect(report.isBad)
    }
  }

  @Test func `a server of another protocol is none`() async throws {
    let pairs: [(StartTLS, String)] = [
      (.smtp, "imap"), (.imap, "smtp"), (.pop3, "ftp"), (.sieve, "imap"), (.mysql, "smtp"),
      (.xmpp, "smtp"), (.xmpp, "xmpp-server"),
    ]
    for (asked, spoken) in pairs {
      let report = try await lab.ask(try port(spoken), startTLS: asked)
      #expect(report.problems.map(\.code) == [.noTLS], "\(asked) of \(spoken)")
    }
  }

  @Test func `no server, a silent one and one that speaks no TLS are three things`() async throws {
    let group = NIOSingletons.posixEventLoopGroup
    let silent = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
    let port = UInt16(silent.localAddress?.port ?? 0)
    let quiet = try await lab.ask(port, timeout: 1.5)
    #expect(quiet.problems.map(\.code) == [.noTLS])
    #expect(quiet.problems[0].text.contains("no answer"), "\(quiet.problems)")
    try await silent.close()
    let gone = try await lab.ask(port)
    #expect(gone.problems.map(\.code) == [.noConnection])
    #expect(gone.problems[0].text.contains("refuse"), "\(gone.problems)")
    let mail = try await lab.ask(try self.port("smtp"))
    #expect(mail.problems.map(\.code) == [.noTLS])
    #expect(mail.problems[0].text.contains("it doesn't speak TLS"), "\(mail.problems)")
  }
}
