import DemoHome
import Model
import Networking
import Simulation
import Testing
import Wire

private let speaker = SimulatedDevice(
  label: "speaker",
  mac: MACAddress(rawValue: 0x5478_1A6C_0E44),
  address: IPv4Address(192, 168, 77, 40),
  mdnsHost: "Speaker.local",
  services: [
    ServiceInstance(
      type: "_airplay._tcp",
      name: "Bathroom",
      port: 7000,
      txt: ["model": .text("One"), "flag": .present, "raw": .bytes([0xFF])]
    ),
    ServiceInstance(type: "_http._tcp", name: "Ghost", host: "Nowhere.local", port: 80),
    ServiceInstance(type: "_device-info._tcp", name: "Bathroom", txt: ["model": .text("S1")]),
  ]
)

private func name(_ text: String) -> DNSName { DNSName(text) ?? .root }

private func ask(
  _ questions: [DNSQuestion],
  known: [DNSRecord] = [],
  port: UInt16 = 5353,
  to destination: IPAddress = .v4(MulticastDNS.ipv4Group),
  id: UInt16 = 0,
  conformance: MDNSResponder.Conformance = .conforming
) throws -> [(response: Response, message: DNSMessage)] {
  let responder = try #require(MDNSResponder(speaker, conformance: conformance))
  let query = DNSMessage(id: id, questions: questions, answers: known)
  let datagram = Datagram(
    source: Endpoint(.v4(IPv4Address(192, 168, 77, 2)), port: port),
    destination: destination,
    interface: 2,
    payload: query.serialised,
    receivedAt: MonotonicTime(nanoseconds: 0)
  )
  return try responder.responses(to: datagram).map {
    ($0, try DNSMessage(parsing: $0.payload))
  }
}

private let group = Endpoint(.v4(MulticastDNS.ipv4Group), port: 5353)
private let asker = Endpoint(.v4(IPv4Address(192, 168, 77, 2)), port: 5353)

