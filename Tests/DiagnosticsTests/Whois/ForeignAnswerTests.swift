import Model
import Networking
import Testing
import Wire

@testable import Diagnostics

/// What registries answer that is not of what was asked about, or not at all.
@Suite struct `An answer about something else` {
  private static let lists = [
    "http://lists/dns.json": [
      WebAnswer.document(#"{"services":[[["zz"],["https://rdap/"]]]}"#)
    ],
    "http://lists/ipv4.json": [.document(#"{"services":[[["9.0.0.0/8"],["https://rdap/"]]]}"#)],
    "http://lists/asn.json": [.document(#"{"services":[[["1-9"],["https://rdap/"]]]}"#)],
  ]

  private func ask(_ subject: String, _ registries: FakeRegistries) async throws -> WhoisReport {
    try await WhoisDiagnostic(WhoisDiagnostic.Options(subject), network: registries.network)
      .run { _ in }
  }

  private func ask(_ subject: String, path: String, _ document: String) async throws -> WhoisReport
  {
    let web = Self.lists.merging(["https://rdap/\(path)": [.document(document)]]) { $1 }
    let registries = FakeRegistries(
      web: web,
      whois: ["whois.iana.org": "refer: whois.nic.zz\n", "whois.nic.zz": "registrar: Whois\n"]
    )
    return try await ask(subject, registries)
  }

  @Test(arguments: [
    ("house.zz", "domain/house.zz", "{}"),
    ("house.zz", "domain/house.zz", #"{"objectClassName":"entity","handle":"E1"}"#),
    ("house.zz", "domain/house.zz", #"{"objectClassName":"domain","ldhName":"zz"}"#),
    ("house.zz", "domain/house.zz", #"{"objectClassName":"domain","ldhName":"other.zz"}"#),
    ("house.zz", "domain/house.zz", #"{"notices":[{"title":"Welcome"}]}"#),
    ("house.zz", "domain/house.zz", String(repeating: "[", count: 5000)),
    ("9.1.2.3", "ip/9.1.2.3", #"{"objectClassName":"autnum"}"#),
    ("9.1.2.3", "ip/9.1.2.3", #"{"startAddress":"9.9.0.0","endAddress":"9.9.255.255"}"#),
    ("9.1.2.3", "ip/9.1.2.3", #"{"startAddress":"::","endAddress":"ffff::"}"#),
    ("AS7", "autnum/7", #"{"objectClassName":"autnum","startAutnum":8,"endAutnum":9}"#),
  ])
  func `by RDAP is as good as none`(subject: String, path: String, document: String) async throws {
    let report = try await ask(subject, path: path, document)
    #expect(report.source?.source == .whois)
    #expect(report.registration?.registrar == "Whois")
    #expect(report.attempts.first?.because?.text == "its answer is not about \(subject)")
  }

  @Test(arguments: [
    ("house.zz", "domain/house.zz", #"{"objectClassName":"domain","handle":"D1"}"#),
    ("house.zz", "domain/house.zz", #"{"ldhName":"HOUSE.ZZ."}"#),
    ("www.house.zz", "domain/www.house.zz", #"{"objectClassName":"domain","ldhName":"house.zz"}"#),
    ("bücher.zz", "domain/xn--bcher-kva.zz", #"{"ldhName":"bücher.zz"}"#),
    ("9.1.2.3", "ip/9.1.2.3", #"{"objectClassName":"ip network"}"#),
    ("9.1.2.3", "ip/9.1.2.3", #"{"startAddress":"9.1.0.0","endAddress":"9.1.255.255"}"#),
    ("AS7", "autnum/7", #"{"startAutnum":7}"#),
  ])
  func `is none where it fits`(subject: String, path: String, document: String) async throws {
    let report = try await ask(subject, path: path, document)
    #expect(report.isRegistered == true)
    #expect(report.source?.source == .rdap)
  }

  @Test(arguments: [
    ("house.zz", "domain: ZZ\norganisation: The Registry\nstatus: ACTIVE\ncreated: 1990-01-01\n"),
    ("9.1.2.3", "inetnum: 9.0.0.0 - 9.255.255.255\norganisation: Somebody\nstatus: LEGACY\n"),
    ("AS7", "as-block: 7-9\norganisation: Somebody\n"),
  ])
  func `by IANA is no registration, and that is said`(subject: String, text: String) async throws {
    let report = try await ask(subject, FakeRegistries(whois: ["whois.iana.org": text]))
    #expect(report.isRegistered == nil)
    #expect(report.registration == nil)
    #expect(report.source == nil)
    #expect(report.isBad)
    #expect(
      report.attempts.last?.because?.text
        == "its answer is about a larger block than \(subject)"
    )
    #expect(report.raw?.contains("organisation") == true)
  }

  @Test func `IANA is believed about what it has registered itself`() async throws {
    let text = "domain: HOUSE.ZZ\norganisation: The House\n"
    let report = try await ask("house.zz", FakeRegistries(whois: ["whois.iana.org": text]))
    #expect(report.isRegistered == true)
    #expect(report.registration?.holder == "The House")
  }

  @Test func `a name in another script is asked in ASCII, and shown as it was typed`() async throws
  {
    let registries = FakeRegistries(whois: [
      "whois.iana.org": "refer: whois.nic.zz\n", "whois.nic.zz": "domain: xn--bcher-kva.zz\n",
    ])
    let report = try await ask("Bücher.zz", registries)
    #expect(registries.streams.questions.last == "xn--bcher-kva.zz\r\n")
    #expect(report.typed == "Bücher.zz")
    #expect(report.subject == .domain("xn--bcher-kva.zz"))
  }
}

/// A network that a machine can ask nobody through from some question on.
@Suite struct `A machine that fails` {
  /// Answers the first of all, then has no way out.
  private final class DyingStreams: StreamNetwork {
    private let first: String
    private let count = Lock(0)

    init(first: String) {
      self.first = first
    }

    func carry<Exchange: StreamProtocol>(
      _ exchange: Exchange,
      to endpoint: Endpoint,
      within limit: Duration
    ) async -> (exchange: Exchange, end: StreamEnd) {
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number == 1 else { return (exchange, .local(.noRoute)) }
      var exchange = exchange
      _ = exchange.receive(Array(first.utf8))
      return (exchange, .closed)
    }
  }

  private func ask(first: String) async throws -> WhoisReport {
    let registries = FakeRegistries(whois: ["whois.nic.de": "", "whois.denic.de": ""])
    var network = registries.network
    network.streams = DyingStreams(first: first)
    let options = WhoisDiagnostic.Options("house.de", usesRDAP: false)
    return try await WhoisDiagnostic(options, network: network).run { _ in }
  }

  @Test func `keeps what a registry has told before`() async throws {
    let report = try await ask(first: "domain: house.de\nwhois: whois.nic.de\n")
    #expect(report.isRegistered == true)
    #expect(report.attempts.map(\.outcome) == [.answered, .failed])
    #expect(report.source?.server == "whois.denic.de")
  }

  @Test func `says so where nothing was learnt`() async {
    await #expect(
      throws: DiagnosticError.local(
        .noRoute,
        during: Message(.errorAsking, ["host": "whois.nic.de"])
      )
    ) {
      try await ask(first: "whois: whois.nic.de\n")
    }
  }
}
