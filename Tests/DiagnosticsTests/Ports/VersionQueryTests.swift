import Discovery
import Testing
@testable import Wire

@testable import Diagnostics

@Suite("Questions in services' own protocols") struct ServiceQuestionTests {
  private static let host = IPAddress.v4(IPv4Address(127, 0, 0, 1))

  private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(arguments: [
    ("9.18.49-1~deb12u3-Debian", "BIND 9.18.49-1~deb12u3-Debian"), ("dnsmasq-2.90", "dnsmasq 2.90"),
    ("unbound 1.17.1", "unbound 1.17.1"),
  ])
  func `A name server says its version`(said: String, version: String) throws {
    let name = try #require(DNSName("version.bind"))
    var flags = DNSFlags.recursiveQuery
    flags.isResponse = true
    let record = DNSRecord(
      name,
      .txt(TXTRecord(strings: [text(said)])),
      ttl: 0,
      recordClass: .chaos
    )
    let answer = DNSMessage(id: 0x484E, flags: flags, answers: [record]).serialised
    let identity = ServiceAnswer.identified(ServiceIdentity("domain", version))
    #expect(VersionQuery.dns.read(answer) == identity)
    let stream = [UInt8(answer.count >> 8), UInt8(answer.count & 255)] + answer
    #expect(VersionQuery.dnsOverTCP.read(stream) == identity)
    #expect(VersionQuery.dnsOverTCP.read(Array(stream.dropLast())) == .incomplete)
    // One that keeps it to itself is a name server all the same.
    flags.responseCode = 5
    let refusal = DNSMessage(id: 0x484E, flags: flags).serialised
    #expect(VersionQuery.dns.read(refusal) == .identified(ServiceIdentity("domain")))
    #expect(VersionQuery.dns.read(VersionQuery.dns.bytes) == .foreign)
  }

  @Test func `Redis says its version, or that it wants a password`() {
    let info = "$70\r\n# Server\r\nredis_version:7.0.15\r\nredis_git_sha1:00000000\r\n"
    let redis = VersionQuery.redis
    #expect(redis.read(text(info)) == .identified(ServiceIdentity("redis", "Redis 7.0.15")))
    #expect(redis.read(text("$70\r\n# Server\r\nredis_vers")) == .incomplete)
    let refusal = redis.read(text("-NOAUTH Authentication required.\r\n"))
    #expect(refusal == .identified(ServiceIdentity("redis", "Redis")))
    #expect(redis.read(text("-ERR unknown command\r\n")) == .foreign)
    #expect(redis.read(text("220 ready\r\n")) == .foreign)
  }

  @Test func `memcached says its version`() {
    let found = ServiceAnswer.identified(ServiceIdentity("memcached", "memcached 1.6.18"))
    #expect(VersionQuery.memcached.read(text("VERSION 1.6.18\r\n")) == found)
    #expect(VersionQuery.memcached.read(text("VERS")) == .incomplete)
    #expect(VersionQuery.memcached.read(text("ERROR\r\n")) == .foreign)
    let datagram = [0, 0x48, 0, 0, 0, 1, 0, 0] + text("VERSION 1.6.18\r\n")
    #expect(VersionQuery.memcachedDatagram.read(datagram) == found)
  }

  @Test(arguments: [
    ("3.0 to 3.0", true, "PostgreSQL 14–17"), ("3.0 to 3.2", true, "PostgreSQL 18 or later"),
    ("2.0 to 3.0", true, "PostgreSQL 9.6–13"), ("1.0 to 3.0", false, "PostgreSQL before 9.6"),
  ])
  func `PostgreSQL is known by what it supports`(range: String, hasV: Bool, version: String) {
    var fields = [
      PostgreSQLError.Field(type: UInt8(ascii: "C"), text: text("0A000")),
      PostgreSQLError.Field(
        type: UInt8(ascii: "M"),
        text: text("unsupported frontend protocol 99.0: server supports \(range)")
      ),
    ]
    if hasV { fields.append(PostgreSQLError.Field(type: UInt8(ascii: "V"), text: text("FATAL"))) }
    let bytes = PostgreSQLError(fields: fields).serialised
    let found = ServiceAnswer.identified(ServiceIdentity("postgresql", version))
    #expect(VersionQuery.postgreSQL.read(bytes) == found)
    #expect(VersionQuery.postgreSQL.read(Array(bytes.dropLast())) == .incomplete)
    #expect(VersionQuery.postgreSQL.read(text("HTTP/1.1 400\r\n")) == .foreign)
  }

