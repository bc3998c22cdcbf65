import Foundation
import LinuxNetwork
import Model
import SwiftASN1
import Testing
import X509
@testable import Diagnostics

/// Certificates of people's own, of every kind that openssl makes.
@Suite struct TrustRootsTests {
  private let lab: CertificateLab

  init() throws {
    lab = try CertificateLab.shared.get()
  }

  private func file(_ text: String) throws -> ScratchFile {
    let file = try ScratchFile()
    try text.write(to: file.url, atomically: true, encoding: .utf8)
    return file
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: lab.path("\(name).pem")), encoding: .utf8)
  }

  /// What certificates are vouched for with, to the key's own certificate.
  private static let own = [
    ("rsa:1024", "-sha1"), ("ec -pkeyopt ec_paramgen_curve:secp256k1", "-sha256"),
    ("rsa-pss -pkeyopt rsa_keygen_bits:2048", "-sha256"), ("ed448", "-sha256"),
  ]

  @Test(arguments: own)
  func `a server that is trusted itself is trusted whatever its key`(
    key: String,
    digest: String
  ) async throws {
    let name = "lone-\(UUID().uuidString)"
    let made = try Program.shell(
      """
      openssl req -x509 -newkey $2 $3 -nodes -subj /CN=a.lab.test -days 9 \
        -addext subjectAltName=DNS:a.lab.test -keyout "$1.key" -out "$1.pem"
      """,
      [lab.path(name), key, digest]
    )
    try #require(made.status == 0, "\(made.errors)")
    let roots = try TrustRoots.file(lab.path("\(name).pem"))
    #expect(roots.warnings == [])
    let der = try #require(PEMCertificates.read(try text(name)).first).get()
    let facts = try #require(CertificateFacts(der: der))
    let trust = await TrustCheck(roots: roots, now: .now).judge([facts])
    #expect(trust.isTrusted)
    #expect(trust.because.hasSuffix("trusts it itself"))
    let stranger = await TrustCheck(roots: .none, now: .now).judge([facts])
    #expect(!stranger.isTrusted)
    let later = await TrustCheck(roots: roots, now: .now.advanced(byDays: 10)).judge([facts])
    #expect(later.because == "it has expired")
  }

  @Test func `a broken one hides none of the others, and is named`() throws {
    let good = try text("root")
    let begin = "-----BEGIN CERTIFICATE-----\n"
    let end = "-----END CERTIFICATE-----\n"
    let file = try file(
      "# mine\n" + begin + "AA!A\n" + end + good + begin + "MAMCAQA=\n" + end + begin + "MAMC\n"
    )
    let path = file.url.path
    let roots = try TrustRoots.file(path)
    #expect(roots.certificates.count == 1)
    #expect(
      roots.warnings == [
        "can't read certificate 1 of \(path): its text is no base64",
        "can't read certificate 3 of \(path): it is no certificate",
        "can't read certificate 4 of \(path): it has no end",
      ]
    )
  }

  @Test func `a file of nothing but broken ones is a mistake`() throws {
    let file = try file("-----BEGIN CERTIFICATE-----\nMAMCAQA=\n-----END CERTIFICATE-----\n")
    let path = file.url.path
    #expect(
      throws: DiagnosticError.usage("can't read certificate 1 of \(path): it is no certificate")
    ) {
      try TrustRoots.file(path)
    }
    let empty = try self.file("nothing\n")
    let none = empty.url.path
    #expect(throws: DiagnosticError.usage("no certificate in \(none)")) {
      try TrustRoots.file(none)
    }
  }

  @Test func `lines of any length are read`() throws {
    let root = try text("root")
    let lines = root.split(separator: "\n")
    let whole = lines.dropFirst().dropLast().joined()
    let file = try file("\(lines[0])\r\n\(whole)\r\n\(lines[lines.count - 1])")
    #expect(try TrustRoots.file(file.url.path).certificates.count == 1)
  }

  @Test func `who is vouched for by a key that isn't accepted is told so`() async throws {
    let der = try #require(PEMCertificates.read(try text("weak")).first).get()
    let weak = try #require(CertificateFacts(der: der))
    let other = try #require(PEMCertificates.read(try text("usurped")).first).get()
    var good = try #require(CertificateFacts(der: other))
    good.issuer = weak.subject
    let roots = TrustRoots([], lone: [weak], owner: .text("the file"))
    let trust = await TrustCheck(roots: roots, now: .now).judge([good])
    #expect(
      trust.because
        == "the file trusts a.lab.test, but signatures by its key (RSA 1024 bits) are not accepted"
    )
  }

  @Test func `who is vouched for by what isn't written as it must is told so`() async throws {
    // Said although it goes without saying, which DER forbids.
    var authority = DERCertificate.Extension.authority
    authority.critical = [0x01, 0x01, 0x00]
    let root = DERCertificate(subject: "authority", extensions: [authority])
    let odd = try #require(CertificateFacts(der: root.bytes))
    #expect((try? Certificate(derEncoded: root.bytes)) == nil && odd.key.isCommon)
    let other = try #require(PEMCertificates.read(try text("usurped")).first).get()
    var good = try #require(CertificateFacts(der: other))
    good.issuer = odd.subject
    let roots = TrustRoots([], lone: [odd], owner: .text("the file"))
    let trust = await TrustCheck(roots: roots, now: .now).judge([good])
    #expect(
      trust.because == "the file trusts authority, but its certificate is not written as RFC 5280 "
        + "demands, so that it can't sign others"
    )
  }
}

extension Timestamp {
  fileprivate func advanced(byDays days: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + days * 86_400_000)
  }
}
