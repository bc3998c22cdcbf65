import Foundation
import LinuxNetwork
import Model
import Testing
@testable import Diagnostics
@testable import Networking

@Suite struct WhoisDiagnosticTests {
  private static let names = """
    {"version":"1.0","services":[[["zz","nic.zz"],["https://rdap.zz/"]],[["yy"],["http://a.yy/r","https://b.yy/r"]]]}
    """
  private static let networks = """
    {"services":[[["9.0.0.0/8"],["https://eight/"]],[["9.9.0.0/16"],["https://sixteen/"]]]}
    """
  private static let domain = """
    {"objectClassName":"domain","handle":"D1-ZZ","ldhName":"HOUSE.ZZ","status":["active","client hold"],
     "events":[{"eventAction":"registration","eventDate":"2020-01-02T03:04:05Z"},
               {"eventAction":"expiration","eventDate":"2026-07-01T00:00:00Z"}],
     "nameservers":[{"ldhName":"NS1.HOUSE.ZZ"},{"ldhName":"ns2.house.zz"}],
     "secureDNS":{"delegationSigned":true},
     "entities":[{"roles":["registrar"],"vcardArray":["vcard",[["version",{},"text","4.0"],["fn",{},"text","Seller"]]],
       "entities":[{"roles":["abuse"],"vcardArray":["vcard",[["email",{},"text","abuse@seller.zz"],["tel",{},"uri","tel:+1.555"]]]}]},
      {"roles":["registrant"],"vcardArray":["vcard",[["fn",{},"text","Jo"],["org",{},"text","House Ltd"],
        ["adr",{"cc":"de"},"text",["","","","","","",""]]]]}]}
    """

  private func ask(
    _ subject: String,
    _ registries: FakeRegistries,
    rdap: Bool = true,
    whois: Bool = true
  ) async throws -> WhoisReport {
    let options = WhoisDiagnostic.Options(subject, usesRDAP: rdap, usesWhois: whois)
    return try await WhoisDiagnostic(options, network: registries.network).run { _ in }
  }

  @Test(arguments: [
    "192.168.1.1", "10.0.0.1", "127.0.0.1", "169.254.1.1", "fe80::1", "fd00::1", "100.64.0.1",
    "192.0.2.1", "2001:db8::1", "224.0.0.1", "::", "nas.local", "a.home.arpa", "x.test", "AS64512",
    "AS0", "AS4294967295", "198.18.3.4", "1.168.192.in-addr.arpa", "168.192.IN-ADDR.ARPA.",
    "10.in-addr.arpa", "4.3.18.198.in-addr.arpa", "0.in-addr.arpa", "d.f.ip6.arpa",
    "8.b.d.0.1.0.0.2.ip6.arpa", "nas.lan", "x.internal", "x.onion", "nas.localdomain",
  ])
  func `nobody is asked about what nobody has`(subject: String) async throws {
    let registries = FakeRegistries()
    for usesRDAP in [true, false] {
      let report = try await ask(subject, registries, rdap: usesRDAP)
      #expect(report.specialUse != nil)
      #expect(!report.isBad)
    }
    #expect(registries.web.requests == [])
    #expect(registries.streams.questions == [])
  }

  @Test(arguments: [
    "9.9.9.9.in-addr.arpa", "192.in-addr.arpa", "172.in-addr.arpa", "in-addr.arpa", "ip6.arpa",
    "8.e.f.ip6.arpa.example.zz", "2.ip6.arpa", "168.192.in-addr.arpa.zz", "local.zz",
  ])
  func `the Internet's own names are asked about`(name: String) throws {
    #expect(SpecialUse.words(try RegistrySubject(name)) == nil)
  }

