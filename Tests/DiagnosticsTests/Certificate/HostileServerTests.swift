import Model
import Testing
@testable import Wire
@testable import Diagnostics

/// Servers that mean no good, or don't know what they say: in memory.
@Suite struct HostileServerTests {
  private func inquiry(_ version: TLSVersion = .tls13, _ opening: StartTLS? = nil) -> TLSProbe {
    TLSProbe(
      version,
      serverName: "a.test",
      random: Array(repeating: 7, count: 64),
      shares: TLSKeyShares(),
      opening: opening.map { StartTLSProtocol($0, to: "a.test") }
    )
  }

  private func hello(_ version: TLSVersion, _ extensions: [TLSExtension] = []) -> [UInt8] {
    let hello = TLSServerHello(
      legacyVersion: min(version, .tls12),
      random: Array(repeating: 1, count: 32),
      suite: TLSCipherSuite(rawValue: version == .tls13 ? 0x1301 : 0xC02F),
      extensions: extensions
    )
    let message = TLSHandshakeMessage(type: 2, body: hello.serialised).serialised
    return TLSRecord(.handshake, fragment: message).serialised
  }

  @Test func `the hello offers one version alone`() throws {
    for version in [TLSVersion.tls13, .tls12, .tls11, .tls10] {
      var exchange = inquiry(version)
      let record = try TLSRecord(parsing: exchange.begin())
      let message = try TLSHandshakeMessage(parsing: record.fragment)
      let hello = try TLSClientHello(parsing: message.body)
      #expect(hello.version == min(version, .tls12))
      let modern = hello.extensions.first { $0.type == TLSExtension.Kind.supportedVersions }?.data
      #expect(modern == (version == .tls13 ? [2, 3, 4] : nil))
      #expect(hello.suites.contains { $0.rawValue >> 8 == 0x13 } == (version == .tls13))
    }
  }

  @Test(arguments: ["HTTP/1.1 400 Bad Request\r\n\r\n", "\u{0}\u{0}\u{0}", "220 hello\r\n"])
  func `what is no TLS ends it`(words: String) {
    var exchange = inquiry()
    _ = exchange.begin()
    _ = exchange.receive(Array(words.utf8))
    #expect(exchange.isDone == true)
    #expect(exchange.received.failure == .malformed(Message(.certNotSpoken, ["protocol": "TLS"])))
  }

  @Test func `a record that doesn't open ends it`() {
    var exchange = inquiry()
    _ = exchange.begin()
    let share = TLSKeyShares().publicValue(.x25519)
    var data: [UInt8] = [0, 29, 0, 32]
    data += share
    _ = exchange.receive(
      hello(.tls13, [TLSExtension(type: 43, data: [3, 4]), TLSExtension(type: 51, data: data)])
    )
    #expect(exchange.received.version == .tls13)
    #expect(!exchange.isDone)
    let sealed = TLSRecord(.applicationData, fragment: Array(repeating: 5, count: 64))
    _ = exchange.receive(sealed.serialised)
    #expect(exchange.isDone == true)
    #expect(exchange.received.chain == nil)
  }

  @Test func `asking for hello after hello ends it`() {
    var exchange = inquiry()
    _ = exchange.begin()
    let retry = TLSServerHello(
      legacyVersion: .tls12,
      random: TLSServerHello.retryRandom,
      suite: TLSCipherSuite(rawValue: 0x1301),
      extensions: [
        TLSExtension(type: 43, data: [3, 4]), TLSExtension(type: 51, data: [0, 24]),
      ]
    )
    let message = TLSHandshakeMessage(type: 2, body: retry.serialised).serialised
    let record = TLSRecord(.handshake, fragment: message).serialised
    #expect(!exchange.receive(record).isEmpty)
    #expect(exchange.receive(record).isEmpty)
    #expect(exchange.isDone == true)
  }

  @Test func `a low point of a curve ends it`() throws {
    var exchange = inquiry()
    _ = exchange.begin()
    let data = [0, 29, 0, 32] + [UInt8](repeating: 0, count: 32)
    _ = exchange.receive(
      hello(.tls13, [TLSExtension(type: 43, data: [3, 4]), TLSExtension(type: 51, data: data)])
    )
    #expect(exchange.isDone == true)
    #expect(exchange.received.chain == nil)
    // The server's mistake, not something that can't be done here.
    let words = "its key share for X25519 is not valid"
    let why = Message(.certKeyShareInvalid, ["group": "X25519"])
    #expect(exchange.received.failure == .malformed(why))
    let asked = VersionProbe(version: .tls13, received: exchange.received, end: .done)
    #expect(asked.answer.because == words)
    var report = CertificateReport(
      host: "a.test",
      address: .v6(.loopback, zone: nil),
      port: 443,
      now: Timestamp(milliseconds: 0)
    )
    try report.take([asked])
    #expect(report.problems.map(\.code) == [.noCertificate])
    #expect(report.isBad && !report.isOwnFailure)
  }