  @Test func `A directory says what it is`() {
    let open = LDAPRootEntry(attributes: [
      LDAPRootEntry.Attribute(name: "objectClass", values: [text("OpenLDAProotDSE")])
    ])
    let found = ServiceAnswer.identified(ServiceIdentity("ldap", "OpenLDAP"))
    #expect(VersionQuery.ldap.read(open.serialised) == found)
    let ended: [UInt8] = [0x30, 12, 2, 1, 1, 0x65, 7, 10, 1, 0, 4, 0, 4, 0]
    #expect(VersionQuery.ldap.read(ended) == .identified(ServiceIdentity("ldap")))
    #expect(
      VersionQuery.ldap.read(
        text("0 welcome, e-mail for you\r\n" + String(repeating: "x", count: 60))
      ) == .foreign
    )
  }

  @Test func `A time server says its version to some`() {
    let words = "version=\"ntpd ntpsec-1.2.2 2022-12-28T00:00:00Z\", leap=0"
    let message = NTPControlMessage(isResponse: true, data: text(words)).serialised
    let found = ServiceAnswer.identified(ServiceIdentity("ntp", "ntpd ntpsec-1.2.2"))
    #expect(VersionQuery.ntpVariables.read(message) == found)
    let plain = NTPPacket(mode: NTPPacket.server, stratum: 2).serialised
    #expect(
      VersionQuery.ntp.read(plain) == .identified(ServiceIdentity("ntp", "NTP v4, stratum 2"))
    )
    #expect(VersionQuery.ntp.read(VersionQuery.ntp.bytes) == .foreign)
  }

  @Test func `A remote desktop is xrdp where it chooses TLS and says little else`() {
    let xrdp: [UInt8] = [3, 0, 0, 19, 14, 0xD0, 0, 0, 0x12, 0x34, 0, 2, 1, 8, 0, 1, 0, 0, 0]
    let windows: [UInt8] = [3, 0, 0, 19, 14, 0xD0, 0, 0, 0x12, 0x34, 0, 2, 0x1F, 8, 0, 2, 0, 0, 0]
    #expect(VersionQuery.rdp.read(xrdp) == .identified(ServiceIdentity("rdp", "xrdp")))
    #expect(VersionQuery.rdp.read(windows) == .identified(ServiceIdentity("rdp")))
    #expect(VersionQuery.rdp.read([3, 0]) == .incomplete)
    #expect(VersionQuery.rdp.read(text("SSH-2.0-x\r\n")) == .foreign)
  }

  @Test func `A telephone exchange names itself`() {
    let answer =
      "SIP/2.0 200 OK\r\nCSeq: 1 OPTIONS\r\nServer: kamailio (5.6.3 (x86_64/linux))\r\n\r\n"
    let question = VersionQuery.sip(to: Self.host, over: "TCP")
    let found = ServiceAnswer.identified(ServiceIdentity("sip", "kamailio (5.6.3 (x86_64/linux))"))
    #expect(question.read(text(answer)) == found)
    #expect(question.read(text("SIP/2.0 200 OK\r\n")) == .incomplete)
    #expect(String(decoding: question.bytes, as: UTF8.self).contains("Via: SIP/2.0/TCP "))
  }

  @Test func `A port's datagram is a question of its service, and never too long`() {
    for port in 1...UInt16.max {
      let service = UDPService(port: port, of: Self.host)
      #expect(!service.questions.isEmpty)
      #expect(service.questions.allSatisfy { $0.bytes.count <= 1200 })
    }
    #expect(Set(UDPService.usualPorts).count == UDPService.usualPorts.count)
    // QUIC is answered only where the datagram is as long as a first one has to be.
    #expect(UDPService(port: 443, of: Self.host).questions.map(\.bytes.count) == [1200])
  }

  @Test func `Answers are not trusted`() {
    var random = SplitMix64(seed: 1)
    let starts: [[UInt8]] = [
      [], [0x30, 0x82], [0x45, 0, 0], [3, 0, 0, 19, 14, 0xD0], text("SIP/2.0 "), text("$99\r\n"),
      text("VERSION "), [0x48, 0x4E, 0x80, 0], [0x16, 0x82], [0x16, 0x82, 0, 1],
      [1, 1, 0, 255, 0x21, 0x12, 0xA4, 0x42], [2] + [UInt8](repeating: 0, count: 239),
    ]
    let ports: [UInt16] = UDPService.usualPorts
    var questions: [VersionQuery] = ports.flatMap { port in
      UDPService(port: port, of: Self.host).questions
    }
    questions += [.redis, .memcached, .postgreSQL, .ldap, .dnsOverTCP, .rdp, .xmpp(host: "h")]
    for question in questions {
      for start in starts {
        for _ in 0..<20 {
          let rest = (0..<Int.random(in: 0..<300, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
          }
          guard let identity = question.read(start + rest).identity else { continue }
          let version = identity.version ?? ""
          #expect(version.count <= 80)
          #expect(version.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
        }
      }
    }
  }
}
