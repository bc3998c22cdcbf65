import HomeSupport
import Testing
import Wire
@testable import Model
@testable import Probing

@Suite("Probes of chargers, sensors and computers") struct FurtherProbeTests {
  @Test func `KEBA's wall boxes tell their firmware`() {
    let probe = KEBAProbe()
    #expect(probe.datagrams(.test("Apple")).isEmpty)
    #expect(probe.datagrams(.test { $0.hostname = "keba-p30" }).map(\.payload) == [[0x69]])
    let text = #""Firmware":"P30 v 3.10.57 (240521-093236)""#
    let host = ProbedHost.test("KEBA AG")
    #expect(
      probe.facts(Array(text.utf8), host: host, port: 7090)
        == [.datagram(DatagramAnswer(port: 7090, text: text))]
    )
    for reply in HostileReplies.all { #expect(probe.facts(reply, host: host, port: 7090) == []) }
  }

  private static let sensor = ProbedHost.test { $0.offer("_coap._udp", port: 5683) }

  @Test func `What speaks CoAP lists its resources`() {
    let probe = CoAPProbe()
    #expect(probe.datagrams(.test("IKEA of Sweden")).isEmpty)
    #expect(probe.datagrams(Self.sensor).map(\.port) == [5683])
    let list = "</temp>;rt=\"core.s\""
    func reply(_ change: (inout CoAPMessage) -> Void = { _ in }) -> [UInt8] {
      var message = CoAPMessage(
        kind: .acknowledgement,
        code: CoAPMessage.content,
        id: 0x484E,
        token: [0x48],
        options: [.init(CoAPMessage.Option.contentFormat, [CoAPMessage.linkFormat])],
        payload: Array(list.utf8)
      )
      change(&message)
      return message.serialised
    }
    #expect(
      probe.facts(reply(), host: Self.sensor, port: 5683)
        == [.datagram(DatagramAnswer(port: 5683, text: list))]
    )
    let others = [
      reply { $0.token = [1] }, reply { $0.code = 0x84 }, reply { $0.kind = .reset },
      reply { $0.options = [] }, reply { $0.payload = [0xFF, 0xFE] },
      reply { $0.payload = Array(repeating: UInt8(ascii: "<"), count: 60_000) },
    ]
    for reply in others + HostileReplies.all {
      #expect(probe.facts(reply, host: Self.sensor, port: 5683) == [])
    }
  }

  @Test func `An ESPHome device says what it is, and is taken leave of`() {
    var talk = ExchangeDriver(ESPHomeExchange(port: 6053))
    #expect(talk.drain().starts(with: [0, 13, 1, 0x0A, 7]))
    let hello = ESPHomeMessage(
      kind: ESPHomeMessage.helloResponse,
      fields: [
        .init(1, .number(1)), .init(3, .bytes(Array("attic (esphome v2024.5.4)".utf8))),
        .init(4, .bytes(Array("attic".utf8))),
      ]
    )
    talk.take(hello.serialised, pieces: 1)
    #expect(talk.drain() == [0, 0, 9])
    let info = ESPHomeMessage(
      kind: ESPHomeMessage.deviceInfoResponse,
      fields: [
        .init(2, .bytes(Array("attic".utf8))), .init(6, .bytes(Array("nodemcu-32s".utf8))),
        .init(13, .bytes(Array("Attic climate".utf8))),
      ]
    )
    talk.take(info.serialised, pieces: 5)
    #expect(talk.isDone && talk.sent == [0, 0, 5])
    #expect(talk.banners == ["ESPHome attic (esphome v2024.5.4)\nmodel: nodemcu-32s"])
    #expect(talk.facts.last == .name("Attic climate"))
  }

  @Test func `Conversations are held where an answer is likely`() {
    let sensor = ProbedHost.test { $0.offer("_esphomelib._tcp", port: 6060) }
    #expect(ESPHomeProbe().questions(for: sensor).map(\.port) == [6060])
    #expect(ESPHomeProbe().questions(for: .test("Espressif")).isEmpty)
    #expect(RDPProbe().questions(for: .test(ports: [445, 3389])).map(\.port) == [3389])
    #expect(RDPProbe().questions(for: .test(ports: [445])).isEmpty)
  }

  @Test func `An encrypted ESPHome device is one all the same`() {
    var talk = ExchangeDriver(ESPHomeExchange(port: 6053))
    talk.take([1, 0, 19] + Array("\0Bad indicator byte".utf8))
    #expect(talk.isDone && talk.banners == ["ESPHome, encrypted"])
  }

  @Test func `What is no ESPHome says nothing`() {
    for reply in HostileReplies.all where reply.first != 1 {
      var talk = ExchangeDriver(ESPHomeExchange(port: 6053))
      talk.take(reply)
      talk.end()
      #expect(talk.facts.isEmpty)
    }
    var talk = ExchangeDriver(ESPHomeExchange(port: 6053))
    for _ in 0..<100 { talk.take(ESPHomeMessage(kind: 2).serialised) }
    #expect(talk.isDone && talk.sent.count < 100)
  }

  @Test func `A remote desktop that has no TLS, or is none, says nothing`() {
    let refusals = [
      RDPConnection(isConfirmation: true, negotiation: nil),
      RDPConnection(isConfirmation: true, negotiation: .failure(2)),
      RDPConnection(isConfirmation: true, negotiation: .protocols(0)),
      RDPConnection(isConfirmation: false, negotiation: .protocols(1)),
    ]
    for reply in refusals.map(\.serialised) + HostileReplies.all {
      var talk = ExchangeDriver(RDPExchange(port: 3389))
      _ = talk.drain()
      talk.take(reply)
      #expect(talk.sent.isEmpty)
      talk.end()
      #expect(talk.facts.isEmpty)
    }
    var talk = ExchangeDriver(RDPExchange(port: 3389))
    talk.take(RDPConnection(isConfirmation: true, negotiation: .protocols(1)).serialised)
    for reply in HostileReplies.all { talk.take(reply) }
    talk.end()
    #expect(talk.facts.isEmpty)
  }

  @Test func `Panasonic's description is fetched where it is known to be`() {
    let asked = PanasonicProbe().questions(for: .test { $0.hostname = "viera-bedroom" })
    #expect(asked.map(\.port) == [55_000])
    #expect(PanasonicProbe().questions(for: .test("Panasonic")).isEmpty)
    guard case .http(let question)? = asked.first?.transport, let read = question.read else {
      Issue.record("nothing is asked")
      return
    }
    func reply(_ status: Int, _ text: String) -> HTTPReply {
      HTTPReply(
        port: 55_000,
        isTLS: false,
        path: "/nrc/ddd.xml",
        status: status,
        headers: [:],
        body: Array(text.utf8)
      )
    }
    let text = "<root><modelName>VIErA</modelName></root>"
    #expect(
      read(reply(200, text))
        == [.description(location: "http://192.168.77.40:55000/nrc/ddd.xml", text: text)]
    )
    #expect(read(reply(404, text)) == [] && read(reply(200, "<html>")) == [])
  }
}
