import Model
import Testing
import Wire
@testable import Diagnostics

/// Certificates that can't be read, or not all of them: in memory.
@Suite struct `A malformed certificate` {
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)

  private func report(_ chain: [[UInt8]]) throws -> CertificateReport {
    var report = CertificateReport(
      host: "a.test",
      address: .v4(IPv4Address(127, 0, 0, 1)),
      port: 443,
      serverName: "a.test",
      startTLS: nil,
      now: Self.now
    )
    var received = TLSProbe.ServerMessages()
    received.version = .tls13
    received.chain = chain
    try report.take([VersionProbe(version: .tls13, received: received, end: .done)])
    if let certificate = report.certificate {
      report.hostMatch = HostMatch.check("a.test", against: certificate)
      report.judge(minimumDays: nil)
    }
    return report
  }

  private let server = DERCertificate(subject: "server", extensions: [.names(["a.test"])])
  private let authority = DERCertificate(subject: "authority", extensions: [.authority])

  @Test func `of the server's own is bad, and no authority stands in for it`() throws {
    let report = try report([[0x30, 0x03, 0x02, 0x01, 0x00], authority.bytes])
    #expect(report.certificate == nil && report.chain.isEmpty && report.hostMatch == nil)
    #expect(report.problems.map(\.code) == [.noCertificate] && report.isBad)
  }

  @Test func `among the others is left out, and counted`() throws {
    let report = try report([server.bytes, [0x30], authority.bytes, []])
    #expect(report.chain.map(\.subject) == ["CN=server", "CN=authority"])
    #expect(report.hostMatch?.matches == true && !report.isBad)
    let problem = try #require(report.problems.first { $0.code == .malformed })
    #expect(problem.text == "2 certificates that came with the server's can't be read")
  }

  @Test(arguments: [
    DERCertificate.Extension(bytes: [0x30, 0x03, 0x06, 0x01, 0x2A]),
    DERCertificate.Extension(bytes: [0x05, 0x00]),
    DERCertificate.Extension([0x55, 0x1D, 0x13], value: [0x02, 0x01, 0x00]),
    DERCertificate.Extension([0x55, 0x1D, 0x25], value: [0x04, 0x00]),
  ])
  func `is shown but for the extension that can't be read`(
    broken: DERCertificate.Extension
  ) throws {
    let one = DERCertificate(
      subject: "server",
      extensions: [broken, .names(["a.test"]), .mustStaple]
    )
    let report = try report([one.bytes])
    let certificate = try #require(report.certificate)
    #expect(certificate.names == [.init(.dns, "a.test")] && certificate.mustStaple)
    #expect(certificate.unreadable == 1 && report.hostMatch?.matches == true)
    let problem = try #require(report.problems.first { $0.code == .malformed })
    #expect(problem.text == "server: an extension can't be read" && !problem.isBad)
  }

  @Test func `with more extensions than anybody writes is read in part, and that is said`() throws {
    let many = (0..<70).map {
      DERCertificate.Extension([0x2A, 0x03, UInt8($0)], value: [0x05, 0])
    }
    let one = DERCertificate(subject: "server", extensions: [.names(["a.test"])] + many)
    let report = try report([one.bytes])
    let certificate = try #require(report.certificate)
    #expect(certificate.unreadable == 7 && certificate.names == [.init(.dns, "a.test")])
    let problem = try #require(report.problems.first { $0.code == .malformed })
    #expect(problem.text == "server: 7 extensions can't be read")
    let few = DERCertificate(subject: "server", extensions: Array(many.prefix(64)))
    #expect(CertificateFacts(der: few.bytes)?.unreadable == 0)
  }

  @Test func `stands for nobody where its names can't be read`() throws {
    let names = DERCertificate.Extension([0x55, 0x1D, 0x11], value: [0x02, 0x01, 0x00])
    let report = try report([DERCertificate(subject: "a.test", extensions: [names]).bytes])
    #expect(report.certificate?.names == [] && report.hostMatch?.matches == false)
    #expect(report.problems.map(\.code).contains(.malformed) && report.isBad)
  }

  @Test func `is none where an extension says that it isn't critical`() throws {
    var names = DERCertificate.Extension.names(["a.test"])
    names.critical = [0x01, 0x01, 0x00]
    let one = DERCertificate(subject: "server", extensions: [names])
    let certificate = try #require(CertificateFacts(der: one.bytes))
    #expect(certificate.unreadable == 0 && certificate.names == [.init(.dns, "a.test")])
  }
}