  @Test func `a domain is told of by RDAP`() async throws {
    let registries = FakeRegistries(web: [
      "http://lists/dns.json": [.document(Self.names)],
      "https://rdap.zz/domain/house.zz": [.document(Self.domain)],
    ])
    let report = try await ask("House.ZZ.", registries)
    let found = try #require(report.registration)
    #expect(report.isRegistered == true)
    #expect(report.source?.source == .rdap)
    #expect(found.name == "house.zz")
    #expect(found.handle == "D1-ZZ")
    #expect(found.registrar == "Seller")
    #expect(found.holder == "House Ltd")
    #expect(found.country == "DE")
    #expect(found.created?.description == "2020-01-02T03:04:05.000Z")
    #expect(report.daysToExpiry == 30)
    #expect(found.status == ["active", "client hold"])
    #expect(found.nameServers == ["ns1.house.zz", "ns2.house.zz"])
    #expect(found.isSigned == true)
    #expect(found.abuseEmail == "abuse@seller.zz")
    #expect(found.abusePhone == "+1.555")
    #expect(report.raw?.contains("D1-ZZ") == true)
    #expect(!report.isBad)
  }

  @Test func `the most specific registry is asked, over TLS first`() async throws {
    let registries = FakeRegistries(web: [
      "http://lists/ipv4.json": [.document(Self.networks)],
      "http://lists/dns.json": [.document(Self.names)],
      "https://sixteen/ip/9.9.1.2": [
        .document(
          """
          {"handle":"N","name":"NET","country":"nl","startAddress":"9.9.0.0","endAddress":"9.9.255.255",
           "cidr0_cidrs":[{"v4prefix":"9.9.0.0","length":16}]}
          """
        )
      ],
      "https://b.yy/r/domain/a.yy": [.status(404)],
    ])
    let found = try #require(try await ask("9.9.1.2", registries).registration)
    #expect(found.first == "9.9.0.0")
    #expect(found.prefixes == ["9.9.0.0/16"])
    #expect(found.country == "NL")
    let absent = try await ask("a.yy", registries)
    #expect(absent.isRegistered == false)
    #expect(absent.isBad)
    #expect(registries.web.requests.last == "https://b.yy/r/domain/a.yy")
  }

  @Test func `who is asked too often is asked once more, then whois is`() async throws {
    let registries = FakeRegistries(
      web: [
        "http://lists/dns.json": [.document(Self.names)],
        "https://rdap.zz/domain/house.zz": [.status(429, retryAfter: 0), .document(Self.domain)],
        "https://rdap.zz/domain/other.zz": [.status(429, retryAfter: 600)],
      ],
      whois: [
        "whois.iana.org": "refer: whois.nic.zz\n",
        "whois.nic.zz": "domain: other.zz\nregistrar: S\n",
      ]
    )
    let patient = try await ask("house.zz", registries)
    #expect(patient.source?.source == .rdap)
    #expect(patient.attempts.map(\.outcome) == [.tooOften, .answered])
    let other = try await ask("other.zz", registries)
    #expect(other.source?.source == .whois)
    #expect(other.attempts.map(\.outcome) == [.tooOften, .answered, .answered])
    #expect(other.attempts[0].because?.text.contains("600 s") == true)
    #expect(other.registration?.registrar == "S")
  }

  @Test func `whois goes from one to the next, and not in circles`() async throws {
    let registries = FakeRegistries(whois: [
      "whois.iana.org": "domain: ZZ\norganisation: The Registry\nrefer: whois.nic.zz\n",
      "whois.nic.zz": """
      Domain Name: HOUSE.ZZ
      Registry Expiry Date: 2026-05-22T00:00:00Z
      Creation Date: 2019-02-03T04:05:06Z
      Domain Status: clientHold https://icann.org/epp#clientHold
      Name Server: NS1.HOUSE.ZZ
      DNSSEC: unsigned
      Registrar WHOIS Server: whois.seller.zz
      """,
      "whois.seller.zz": """
      Domain Name: house.zz
      Registrar: Seller
      Registrant Organization: House Ltd
      Registrar Abuse Contact Email: abuse@seller.zz
      Registrar WHOIS Server: whois.nic.zz
      """,
    ])
    let report = try await ask("house.zz", registries, rdap: false)
    let found = try #require(report.registration)
    #expect(found.name == "house.zz")
    #expect(found.registrar == "Seller")
    #expect(found.holder == "House Ltd")
    #expect(found.status == ["clientHold"])
    #expect(found.nameServers == ["ns1.house.zz"])
    #expect(found.isSigned == false)
    #expect(report.daysToExpiry == -10)
    #expect(report.isBad)
    #expect(registries.streams.questions.count == 3)
    #expect(registries.streams.questions.allSatisfy { $0 == "house.zz\r\n" })
  }

