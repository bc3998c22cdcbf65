import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Model
@testable import Probing
import Simulation

/// TLS conversations against a simulated server, in memory.
@Suite struct TLSSessionTests {
  private static let answer = Array(
    "HTTP/1.1 200 OK\r\nServer: lab\r\nContent-Length: 2\r\n\r\nhi".utf8
  )

  private func server(_ certificate: ServedCertificate = ServedCertificate("camera.example"))
    -> any ServedConnection
  {
    TLSService(wrapping: AnsweringService { _ in .say(Self.answer) }, certificate: certificate)
      .accept()
  }

  /// Lets both talk until nobody has anything to say; what was learnt.
  private func run(
    _ client: inout some StreamExchange,
    _ server: inout any ServedConnection,
    pieces: Int = .max,
    cut: Int = .max
  ) -> [Fact] {
    var facts: [Fact] = []
    _ = server.begin()
    var toServer = client.begin().sending
    var rounds = 0
    var heard = 0
    while !toServer.isEmpty, rounds < 50 {
      rounds += 1
      var toClient = server.take(toServer).sending
      toServer = []
      while !toClient.isEmpty {
        let piece = Array(toClient.prefix(min(pieces, cut - heard)))
        guard !piece.isEmpty else { return facts + client.end() }
        toClient.removeFirst(piece.count)
        heard += piece.count
        let step = client.take(piece)
        toServer += step.sending
        facts += step.facts
        if step.isDone { return facts + client.end() }
      }
    }
    return facts + client.end()
  }

  private func page(_ path: String = "/") -> HTTPExchange {
    var conversation = HTTPExchange(with: .home(20), port: 443, isTLS: true)
    conversation.ask(HTTPQuestion(path))
    return conversation
  }

  private func certificates(_ facts: [Fact]) -> [CertificateIdentity] {
    facts.compactMap { if case .certificate(let identity) = $0 { identity } else { nil } }
  }

  private func answers(_ facts: [Fact]) -> [HTTPAnswer] {
    facts.compactMap { if case .http(let answer) = $0 { answer } else { nil } }
  }

  @Test(arguments: [1, .max])
  func `a remote desktop's certificate names the computer`(pieces: Int) {
    for (certificate, name) in [
      (ServedCertificate("Workshop"), "Workshop"),
      (ServedCertificate("den.example", issuer: "A public authority"), nil),
      (ServedCertificate("<b>den</b>"), nil),
    ] as [(ServedCertificate, String?)] {
      var client = RDPExchange(port: 3389)
      var server = RDPService(certificate: certificate).accept()
      let facts = run(&client, &server, pieces: pieces)
      #expect(certificates(facts).count == 1)
      let names = facts.compactMap { if case .name(let name) = $0 { name } else { nil } }
      #expect(names == [name].compactMap(\.self))
    }
  }

  @Test(arguments: [Int.max, 1, 7])
  func `A page over TLS gives the certificate, its key and the answer`(pieces: Int) throws {
    var client = page()
    var server = server(
      ServedCertificate(
        "nas.local",
        organisation: "Lab",
        issuer: "Lab root",
        names: ["nas.local", "nas"],
        addresses: [IPv4Address(192, 168, 77, 20)]
      )
    )
    let facts = run(&client, &server, pieces: pieces)
    let shown = try #require(certificates(facts).first)
    #expect(shown.port == 443)
    #expect(shown.subject?.contains("CN=nas.local") == true)
    #expect(shown.subject?.contains("O=Lab") == true)
    #expect(shown.issuer?.contains("Lab root") == true)
    #expect(shown.alternativeNames == ["nas.local", "nas", "192.168.77.20"])
    #expect(shown.validFrom != nil && shown.validUntil != nil)
    #expect(answers(facts).map(\.body) == ["hi"])
    #expect(answers(facts).first?.isTLS == true)
    let keys = facts.filter { if case .identity(.tlsKey, _) = $0 { true } else { false } }
    #expect(keys.count == 1)
  }

