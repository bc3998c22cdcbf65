import Testing
import Wire

@testable import Diagnostics

/// What servers by openssl speak is what openssl agrees on with them.
@Suite struct OpenSSLVersionTests {
  private let lab: CertificateLab

  init() throws {
    lab = try CertificateLab.shared.get()
  }

  private static let flags: [TLSVersion: String] = [
    .tls10: "-tls1", .tls11: "-tls1_1", .tls12: "-tls1_2", .tls13: "-tls1_3",
  ]

  @Test(arguments: [
    ["-tls1"], ["-tls1_1"], ["-tls1_2"], ["-tls1_3"], [], ["-no_tls1_3"],
    ["-no_tls1", "-no_tls1_1"], ["-no_tls1_2", "-no_tls1_1"],
  ])
  func `each version is offered or not, as openssl finds`(options: [String]) async throws {
    let server = try lab.server("rsa", ["-cipher", "ALL:@SECLEVEL=0"] + options)
    let report = try await lab.ask(server.port)
    #expect(report.versions.map(\.version) == [.tls13, .tls12, .tls11, .tls10])
    for answer in report.versions {
      let said = try lab.client(server.port, [Self.flags[answer.version] ?? "?"])
      let agreed = !said.contains("Cipher is (NONE)")
      #expect(answer.isOffered == agreed, "\(answer)")
      #expect((answer.suite != nil) == agreed)
      #expect((answer.because == nil) == agreed, "\(answer)")
    }
    let old = report.versions.count { $0.isOffered == true && $0.version < .tls12 }
    #expect(report.problems.count { $0.code == .oldVersion } == old)
    #expect(report.certificate != nil)
  }

  @Test(arguments: [
    ("good", TLSVersion.tls12, "ECDHE-ECDSA-AES256-GCM-SHA384"),
    ("good", .tls12, "ECDHE-ECDSA-CHACHA20-POLY1305"), ("good", .tls12, "ECDHE-ECDSA-AES128-CCM"),
    ("rsa", .tls12, "DHE-RSA-AES128-GCM-SHA256"), ("rsa", .tls12, "AES256-SHA256"),
    ("rsa", .tls12, "ECDHE-RSA-CAMELLIA128-SHA256"), ("rsa", .tls11, "ECDHE-RSA-AES128-SHA"),
    ("rsa", .tls10, "AES128-SHA"), ("rsa", .tls10, "DHE-RSA-AES256-SHA"),
    ("good", .tls13, "TLS_AES_128_GCM_SHA256"), ("good", .tls13, "TLS_AES_256_GCM_SHA384"),
    ("good", .tls13, "TLS_CHACHA20_POLY1305_SHA256"),
  ])
  func `suites have their names`(name: String, version: TLSVersion, suite: String) async throws {
    let choice =
      version == .tls13
      ? ["-ciphersuites", suite] : ["-cipher", "\(suite):@SECLEVEL=0"]
    let server = try lab.server(name, [Self.flags[version] ?? "?"] + choice)
    let report = try await lab.ask(server.port)
    let standard = try Program.shell(
      "openssl ciphers -stdname 'ALL:COMPLEMENTOFALL:@SECLEVEL=0' | awk -v n=\"$1\" '$3 == n { print $1 }'",
      [suite]
    )
    let names = standard.output.split(separator: "\n").map(String.init)
    #expect(names.count == 1)
    #expect(report.negotiated?.version == version)
    #expect(report.negotiated?.suite?.description == names.first)
    #expect(report.certificate != nil)
  }

  @Test(arguments: [
    ("X25519", "X25519"), ("P-256", "P-256"), ("P-384", "P-384"), ("P-521", "P-521"),
  ])
  func `groups have their names, also where the server asks for another`(
    group: String,
    name: String
  ) async throws {
    let server = try lab.server("good", ["-tls1_3", "-groups", group])
    let report = try await lab.ask(server.port)
    let answer = try #require(report.negotiated)
    #expect(answer.group == name, "\(answer)")
    #expect(answer.because == nil)
    #expect(report.certificate != nil, "\(report.problems)")
  }

  @Test(arguments: ["X448", "ffdhe2048"])
  func `a group that is not calculated here is named, and TLS 1.3 spoken`(
    group: String
  ) async throws {
    let server = try lab.server("good", ["-tls1_3", "-groups", group])
    let report = try await lab.ask(server.port)
    #expect(report.negotiated?.version == .tls13)
    #expect(report.negotiated?.group == group)
    let why = "it wants a key exchange by \(group), which can't be done here"
    #expect(report.negotiated?.because == why)
    // Nothing wrong was found out, and nothing is known either.
    #expect(report.problems.map(\.code) == [.unseenCertificate])
    #expect(report.problems.first?.text.hasPrefix("nothing is known of the certificate") == true)
    #expect(report.problems.first?.text.hasSuffix(why) == true)
    #expect(!report.isBad && report.isOwnFailure)
    let step = ConnectionStep.tls(report)
    #expect(step.state == .unknown && step.words == report.problems.first?.text)
  }

  @Test(arguments: ["X448", "brainpoolP256r1", "secp256k1", "secp224r1"])
  func `up to TLS 1.2 certificates are seen by any curve`(group: String) async throws {
    let options = ["-tls1_2", "-groups", group, "-cipher", "ECDHE:@SECLEVEL=0"]
    let server = try lab.server("rsa", options)
    let report = try await lab.ask(server.port)
    #expect(report.certificate != nil, "\(report.problems)")
    #expect(report.negotiated?.version == .tls12)
    #expect(report.negotiated?.group == (group == "secp224r1" ? "P-224" : group))
  }

  @Test func `a server that prefers what is not calculated here is seen all the same`()
    async throws
  {
    let server = try lab.server("good", ["-tls1_3", "-groups", "X448:ffdhe2048:X25519"])
    let report = try await lab.ask(server.port)
    #expect(report.negotiated?.group == "X25519")
    #expect(report.certificate != nil)
  }
}
