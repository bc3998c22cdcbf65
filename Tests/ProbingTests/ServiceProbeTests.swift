import Testing
@testable import Wire
@testable import Model
@testable import Probing

@Suite("Conversations with services") struct ServiceProbeTests {
  @Test(arguments: [1, .max])
  func `A camera's server line and realm are kept`(_ pieces: Int) {
    var talk = ExchangeDriver(RTSPExchange(port: 554, host: "10.0.0.9"))
    #expect(talk.sent.starts(with: Array("OPTIONS rtsp://10.0.0.9:554/ RTSP/1.0\r\n".utf8)))
    talk.take(
      "RTSP/1.0 401 Unauthorized\r\nCSeq: 1\r\nDate: today\r\nServer: AtticCam/2\r\n"
        + "WWW-Authenticate: Basic realm=\"Attic\"\r\n\r\n",
      pieces: pieces
    )
    #expect(talk.isDone)
    let text =
      "RTSP/1.0 401 Unauthorized\r\nServer: AtticCam/2\r\nWWW-Authenticate: Basic realm=\"Attic\""
    #expect(talk.banners == [text])
  }

  @Test func `What is no RTSP says nothing, and a head without end is cut`() {
    var web = ExchangeDriver(RTSPExchange(port: 554, host: "h"))
    web.take("HTTP/1.0 400 Bad Request\r\n\r\n")
    #expect(web.isDone && web.facts.isEmpty)
    var long = ExchangeDriver(RTSPExchange(port: 554, host: "h"))
    long.take("RTSP/1.0 200 OK\r\nServer: " + String(repeating: "x", count: 1 << 20))
    #expect(long.isDone && long.banners == ["RTSP/1.0 200 OK"])
  }

  @Test(arguments: [1, .max])
  func `A broker says its version`(_ pieces: Int) {
    var talk = ExchangeDriver(MQTTExchange(port: 1883))
    _ = talk.drain()
    talk.take(MQTTPacket.connectAcknowledgement(0).serialised, pieces: pieces)
    #expect(!talk.drain().isEmpty)
    let version = MQTTPacket.publish(Array("attic version 1.2".utf8), to: "$SYS/broker/version")
    talk.take([0x90, 3, 0, 1, 0] + version.serialised, pieces: pieces)
    #expect(talk.isDone && talk.banners == ["attic version 1.2"])
    #expect(talk.drain() == MQTTPacket.disconnect.serialised)
  }

  @Test func `A broker that wants a password, or keeps its version, says so much`() {
    var refused = ExchangeDriver(MQTTExchange(port: 1883))
    refused.take(MQTTPacket.connectAcknowledgement(5).serialised)
    #expect(refused.isDone && refused.banners == ["CONNACK 5"])
    var silent = ExchangeDriver(MQTTExchange(port: 1883))
    silent.take(MQTTPacket.connectAcknowledgement(0).serialised)
    silent.take([0x90, 3, 0, 1, 0x80] + MQTTPacket.pingResponse.serialised)
    #expect(silent.isDone && silent.banners == ["CONNACK 0"])
  }

  @Test func `What is no MQTT says nothing`() {
    for bytes in [[0x20, 0xFF, 0xFF, 0xFF, 0xFF], [0x20, 0x00], Array("HTTP/1.1 400\r\n".utf8)]
      as [[UInt8]]
    {
      var talk = ExchangeDriver(MQTTExchange(port: 1883))
      talk.take(bytes)
      talk.end()
      #expect(talk.facts.isEmpty)
    }
  }

  @Test(arguments: [1, .max])
  func `A file server says what it runs on and its name`(_ pieces: Int) {
    let server = AFPServerInformation(
      name: Array("Attic".utf8),
      machineType: Array("TimeCapsule8,119".utf8)
    )
    var talk = ExchangeDriver(AFPExchange(port: 548))
    talk.take(
      DSIMessage(flags: 1, command: 3, id: 1, payload: server.serialised).serialised,
      pieces: pieces
    )
    #expect(talk.isDone && talk.banners == ["TimeCapsule8,119"])
    #expect(talk.facts.last == .name("Attic"))
  }

  @Test func `What is no file server says nothing`() {
    for bytes in [
      [1, 3, 0, 1, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
      [1, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 2], Array(repeating: 0x41, count: 5000),
    ] as [[UInt8]] {
      var talk = ExchangeDriver(AFPExchange(port: 548))
      talk.take(bytes)
      #expect(talk.isDone && talk.facts.isEmpty)
    }
  }

  @Test func `MySQL's version is read`() {
    var talk = ExchangeDriver(MySQLExchange(port: 3306))
    talk.take(MySQLGreeting(payload: [10] + Array("8.0.1-attic\0..".utf8)).serialised, pieces: 3)
    #expect(talk.isDone && talk.banners == ["8.0.1-attic"] && talk.sent.isEmpty)
    var lying = ExchangeDriver(MySQLExchange(port: 3306))
    lying.take([0xFF, 0xFF, 0xFF, 0, 10])
    #expect(lying.isDone && lying.facts.isEmpty)
  }

  @Test func `Network UPS Tools says which power supply it watches`() {
    var talk = ExchangeDriver(NUTExchange(port: 3493))
    #expect(talk.drain() == Array("LIST UPS\n".utf8))
    talk.take(
      "BEGIN LIST UPS\nUPS desk \"Under the desk\"\nUPS other \"x\"\nEND LIST UPS\n",
      pieces: 9
    )
    #expect(talk.drain() == Array("GET VAR desk ups.mfr\n".utf8))
    talk.take("ERR VAR-NOT-SUPPORTED\n")
    #expect(talk.drain() == Array("GET VAR desk ups.model\n".utf8))
    talk.take("VAR desk ups.model \"Attic 700\"\n")
    #expect(talk.isDone && talk.drain() == Array("LOGOUT\n".utf8))
    #expect(talk.banners == ["UPS desk \"Under the desk\"\nVAR desk ups.model \"Attic 700\""])
  }

  @Test func `A power supply's name cannot become a command`() {
    var talk = ExchangeDriver(NUTExchange(port: 3493))
    _ = talk.drain()
    talk.take("BEGIN LIST UPS\nUPS desk;FSD \"x\"\nEND LIST UPS\n")
    #expect(talk.isDone)
    #expect(!String(decoding: talk.drain(), as: UTF8.self).contains("FSD"))
    var endless = ExchangeDriver(NUTExchange(port: 3493))
    for number in 0..<10_000 { endless.take("UPS u\(number) \"x\"\n") }
    #expect(endless.isDone && endless.banners == ["UPS u0 \"x\""])
  }

  @Test(arguments: [1, .max])
  func `apcupsd says which power supply it watches, not its serial number`(_ pieces: Int) {
    var talk = ExchangeDriver(APCExchange(port: 3551))
    #expect(talk.drain() == [0, 6] + Array("status".utf8))
    let lines = ["APC      : 001,036\n", "MODEL    : Attic-UPS 700 \n", "SERIALNO : 123\n", ""]
    talk.take(lines.flatMap { NISLine(text: Array($0.utf8)).serialised }, pieces: pieces)
    #expect(talk.isDone && talk.banners == ["MODEL: Attic-UPS 700"])
    var lying = ExchangeDriver(APCExchange(port: 3551))
    lying.take([0xFF, 0xFF, 1, 2])
    #expect(lying.isDone && lying.facts.isEmpty)
  }
}