  @Test func `A key is the same in each handshake, and another device's is another`() {
    func key(_ name: String) -> [Fact] {
      var client = CertificateExchange(port: 6466)
      var server = server(ServedCertificate(name))
      return run(&client, &server).filter {
        if case .identity = $0 { true } else { false }
      }
    }
    #expect(key("a").count == 1)
    #expect(key("a") == key("a"))
    #expect(key("a") != key("b"))
  }

  @Test func `A handshake alone shows whose port it is`() {
    var client = CertificateExchange(port: 6466)
    var server = server(ServedCertificate("atvremote/livingroom/x/Shield/AA:BB:CC:DD:EE:FF"))
    let shown = certificates(run(&client, &server))
    #expect(shown.map(\.port) == [6466])
    #expect(shown.first?.subject?.contains("atvremote/livingroom") == true)
  }

  @Test func `A handshake cut short anywhere says nothing wrong and ends`() {
    for cut in stride(from: 0, to: 900, by: 37) {
      var client = page()
      var server = server()
      let facts = run(&client, &server, cut: cut)
      #expect(answers(facts).isEmpty)
      #expect(certificates(facts).count <= 1)
      #expect(client.isOver)
    }
  }

  @Test(arguments: [
    "HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-OpenSSH\r\n", "\u{16}\u{3}\u{3}\u{7F}\u{7F}aaaa",
    "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}\u{28}", "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}",
  ])
  func `What is no TLS ends the conversation`(text: String) {
    var client = page()
    #expect(!client.begin().sending.isEmpty)
    var isDone = false
    for _ in 0..<3 where !isDone {
      let step = client.take(Array(text.utf8))
      isDone = step.isDone
      #expect(step.facts.isEmpty)
    }
    // A record that is promised may still come; the connection's time and bytes bound the wait.
    _ = client.end()
    #expect(client.isOver)
  }

  @Test func `An endless handshake does not grow without end`() {
    var client = page()
    _ = client.begin()
    // Records of 16 KiB that never make a whole message.
    var record: [UInt8] = [0x16, 3, 3, 0x40, 0]
    record += [UInt8](repeating: 0x0B, count: 0x4000)
    var count = 0
    var isDone = false
    while !isDone, count < 64 {
      isDone = client.take(record).isDone
      count += 1
    }
    #expect(isDone)
  }

  @Test func `Sessions that are begun and left are given up cleanly`() {
    for _ in 0..<3 {
      var client = page()
      _ = client.begin()
      var other = page()
      var server = server()
      _ = server.begin()
      _ = other.take(server.take(other.begin().sending).sending)
    }
  }

  @Test func `Certificates of hostile make are left alone`() {
    var random = SplitMix64(seed: 5)
    #expect(CertificateReading.facts(in: [], port: 1).isEmpty)
    #expect(CertificateReading.facts(in: [UInt8](repeating: 0x30, count: 1 << 20), port: 1).isEmpty)
    // Lengths that promise gigabytes, and sequences in sequences.
    #expect(
      CertificateReading.facts(in: [0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF, 0x30], port: 1).isEmpty
    )
    let deep = [UInt8](repeating: 0x30, count: 5000) + [UInt8](repeating: 0x80, count: 5000)
    #expect(CertificateReading.facts(in: deep, port: 1).isEmpty)
    for _ in 0..<200 {
      let bytes = (0..<300).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(CertificateReading.facts(in: [0x30, 0x82, 1, 40] + bytes, port: 1).isEmpty)
    }
  }

  @Test func `Names of a certificate that is full of them are few and short`() throws {
    var client = page()
    let long = String(repeating: "n", count: 4000)
    var server = server(
      ServedCertificate(
        "<b>\u{202E}evil</b>",
        organisation: long,
        names: (0..<200).map { "\($0).example" } + [long]
      )
    )
    let facts = run(&client, &server)
    for shown in certificates(facts) {
      #expect((shown.subject?.count ?? 0) <= 512)
      #expect(shown.alternativeNames.count <= 32)
      #expect(shown.alternativeNames.allSatisfy { $0.count <= 512 })
    }
    #expect(answers(facts).count <= 1)
  }
}
