import DemoHome
import Discovery
import Model
import Networking
import Simulation
import Testing
import Wire

@Suite("Hosts that say what records say")
struct RecordedHostTests {
  private func host(_ text: String) throws -> RecordedHost {
    let place = #""ip":"192.168.77.20","mac":"00:11:32:00:00:20""#
    let line = #"{"id":"it",\#(place),\#(text)}"#
    return try #require(RecordedHost(EvidenceRecord(parsing: Array(line.utf8), number: 1)))
  }

  private func answers(_ host: RecordedHost, at port: UInt16, to payload: [UInt8] = [1])
    -> [[UInt8]]
  {
    let datagram = Datagram(
      source: Endpoint(.v4(IPv4Address(192, 168, 77, 2)), port: 40_000),
      destination: nil,
      interface: 2,
      payload: payload,
      receivedAt: MonotonicTime(nanoseconds: 0)
    )
    return host.device.datagrams.filter { $0.port == port }
      .flatMap { $0.responses(to: datagram) }.map(\.payload)
  }

  private func page(_ host: RecordedHost, _ port: UInt16, _ path: String) -> String? {
    var connection = host.device.listeners.first { $0.port == port }?.service.accept()
    _ = connection?.begin()
    let request = "GET \(path) HTTP/1.1\r\nHost: 192.168.77.20\r\n\r\n"
    return (connection?.take(Array(request.utf8)).sending).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func `a record without an address or a MAC is no host`() throws {
    for text in [#"{"id":"a","ip":"192.168.77.20"}"#, #"{"id":"a","mac":"00:11:32:00:00:20"}"#] {
      #expect(RecordedHost(try EvidenceRecord(parsing: Array(text.utf8), number: 1)) == nil)
    }
  }

  @Test func `services are on a host that has the address`() throws {
    let host = try host(
      #""mdns":[{"type":"_a._tcp","name":"A","host":"x.local","port":7,"txt":{"md":"1"}},"#
        + #"{"type":"_b._tcp"}]"#
    )
    #expect(host.device.mdnsHost == "x.local")
    #expect(host.device.services.map(\.host) == ["x.local", "x.local"])
    #expect(host.device.services.map(\.name) == ["A", "x"])
    #expect(
      try self.host(#""mdns":[{"type":"_b._tcp","name":"B"}]"#).device.mdnsHost == "host-20.local"
    )
  }

  @Test func `a description lies where it is announced, or where there is room`() throws {
    let host = try host(
      #""ssdp":[{"nt":"a","usn":"u","location":"http://192.168.77.20:1400/d.xml","description":"<one/>"},"#
        + #"{"st":"b","description":"<two/>"},{"st":"c","description":"<three/>"}]"#
    )
    let places = host.device.ssdp.map(\.location)
    #expect(
      places == [
        "http://192.168.77.20:1400/d.xml", "http://192.168.77.20:49152/description1.xml",
        "http://192.168.77.20:49152/description2.xml",
      ]
    )
    #expect(page(host, 1400, "/d.xml")?.hasSuffix("<one/>") == true)
    #expect(page(host, 49_152, "/description2.xml")?.hasSuffix("<three/>") == true)
    #expect(host.device.ssdp.allSatisfy { !$0.usn.isEmpty && $0.description == nil })
  }

  @Test func `pages have their status, fields and bodies, and others are missing`() throws {
    let host = try host(
      #""http":[{"port":8080,"path":"/a?b=1","status":401,"headers":{"Server":"x","#
        + #""Content-Length":"9999"},"body":"no"}],"open_ports":[23,8080]"#
    )
    let reply = try #require(page(host, 8080, "/a?b=1"))
    #expect(reply.hasPrefix("HTTP/1.1 401 "))
    #expect(reply.contains("server: x\r\n") && reply.contains("Content-Length: 2\r\n"))
    #expect(page(host, 8080, "/a?c=2") == reply)
    #expect(page(host, 8080, "/")?.hasPrefix("HTTP/1.1 404 ") == true)
    #expect(host.device.listeners.map(\.port) == [8080, 23])
  }

  @Test func `decrypted answers are encrypted as their protocols do`() throws {
    let host = try host(
      #""udp":[{"port":9999,"text":"{\"a\":1}"},{"port":20002,"text":"{}"},{"port":5,"hex":"0102"},"#
        + #"{"port":7000,"text":"{}"}]"#
    )
    #expect(answers(host, at: 9999).map { KasaCipher.decrypt($0) } == [Array(#"{"a":1}"#.utf8)])
    let tapo = try #require(answers(host, at: 20_002).first)
    #expect(try TapoDiscovery(parsing: tapo).text == Array("{}".utf8))
    #expect(answers(host, at: 5) == [[1, 2]])
    #expect(host.unserved.map(\.key) == ["udp"])
  }

  @Test func `what devices tell everybody is broadcast and answers nothing`() throws {
    let host = try host(#""udp":[{"port":6667,"text":"{\"gwId\":\"1\"}"}]"#)
    #expect(answers(host, at: 6667).isEmpty)
    let told = try #require(host.device.datagrams.first?.announcements())
    #expect(told.count == 24)
    #expect(told.first?.destination == Endpoint(.v4(IPv4Address(255, 255, 255, 255)), port: 6667))
    #expect(try TuyaBroadcast(parsing: told[0].payload).json == Array(#"{"gwId":"1"}"#.utf8))
  }

  @Test func `a telephone answers with the question's own fields`() throws {
    let host = try host(
      #""banners":[{"port":5060,"protocol":"sip","text":"SIP/2.0 200 OK\r\nCSeq: 2 INVITE\r\nServer: x"}]"#
    )
    let question = "OPTIONS sip:a SIP/2.0\r\nVia: v\r\nCSeq: 1 OPTIONS\r\n\r\n"
    let answer = answers(host, at: 5060, to: Array(question.utf8)).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(answer == ["SIP/2.0 200 OK\r\nVia: v\r\nCSeq: 1 OPTIONS\r\nServer: x\r\n\r\n"])
  }

  @Test func `what cannot be served is said`() throws {
    let host = try host(
      #""dhcp":{"hostname":"a"},"smb":{"native_os":"b"},"http":[{"favicon_md5":"c"}],"#
        + #""banners":[{"protocol":"sip","text":"INVITE"},{"protocol":"odd","text":"d"}]"#
    )
    #expect(Set(host.unserved.map(\.key)) == ["dhcp", "smb", "http", "banners"])
    #expect(host.unserved.count == 5)
  }

  @Test func `a home has lossy links for a third, and no address twice`() throws {
    let records = try (10..<22).map { last in
      let line =
        #"{"id":"\#(last)","ip":"192.168.77.\#(min(last, 20))","mac":"00:11:32:00:00:\#(last)"}"#
      return try EvidenceRecord(parsing: Array(line.utf8), number: last)
    }
    let home = SimulatedHome.recorded(records, seed: 1).home
    #expect(home.devices.count == 11)
    let losses = home.devices.map { device -> Double in
      guard case .link(let impairment) = device.reach else { return -1 }
      return impairment.loss
    }
    #expect(losses.count { $0 == 0.01 } == 4)
    #expect(losses.count { $0 == 0 } == 7)
    #expect(
      SimulatedHome.recorded(records, seed: 1).home.devices.map(\.reach)
        == home.devices.map(\.reach)
    )
  }
}