@Suite("The multicast DNS responder")
struct MDNSResponderTests {
  @Test func `a question to all is answered to all, with what is wanted next`() throws {
    let answers = try ask([DNSQuestion(name("_airplay._tcp.local"), .ptr)])
    let only = try #require(answers.first)
    #expect(answers.count == 1)
    #expect(only.response.destination == group)
    #expect(only.message.id == 0)
    #expect(only.message.questions.isEmpty)
    #expect(only.message.answers.map(\.data) == [.ptr(name("Bathroom._airplay._tcp.local"))])
    #expect(only.message.answers.allSatisfy { !$0.cacheFlush && $0.ttl == 4500 })
    let types = Set(only.message.additionals.map(\.type))
    #expect(types == [.srv, .txt, .a, .nsec])
    #expect(only.message.additionals.allSatisfy { $0.cacheFlush })
    #expect(
      only.message.additionals.contains {
        $0.name == name("Bathroom._device-info._tcp.local") && $0.type == .txt
      }
    )
    // Shared records wait for others to speak (RFC 6762, section 6).
    #expect((.milliseconds(20)...(.milliseconds(120))).contains(only.response.delay))
  }

  @Test func `a question that prefers unicast is answered to its sender`() throws {
    let answers = try ask([
      DNSQuestion(name("_airplay._tcp.local"), .ptr, wantsUnicast: true),
      DNSQuestion(name("Speaker.local"), .a),
    ])
    #expect(answers.map(\.response.destination) == [asker, group])
    #expect(answers.last?.message.answers.map(\.data) == [.a(speaker.address)])
    #expect(answers.last?.response.delay == .zero)
  }

  @Test func `a legacy asker gets its number and question back, and short times to live`() throws {
    let question = DNSQuestion(name("_airplay._tcp.local"), .ptr, wantsUnicast: true)
    let answers = try ask([question], port: 40_000, id: 77)
    let only = try #require(answers.first)
    #expect(only.response.destination == Endpoint(asker.address, port: 40_000))
    #expect(only.message.id == 77)
    #expect(only.message.questions.map(\.name) == [question.name])
    #expect(only.message.records.allSatisfy { $0.ttl <= 10 && !$0.cacheFlush })
  }

  @Test func `a question sent to it alone is answered to its sender`() throws {
    let answers = try ask(
      [DNSQuestion(name("40.77.168.192.in-addr.arpa"), .ptr)],
      to: .v4(speaker.address)
    )
    #expect(answers.map(\.response.destination) == [asker])
    #expect(answers.first?.message.answers.map(\.data) == [.ptr(name("Speaker.local"))])
  }

  @Test func `what the asker knows is not told again, unless it is about to forget`() throws {
    let question = DNSQuestion(name("_airplay._tcp.local"), .ptr)
    var known = DNSRecord(
      question.name,
      .ptr(name("Bathroom._airplay._tcp.local")),
      ttl: 2250
    )
    #expect(try ask([question], known: [known]).isEmpty)
    known.ttl = 2249
    #expect(try ask([question], known: [known]).count == 1)
  }

  @Test func `the meta-query names every type once, and not the model record's`() throws {
    let answers = try ask([DNSQuestion(DNSServiceType.metaQuery, .ptr)])
    #expect(
      answers.first?.message.answers.map(\.data) == [
        .ptr(name("_airplay._tcp.local")), .ptr(name("_http._tcp.local")),
      ]
    )
    #expect(try ask([DNSQuestion(name("_device-info._tcp.local"), .ptr)]).isEmpty)
  }

  @Test func `attributes come through as they are`() throws {
    let answers = try ask([DNSQuestion(name("Bathroom._airplay._tcp.local"), .txt)])
    guard case .txt(let txt) = answers.first?.message.answers.first?.data else {
      Issue.record("no attributes")
      return
    }
    #expect(txt["model"]?.value == Array("One".utf8))
    #expect(txt["flag"] != nil)
    #expect(txt["flag"]?.value == nil)
    #expect(txt["raw"]?.value == [0xFF])
  }

  @Test func `a type that a name hasn't is denied`() throws {
    let answers = try ask([DNSQuestion(name("Speaker.local"), .aaaa)])
    #expect(answers.first?.message.answers.map(\.data) == [.nsec(name("Speaker.local"), [.a])])
  }

  @Test func `a service elsewhere never resolves`() throws {
    let answers = try ask([DNSQuestion(name("Ghost._http._tcp.local"), .srv)])
    guard case .srv(let location) = answers.first?.message.answers.first?.data else {
      Issue.record("no location")
      return
    }
    #expect(location.target == name("Nowhere.local"))
    #expect(answers.first?.message.additionals.contains { $0.type == .a } == false)
    #expect(try ask([DNSQuestion(name("Nowhere.local"), .a)]).isEmpty)
  }

  @Test func `others' names, answers and noise are left alone`() throws {
    #expect(try ask([DNSQuestion(name("Other.local"), .a)]).isEmpty)
    let responder = try #require(MDNSResponder(speaker))
    let announcement = try #require(responder.announcements().first)
    for payload in [announcement.payload, [], [1, 2, 3], Array(repeating: 0xFF, count: 64)] {
      let datagram = Datagram(
        source: asker,
        interface: 2,
        payload: payload,
        receivedAt: MonotonicTime(nanoseconds: 0)
      )
      #expect(responder.responses(to: datagram).isEmpty)
    }
  }

  @Test func `it announces itself twice, and says goodbye`() throws {
    let responder = try #require(MDNSResponder(speaker))
    let announcements = responder.announcements()
    #expect(announcements.map(\.delay) == [.zero, .seconds(1)])
    #expect(announcements.allSatisfy { $0.destination == group })
    let records = try DNSMessage(parsing: announcements[0].payload).answers
    #expect(records.contains { $0.data == .a(speaker.address) })
    let goodbyes = try responder.goodbyes().flatMap { try DNSMessage(parsing: $0.payload).answers }
    #expect(goodbyes.count == records.count)
    #expect(goodbyes.allSatisfy { $0.ttl == 0 })
  }

  @Test func `the ill-mannered answer in their own ways`() throws {
    let questions = [
      DNSQuestion(name("_airplay._tcp.local"), .ptr, wantsUnicast: true),
      DNSQuestion(name("_http._tcp.local"), .ptr, wantsUnicast: true),
    ]
    let loud = try ask(questions, port: 40_000, conformance: .multicastOnly)
    #expect(loud.map(\.response.destination) == [group])
    #expect(try ask(questions, port: 40_000, conformance: .ignoresLegacy).isEmpty)
    #expect(try ask(questions, conformance: .ignoresLegacy).count == 1)
    let lazy = try ask(questions, conformance: .firstQuestionOnly)
    #expect(lazy.flatMap(\.message.answers).map(\.name) == [name("_airplay._tcp.local")])
  }

  @Test func `a slow device is late`() throws {
    var slow = speaker
    slow.behaviour = .slow(.milliseconds(800))
    let responder = try #require(MDNSResponder(slow))
    #expect(responder.announcements().map(\.delay) == [.milliseconds(800), .milliseconds(1800)])
  }

  @Test func `a device without a host name speaks no multicast DNS`() {
    var mute = speaker
    mute.mdnsHost = nil
    #expect(MDNSResponder(mute) == nil)
  }
}
