import Foundation
import Model
import Networking
import Testing
import Wire

@testable import Diagnostics

/// Texts in memory; names that aren't there have none, unless the resolver is dead.
private final class FakeTexts: TextLookup {
  private let answers: [String: [String]]
  private let failure: DiagnosticError?
  private let asked = Lock<[String]>([])

  init(_ answers: [String: [String]], failure: DiagnosticError? = nil) {
    self.answers = answers
    self.failure = failure
  }

  var questions: [String] { asked.withLock(\.self) }

  func texts(of name: String) async throws(DiagnosticError) -> [String] {
    asked.withLock { $0.append(name) }
    if let failure { throw failure }
    return answers[name] ?? []
  }
}

@Suite struct ASNDiagnosticTests {
  private static let texts = [
    "4.3.2.9.origin.asn.cymru.com": [
      "100 | 9.0.0.0/8 | US | arin | 1990-01-01",
      "200 300 | 9.2.0.0/16 | NL | ripencc | 2001-02-03",
    ],
    "AS200.asn.cymru.com": ["200 | NL | ripencc | 2001-02-04 | HOUSE-AS - House Networks, NL"],
  ]
  private static let statistics = "http://statistics/"
  private static let authorised =
    statistics + "rpki-validation/data.json?resource=AS200&prefix=9.2.0.0/16&sourceapp=homenet"
  private static let announced =
    statistics + "announced-prefixes/data.json?resource=AS200&sourceapp=homenet"

  private func ask(
    _ subjects: [String],
    _ texts: FakeTexts,
    web: [String: [WebAnswer]] = [:],
    prefixes: Bool = false
  ) async throws -> ASNReport {
    let fake = FakeRegistries(web: web)
    let tool = ASNDiagnostic(
      ASNDiagnostic.Options(subjects, wantsPrefixes: prefixes),
      origins: CymruOrigins(texts: texts),
      statistics: RoutingStatistics(web: fake.web, base: Self.statistics),
      registry: fake.network
    )
    return try await tool.run { _ in }
  }