  @Test func `an address is told of by whois, asked as the server wants it`() async throws {
    let registries = FakeRegistries(whois: [
      "whois.iana.org": "refer: whois.arin.net\n",
      "whois.arin.net": """
      NetRange:       9.0.0.0 - 9.255.255.255
      CIDR:           9.0.0.0/8
      NetName:        NET-9
      OrgName:        Somebody
      Country:        US
      RegDate:        1988-12-16
      OrgAbuseEmail:  abuse@somebody.zz
      """,
    ])
    let report = try await ask("9.1.2.3", registries, rdap: false)
    #expect(registries.streams.questions == ["9.1.2.3\r\n", "n + 9.1.2.3\r\n"])
    let found = try #require(report.registration)
    #expect(found.first == "9.0.0.0")
    #expect(found.last == "9.255.255.255")
    #expect(found.prefixes == ["9.0.0.0/8"])
    #expect(found.holder == "Somebody")
    #expect(found.created?.description == "1988-12-16T00:00:00.000Z")
  }

  @Test(arguments: [
    ("No match for \"HOUSE.ZZ\".\n", false), ("% No entries found\n", false),
    ("Domain not found.\n", false), ("Status: free\n", false),
  ])
  func `absence is told in many words`(text: String, registered: Bool) async throws {
    let registries = FakeRegistries(whois: ["whois.iana.org": text])
    let report = try await ask("house.zz", registries, rdap: false)
    #expect(report.isRegistered == registered)
  }

