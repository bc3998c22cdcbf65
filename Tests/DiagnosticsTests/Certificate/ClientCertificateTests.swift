import Testing
import Wire

@testable import Diagnostics

/// Whether a server wants a certificate of the client's, by `openssl s_server`.
@Suite struct ClientCertificateTests {
  private let lab: CertificateLab

  init() throws {
    lab = try CertificateLab.shared.get()
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"], ["-verify", "-Verify"])
  func `the request is seen with the issuers that are accepted`(
    version: String,
    option: String
  ) async throws {
    let server = try lab.server("good", [version, option, "1", "-CAfile", lab.path("root.pem")])
    let report = try await lab.ask(server.port)
    #expect(report.clientCertificate.isWanted == true)
    #expect(report.clientCertificate.issuers == ["CN=Lab Root,O=Lab"])
    #expect(report.clientCertificate.issuerCount == 1)
    let said = try lab.client(server.port)
    #expect(
      said.contains("Acceptable client certificate CA names\nO = Lab, CN = Lab Root"),
      "\(said)"
    )
  }

  @Test(arguments: ["-tls1", "-tls1_1", "-tls1_2", "-tls1_3"])
  func `no request is no request`(version: String) async throws {
    let server = try lab.server("rsa", [version, "-cipher", "ALL:@SECLEVEL=0"])
    let report = try await lab.ask(server.port)
    #expect(report.certificate != nil)
    #expect(report.clientCertificate.isWanted == false)
  }

  @Test(arguments: ["-tls1", "-tls1_1"])
  func `old versions write it without signatures`(version: String) async throws {
    let options = [version, "-cipher", "ALL:@SECLEVEL=0", "-Verify", "1"]
    let server = try lab.server("rsa", options + ["-CAfile", lab.path("root.pem")])
    let report = try await lab.ask(server.port)
    #expect(report.clientCertificate.issuers == ["CN=Lab Root,O=Lab"])
  }

  @Test func `names are bounded, and those that can't be read are told`() throws {
    var received = TLSProbe.ServerMessages()
    #expect(ClientCertificateRequest(received).isWanted == nil)
    received.certificateRequest = TLSCertificateRequest(
      authorities: Array(repeating: [0x30, 0x05], count: 100)
    )
    let request = ClientCertificateRequest(received)
    #expect(request.issuers == Array(repeating: "(can't be read)", count: 64))
    #expect(request.issuerCount == 100)
  }

  @Test func `what is sent is told in PEM as openssl writes it`() async throws {
    let server = try lab.server("good")
    let report = try await lab.ask(server.port)
    let said = try Program.shell(
      "for file in \"$@\"; do openssl x509 -in \"$file\"; done",
      [lab.path("good.pem"), lab.path("intermediate.pem")]
    )
    #expect(report.pem == said.output)
  }
}
