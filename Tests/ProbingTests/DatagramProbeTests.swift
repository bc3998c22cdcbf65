import HomeSupport
import Testing
@testable import Wire
@testable import Model
@testable import Probing

@Suite("Probes by datagram") struct DatagramProbeTests {
  /// A host that every probe finds likely.
  private static let everything: [ProbedHost] = [
    "TP-Link", "LIFX", "WiZ", "Xiaomi", "Microsoft", "Sony Interactive", "Ubiquiti", "Brother",
    "Yealink", "Silicondust", "Slim Devices", "Gree", "Midea", "Broadlink", "Zengge", "Edimax",
    "Microchip", "Lumi United",
  ].map { .test($0, ports: [3483, 8096, 32400]) }

  @Test func `A host of which nothing is known is asked nothing`() {
    for probe in DatagramProbes.all {
      #expect(probe.questions(for: .test()).isEmpty, "\(type(of: probe))")
      #expect(probe.questions(for: .test("Apple", ports: [22, 80, 443])).isEmpty)
      #expect(probe.questions(for: .test("Espressif", ports: [80])).isEmpty)
    }
  }

  @Test func `No host is asked much, never at a printing port, and no topic twice`() {
    var asked: Set<UInt16> = []
    for host in Self.everything {
      let questions = DatagramProbes.all.flatMap { $0.questions(for: host) }
      #expect(questions.count <= 16, "\(host.macVendor ?? "")")
      let topics = questions.map { "\($0.port) \($0.topic)" }
      #expect(Set(topics).count == topics.count)
      #expect(!questions.contains { $0.port == 515 || (9100...9107).contains($0.port) })
      asked.formUnion(questions.map(\.port))
    }
    #expect(asked.count > 12)
  }

  @Test func `Rubbish says little, quickly, and never a name`() {
    for host in Self.everything {
      for probe in DatagramProbes.all {
        for question in probe.questions(for: host) {
          guard case .datagram(let payload, let read) = question.transport else { continue }
          for reply in HostileReplies.all + [payload] {
            let facts = read(reply)
            #expect(facts.count <= 1, "\(question.topic)")
            for case .name(let name) in facts { Issue.record("\(question.topic) made \(name)") }
          }
        }
      }
    }
  }

  @Test func `Telephones are asked what they can do, and say what they are`() {
    let probe = SIPProbe()
    let host = ProbedHost.test("Yealink(Xiamen) Network Technology")
    let text = String(decoding: probe.datagrams(host).first?.payload ?? [], as: UTF8.self)
    #expect(text.hasPrefix("OPTIONS sip:192.168.77.40 SIP/2.0\r\nVia: SIP/2.0/UDP "))
    #expect(text.contains(";rport\r\n") && text.hasSuffix("Content-Length: 0\r\n\r\n"))
    let reply = """
      SIP/2.0 200 OK\r\nVia: SIP/2.0/UDP homenet.invalid;branch=z9hG4bKhomenet;rport=40000\r
      Call-ID: x\r\nUser-Agent:  Yealink SIP-T46S 66.85.0.5 \r\nAllow: INVITE\r\n\r\n
      """
    #expect(
      probe.facts(Array(reply.utf8), host: host, port: 5060) == [
        .banner(
          ServiceBanner(
            port: 5060,
            transport: "sip",
            text: "User-Agent: Yealink SIP-T46S 66.85.0.5"
          )
        )
      ]
    )
    let refusal = Array("SIP/2.0 404 Not Found\r\nCSeq: 1 OPTIONS\r\n\r\n".utf8)
    #expect(
      probe.facts(refusal, host: host, port: 5060)
        == [.banner(ServiceBanner(port: 5060, transport: "sip", text: "SIP/2.0 404 Not Found"))]
    )
  }

  @Test func `Consoles tell their names`() {
    let presence = SmartGlassPresence(name: "Den", id: "DE30-5D54").serialised
    #expect(
      XboxProbe().facts(presence, host: .test("Microsoft"), port: 5050) == [
        .datagram(DatagramAnswer(port: 5050, bytes: presence)), .name("Den"),
        .identity(.serial, "Microsoft DE30-5D54"),
      ]
    )
    let text = "HTTP/1.1 620 Server Standby\nhost-id:1234567890AB\nhost-type:PS5\nhost-name:PS5-9\n"
    let host = ProbedHost.test("Sony Interactive Entertainment")
    #expect(PlayStationProbe().datagrams(host).map(\.port) == [987, 9302])
    #expect(
      PlayStationProbe().facts(Array(text.utf8), host: host, port: 9302) == [
        .datagram(DatagramAnswer(port: 9302, text: text)), .name("PS5-9"),
        .identity(.serial, "Sony 1234567890AB"),
      ]
    )
  }

  @Test func `Ubiquiti's devices tell their names`() {
    let reply = UbiquitiDiscovery(fields: [
      .init(type: 0x0B, value: Array("Attic".utf8)),
      .init(type: 0x14, value: Array("UAP Test".utf8)),
    ]).serialised
    let host = ProbedHost.test("Ubiquiti")
    #expect(
      UbiquitiProbe().facts(reply, host: host, port: 10001)
        == [.datagram(DatagramAnswer(port: 10001, bytes: reply)), .name("Attic")]
    )
    #expect(UbiquitiProbe().facts([1, 0, 0, 0], host: host, port: 10001).isEmpty)
  }

  @Test func `Media servers tell their names`() {
    let plex = "HTTP/1.0 200 OK\r\nContent-Type: plex/media-server\r\nName: Cellar\r\n\r\n"
    #expect(
      PlexProbe().facts(Array(plex.utf8), host: .test(ports: [32400]), port: 32414)
        == [.datagram(DatagramAnswer(port: 32414, text: plex)), .name("Cellar")]
    )
    let jellyfin = #"{"Address":"http://192.168.77.40:8096","Id":"ab","Name":"Films"}"#
    #expect(
      JellyfinProbe().facts(Array(jellyfin.utf8), host: .test(ports: [8096]), port: 7359)
        == [.datagram(DatagramAnswer(port: 7359, text: jellyfin)), .name("Films")]
    )
  }
}