  @Test func `where nobody tells, that is said with everybody's reason`() async {
    let registries = FakeRegistries(whois: ["whois.iana.org": "Query rate limit exceeded\n"])
    await #expect {
      _ = try await ask("house.zz", registries)
    } throws: { error in
      guard case .noAnswer(let message)? = error as? DiagnosticError else { return false }
      let words = message.text
      return words.contains("asked too often") && words.contains("no such server")
    }
  }

  @Test(arguments: ["house.zz", "house.de"])
  func `a registry that is silent has told nothing, whoever names it`(subject: String) async {
    // The first is named by IANA, the second is known.
    let registries = FakeRegistries(whois: ["whois.iana.org": "refer: whois.nic.zz\n"])
    let error = await #expect(throws: DiagnosticError.self) {
      try await ask(subject, registries, rdap: false)
    }
    guard case .noAnswer(let message) = error else {
      Issue.record("it ended as \(String(describing: error))")
      return
    }
    let words = message.text
    #expect(words.contains("it has no address on the Internet, so it is not asked"))
    #expect(words.contains("it only refers to another server") == (subject == "house.zz"))
  }

  @Test func `a resolver that is silent is not taken for a host without an address`() async {
    var network = FakeRegistries().network
    network.resolve = { (host) throws(DiagnosticError) in
      throw DiagnosticError(.unanswered, lookingUp: host, isOnline: true)
    }
    let options = WhoisDiagnostic.Options("house.zz", usesRDAP: false)
    let tool = WhoisDiagnostic(options, network: network)
    let words = "whois.iana.org: its address can't be looked up: no resolver gives one"
    let error = await #expect(throws: DiagnosticError.self) { try await tool.run { _ in } }
    #expect(error?.words == "house.zz: no registry could answer: \(words)")
  }

  @Test func `a look-up that fails is told by who caused it`() {
    let error = { (failure: HostLookup.Failure, isOnline: Bool) in
      DiagnosticError(failure, lookingUp: "a.zz", isOnline: isOnline)
    }
    let unknown = DiagnosticError.unknownHost("a.zz", because: Message(.errorHostThereUnknown))
    #expect(error(.unknown, true) == unknown)
    #expect(
      error(.unknown, false) == .local(.noRoute, during: Message(.errorLookingUp, ["host": "a.zz"]))
    )
    #expect(error(.unanswered, false).isOwnFailure && !error(.unanswered, true).isOwnFailure)
    #expect(error(.local(.noBuffers), true).isOwnFailure && !error(.cancelled, false).isOwnFailure)
  }

  @Test func `a flood is cut, and is no registration`() async throws {
    let flood = String(repeating: "x: y\n", count: 100_000)
    let registries = FakeRegistries(whois: ["whois.iana.org": flood])
    await #expect(throws: DiagnosticError.self) { try await ask("house.zz", registries) }
    var exchange = WhoisProtocol("a")
    for _ in 0..<100 { _ = exchange.receive(Array(flood.utf8)) }
    #expect(exchange.isDone)
    #expect(exchange.bytes.count == WhoisProtocol.limit)
  }

  @Test func `lists are kept, used while fresh, and used when old where IANA is silent`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "homenet-lists-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cache = DocumentCache(directory: folder)
    var registries = FakeRegistries(web: [
      "http://lists/dns.json": [.document(Self.names)],
      "https://rdap.zz/domain/house.zz": [.document(Self.domain)],
    ])
    registries.cache = cache
    registries.now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    _ = try await ask("house.zz", registries)
    _ = try await ask("house.zz", registries)
    #expect(registries.web.requests.count { $0 == "http://lists/dns.json" } == 1)
    var later = FakeRegistries(web: [
      "https://rdap.zz/domain/house.zz": [.document(Self.domain)]
    ])
    later.cache = cache
    later.now = Timestamp(milliseconds: registries.now.milliseconds + 3 * 86_400_000)
    let report = try await ask("house.zz", later)
    #expect(report.isRegistered == true)
    let attempt = try #require(report.attempts.first)
    #expect(attempt.because?.text.contains("an older list is used") == true)
    let json = String(decoding: try JSONEncoder().encode(attempt), as: UTF8.self)
    #expect(json.contains(#""code":"registry.older_list""#))
    #expect(json.contains(#""code":"text""#), "the reason, which is another's")
  }

  @Test(arguments: [
    ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"),
    ("2026-01-31", "2026-01-31T00:00:00.000Z"),
    ("31-Jan-2026", "2026-01-31T00:00:00.000Z"), ("2026/01/31", "2026-01-31T00:00:00.000Z"),
    ("2026.01.31", "2026-01-31T00:00:00.000Z"), ("31.1.2026", "2026-01-31T00:00:00.000Z"),
    ("20260131", "2026-01-31T00:00:00.000Z"), ("2026-01-31 12:30:00", "2026-01-31T12:30:00.000Z"),
    ("2026-01-31T12:00:00+0100", "2026-01-31T00:00:00.000Z"),
  ])
  func `dates as registries write them`(text: String, date: String) {
    #expect(RegistryDate.parse(text)?.description == date)
  }

  @Test(arguments: ["", "soon", "2026-13-01", "1-2-3", "99999999"])
  func `other texts are no dates`(text: String) {
    #expect(RegistryDate.parse(text) == nil)
  }

  @Test(arguments: [
    "", "house", "a b.zz", "http://house.zz/", "as", "AS4294967296", "a..zz", "300.1.1.1", "1.2.3",
    "8.8.8.8.8",
  ])
  func `what no registry can have is refused`(text: String) {
    #expect(throws: DiagnosticError.self) { try RegistrySubject(text) }
  }

  @Test func `a referral never leads into the home`() async throws {
    #expect(try await RegistryNetwork.publicAddress(of: "127.0.0.1") == nil)
    #expect(try await RegistryNetwork.publicAddress(of: "192.168.1.1") == nil)
    #expect(try await RegistryNetwork.publicAddress(of: "fd00::1") == nil)
  }
}
