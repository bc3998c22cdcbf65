import Foundation
import Model
import Testing
import X509

@testable import Diagnostics

/// Who may vouch for whom, and what is said where they may not; openssl is asked about the same.
@Suite struct `Vouching for others` {
  private let root: MadeCertificate

  init() throws {
    root = try MadeCertificate(
      "Root",
      extensions: [.authority(), .usage(.init(keyCertSign: true))]
    )
  }

  private func judge(
    _ chain: [MadeCertificate],
    trusting root: MadeCertificate? = nil
  ) async throws -> CertificateTrust {
    let roots = TrustRoots([(root ?? self.root).certificate], owner: .text("the file"))
    return await TrustCheck(roots: roots, now: MadeCertificate.now)
      .judge(try chain.compactMap { try $0.facts })
  }

  /// Whether openssl trusts the same.
  private func openSSL(
    _ chain: [MadeCertificate],
    trusting root: MadeCertificate? = nil
  ) throws -> Bool {
    let files = try (ScratchFile(), ScratchFile(), ScratchFile())
    files.0.handle.write(Data(try (root ?? self.root).pem.utf8))
    files.1.handle.write(Data(try chain.dropFirst().map { try $0.pem }.joined().utf8))
    files.2.handle.write(Data(try #require(chain.first).pem.utf8))
    let others = chain.count > 1 ? ["-untrusted", files.1.url.path] : []
    let ending = try Program.shell(
      "exec openssl verify -attime 1800000000 -CAfile \"$@\"",
      [files.0.url.path] + others + [files.2.url.path]
    )
    #expect(ending.output.contains("OK") == (ending.status == 0))
    return ending.status == 0
  }

  struct Between: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var version = Certificate.Version.v3
    var extensions: [Certificate.Extension] = []
    /// Why not; `nil` where it may.
    var because: String?
  }

  private static func between() throws -> [Between] {
    let sign = try Certificate.Extension.usage(.init(keyCertSign: true))
    let digital = try Certificate.Extension.usage(.init(digitalSignature: true))
    let authority = try Certificate.Extension.authority()
    let no = "Middle may not sign others"
    return try [
      Between(testDescription: "an authority", extensions: [authority, sign]),
      Between(testDescription: "an authority of any key usage", extensions: [authority]),
      Between(
        testDescription: "an authority whose key may not",
        extensions: [authority, digital],
        because: "\(no): its key usage doesn't allow it"
      ),
      Between(testDescription: "no authority", extensions: [.noAuthority()], because: no),
      Between(testDescription: "one that says nothing", extensions: [], because: no),
      Between(
        testDescription: "one of version 1",
        version: .v1,
        because: "\(no): it is of version 1, which can't allow it"
      ),
      Between(
        testDescription: "one that nobody understands",
        extensions: [authority, .unheardOf],
        because: "Middle has a critical extension that is not understood (1.2.3.4.5)"
      ),
    ]
  }

  @Test(arguments: try between())
  func `is for some alone`(between: Between) async throws {
    let middle = try MadeCertificate(
      "Middle",
      by: root,
      version: between.version,
      extensions: between.extensions
    )
    let chain = try [MadeCertificate("server", by: middle), middle]
    let trust = try await judge(chain)
    #expect(trust.isTrusted == (between.because == nil))
    #expect(trust.because == between.because ?? "it is signed by Root, which the file trusts")
    #expect(try openSSL(chain) == trust.isTrusted)
  }

  @Test func `is what a trusted root of version 1 may, as it could never say so`() async throws {
    let old = try MadeCertificate("Old Root", version: .v1)
    let chain = [try MadeCertificate("server", by: old)]
    #expect(try await judge(chain, trusting: old).isTrusted)
    #expect(try openSSL(chain, trusting: old))
  }

  @Test func `is not what a root may whose key usage forbids it`() async throws {
    let odd = try MadeCertificate(
      "Odd Root",
      extensions: [.authority(), .usage(.init(cRLSign: true))]
    )
    let chain = [try MadeCertificate("server", by: odd)]
    let trust = try await judge(chain, trusting: odd)
    #expect(trust.because == "Odd Root may not sign others: its key usage doesn't allow it")
    #expect(!trust.isTrusted)
    #expect(try !openSSL(chain, trusting: odd))
  }

  @Test(arguments: [
    (0, "Top may sign servers alone, and here it signs another authority"),
    (1, "Top may have 1 below it at most that sign others, and has 2"), (2, nil),
  ])
  func `ends where an authority says so`(depth: Int, because: String?) async throws {
    let top = try MadeCertificate("Top", by: root, extensions: [.authority(below: depth)])
    var chain = [top]
    for name in ["Middle", "Low"].prefix(depth == 0 ? 1 : 2) {
      chain.insert(try MadeCertificate(name, by: chain[0], extensions: [.authority()]), at: 0)
    }
    chain.insert(try MadeCertificate("server", by: chain[0]), at: 0)
    let trust = try await judge(chain)
    #expect(trust.isTrusted == (because == nil))
    if let because { #expect(trust.because == because) }
    #expect(try openSSL(chain) == trust.isTrusted)
  }

  @Test func `is for the names that an authority is given`() async throws {
    let constraints = NameConstraints(permittedDNSDomains: ["home.test"])
    let middle = try MadeCertificate(
      "Middle",
      by: root,
      extensions: [.authority(), .init(constraints, critical: true)]
    )
    for (name, isGood) in [("nas.home.test", true), ("nas.other.test", false)] {
      let server = try MadeCertificate("server", by: middle, extensions: [.names([name])])
      let trust = try await judge([server, middle])
      #expect(trust.isTrusted == isGood)
      if !isGood { #expect(trust.because == "Middle may sign certain other names alone") }
      #expect(try openSSL([server, middle]) == isGood)
    }
  }

  @Test func `helps no server whose own certificate isn't understood`() async throws {
    let server = try MadeCertificate("server", by: root, extensions: [.unheardOf])
    let trust = try await judge([server])
    #expect(!trust.isTrusted)
    #expect(trust.because == "it has a critical extension that is not understood (1.2.3.4.5)")
    #expect(try !openSSL([server]))
  }

  @Test func `is looked for above a root that isn't understood, and that is said`() async throws {
    let odd = try MadeCertificate("Odd Root", extensions: [.authority(), .unheardOf])
    let trust = try await judge([MadeCertificate("server", by: odd)], trusting: odd)
    #expect(
      trust.because == "Odd Root has a critical extension that is not understood (1.2.3.4.5)"
    )
  }

  /// Thirty that all vouch for one another make more chains than there are atoms.
  @Test(.timeLimit(.minutes(1)))
  func `in circles ends`() async throws {
    let circle = try MadeCertificate("Circle", extensions: [.authority()])
    let others = try (0..<30).map { number in
      try MadeCertificate(
        "Circle",
        by: circle,
        key: circle.key,
        extensions: [.authority(), .names(["\(number).test"])]
      )
    }
    let trust = try await judge([MadeCertificate("server", by: circle)] + others)
    #expect(!trust.isTrusted)
    #expect(trust.because == "the file doesn't trust Circle, at which the chain ends")
  }
}