  @Test func `warnings without end are not listened to for ever`() {
    var exchange = inquiry()
    _ = exchange.begin()
    let warning = TLSRecord(.alert, fragment: [1, 112]).serialised
    for _ in 0..<300 where !exchange.isDone { _ = exchange.receive(warning) }
    #expect(exchange.isDone == true)
  }

  @Test func `a message that claims sixteen megabytes is not waited for`() {
    var exchange = inquiry(.tls12)
    _ = exchange.begin()
    _ = exchange.receive(hello(.tls12))
    #expect(!exchange.isDone)
    _ = exchange.receive(TLSRecord(.handshake, fragment: [11, 0xFF, 0xFF, 0xFF]).serialised)
    #expect(exchange.isDone == true)
  }

  private func shown(_ certificates: [[UInt8]]) -> TLSProbe.ServerMessages {
    var exchange = inquiry(.tls12)
    _ = exchange.begin()
    _ = exchange.receive(hello(.tls12))
    let body = TLSCertificateChain(certificates: certificates).serialised
    let message = TLSHandshakeMessage(type: 11, body: body).serialised
    for start in stride(from: 0, to: message.count, by: 1 << 14) {
      let part = Array(message[start..<min(start + 1 << 14, message.count)])
      _ = exchange.receive(TLSRecord(.handshake, fragment: part).serialised)
    }
    return exchange.received
  }

  @Test func `more than is read is told as what it is`() throws {
    #expect(shown(Array(repeating: [1, 2], count: 32)).chain?.count == 32)
    #expect(shown([[UInt8](repeating: 1, count: 200 << 10)]).chain?.first?.count == 200 << 10)
    let tooMany = shown(Array(repeating: [1, 2], count: 33))
    #expect(tooMany.failure == .tooLong(Message(.certTooManyCertificates)))
    let tooLong = shown([[UInt8](repeating: 1, count: 256 << 10)])
    #expect(tooLong.failure == .tooLong(Message(.certMessageTooLong, ["size": .count(262_154)])))
    let words = "it sends a message of 262154 bytes, more than are read here"
    #expect(tooLong.failure?.words == words)

    let refused = TLSProbe.ServerMessages.refused(by: 80)
    var report = CertificateReport.made
    try report.take([
      VersionProbe(version: .tls12, received: tooMany, end: .done),
      VersionProbe(version: .tls11, received: refused, end: .done),
    ])
    #expect(report.versions.map(\.isOffered) == [true, false])
    #expect(report.versions.compactMap(\.reason).filter(\.isCoded).count == 2)
    let said = report.problems.map(\.text)
    #expect(
      said == [
        "nothing is known of the certificate, good or bad: it can't be seen from here, since HomeNet "
          + "reads no more: it sends more certificates than are read here"
      ]
    )
    #expect(report.isOwnFailure && !report.isBad)
  }

  @Test func `no certificate after a hello is told by what that version's connection came to`()
    throws
  {
    var begun = TLSProbe.ServerMessages()
    begun.version = .tls13
    let refused = TLSProbe.ServerMessages.refused(by: 70)
    var report = CertificateReport.made
    try report.take([
      VersionProbe(version: .tls13, received: begun, end: .closed),
      VersionProbe(version: .tls12, received: refused, end: .done),
    ])
    let said = report.problems.map(\.text)
    #expect(said == ["the server shows no certificate: the connection was closed"])
  }

  @Test(arguments: StartTLS.allCases, [0, 1, 2, 3])
  func `greetings without end are not listened to for ever`(kind: StartTLS, way: Int) {
    var exchange = inquiry(.tls12, kind)
    _ = exchange.begin()
    let endless: [[UInt8]] = [
      Array("220-more\r\n".utf8), [UInt8](repeating: 0x30, count: 1000),
      [0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0x30, count: 1000),
      Array("<stream:stream><stream:features>more".utf8),
    ]
    for _ in 0..<5000 where !exchange.isDone { _ = exchange.receive(endless[way]) }
    let isDone = exchange.isDone
    #expect(isDone)
  }

  @Test func `bytes that are no certificate make none`() {
    for bytes in [[], [0x30], [0x30, 0x82, 0xFF, 0xFF], [0x30, 0x03, 0x02, 0x01, 0x00]] as [[UInt8]]
    {
      #expect(CertificateFacts(der: bytes) == nil)
    }
  }
}