  @Test func `the most specific announcement counts`() async throws {
    let report = try await ask(
      ["9.2.3.4"],
      FakeTexts(Self.texts),
      web: [Self.authorised: [.document(#"{"data":{"status":"valid"}}"#)]]
    )
    let found = try #require(report.results.first)
    #expect(found.origin?.systems == [200, 300])
    #expect(found.origin?.prefix == "9.2.0.0/16")
    #expect(found.origin?.registry == "ripencc")
    #expect(found.holder?.name == "HOUSE-AS - House Networks")
    #expect(found.rpki == .valid)
    #expect(!report.isBad)
  }

  @Test(arguments: ["garbage", "", "|", "x | 9.2.0.0/16", "200 | y", "\u{1B}[31m | |"])
  func `an answer that can't be read is no word that no autonomous system announces it`(
    text: String
  ) async throws {
    let texts = FakeTexts(["4.3.2.9.origin.asn.cymru.com": [text], "AS200.asn.cymru.com": ["z"]])
    let report = try await ask(["9.2.3.4", "AS200", "9.9.9.9"], texts)
    #expect(
      report.results.map(\.failure?.text)
        == [
          "the answer can't be read", "the answer can't be read",
          "no autonomous system announces it",
        ]
    )
    #expect(report.isBad && !report.isOwnFailure)
  }

  @Test func `IPv6 is asked by nibbles`() async throws {
    let address = try #require(IPAddress("2600::8"))
    let asked = CymruOrigins.name(of: address, "asn.cymru.com")
    let texts = FakeTexts([asked: ["200 | 2600::/16 | US | arin | 2004-05-06"]])
    #expect(try await ask(["2600::8"], texts).results.first?.origin?.prefix == "2600::/16")
    let name = CymruOrigins.name(of: address, "z")
    #expect(name.hasPrefix("8.0.0.0."))
    #expect(name.hasSuffix(".0.0.6.2.origin6.z"))
    #expect(name.split(separator: ".").count == 34)
  }

  @Test(arguments: ["192.168.1.1", "10.1.2.3", "fd00::1", "127.0.0.1", "100.64.9.9", "AS65000"])
  func `nobody is asked about private use`(subject: String) async throws {
    let texts = FakeTexts(Self.texts)
    let report = try await ask([subject], texts)
    #expect(report.results.first?.specialUse != nil)
    #expect(texts.questions == [])
    #expect(!report.isBad)
  }

  @Test func `what a system announces is listed in order`() async throws {
    let report = try await ask(
      ["AS200"],
      FakeTexts(Self.texts),
      web: [
        Self.announced: [
          .document(
            #"{"data":{"prefixes":[{"prefix":"9.10.0.0/16"},{"prefix":"9.2.0.0/16"},{"prefix":"x"}]}}"#
          )
        ]
      ],
      prefixes: true
    )
    let found = try #require(report.results.first)
    #expect(found.prefixes == ["9.2.0.0/16", "9.10.0.0/16"])
    #expect(found.holder?.country == "NL")
  }

  @Test func `an announcement without authorisation is bad`() async throws {
    let report = try await ask(
      ["9.2.3.4"],
      FakeTexts(Self.texts),
      web: [Self.authorised: [.document(#"{"data":{"status":"invalid_asn"}}"#)]]
    )
    #expect(report.results.first?.rpki == .invalid)
    #expect(report.isBad)
  }

  @Test(arguments: [WebAnswer.status(429), .status(500), .failed("silence"), .document("[]")])
  func `a source that doesn't tell is no verdict`(answer: WebAnswer) async throws {
    let report = try await ask(
      ["9.2.3.4"],
      FakeTexts(Self.texts),
      web: [Self.authorised: [answer]]
    )
    let why = try #require(report.results.first?.rpki?.reason)
    let json = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
    #expect(json.contains(#""rpki_because":"\#(why.text)""#))
    #expect(json.contains(#""code":"\#(why.code)""#))
    #expect(!report.isBad)
  }

  @Test func `one that fails leaves the others, in the order asked`() async throws {
    let report = try await ask(["9.9.9.9", "10.0.0.1", "9.2.3.4"], FakeTexts(Self.texts))
    #expect(report.results.map(\.subject.description) == ["9.9.9.9", "10.0.0.1", "9.2.3.4"])
    #expect(report.results[0].failure?.text == "no autonomous system announces it")
    #expect(report.results[2].origin?.systems.first == 200)
    #expect(report.isBad)
    let dead = FakeTexts([:], failure: .noAnswer("no resolver answers"))
    let silent = try await ask(["9.2.3.4"], dead)
    #expect(silent.results.first?.failure?.text == "no resolver answers")
    #expect(!silent.isOwnFailure)
  }

  @Test(arguments: [
    DiagnosticError.local(.noRoute, during: "can't ask for names"), .unable("no resolver is known"),
  ])
  func `a machine that can't ask is told from those that don't tell`(
    failure: DiagnosticError
  ) async throws {
    let texts = FakeTexts([:], failure: failure)
    let report = try await ask(["9.2.3.4", "10.0.0.1", "AS200"], texts)
    #expect(report.isOwnFailure)
    #expect(report.results[0].failure == failure.message)
    let own = try await ask(["10.0.0.1"], texts)
    #expect(!own.isOwnFailure)
  }

  @Test(arguments: ["", "|", "x | y", "1 | 2 | 3", "1 | 9.0.0.0/99", "-1 | 9.0.0.0/8", "NA | NA"])
  func `nonsense is no origin`(text: String) {
    #expect(CymruOrigins.origin(text) == nil)
  }

  @Test func `many are asked at once, each once, within their time`() async throws {
    let texts = FakeTexts(Self.texts)
    let cache = OriginCache(CymruOrigins(texts: texts))
    let hops = ["9.2.3.4", "9.2.3.4", "192.168.1.1", "9.9.9.9"].compactMap { IPAddress($0) }
    let found = await cache.origins(of: hops, within: .seconds(5))
    #expect(found.count == 1)
    _ = await cache.origins(of: hops, within: .seconds(5))
    #expect(texts.questions.count == 2)
  }

  @Test(.timeLimit(.minutes(2))) func `whoever is slow holds nobody up`() async throws {
    struct Slow: OriginLookup {
      func origin(of address: IPAddress) async throws(DiagnosticError) -> ASOrigin? {
        try? await Task.sleep(for: .seconds(3600))
        return nil
      }
      func holder(of system: UInt32) async throws(DiagnosticError) -> ASHolder? { nil }
    }
    let address = try #require(IPAddress("9.2.3.4"))
    #expect(await Slow().origins(of: [address], within: .milliseconds(50)) == [:])
  }
}
