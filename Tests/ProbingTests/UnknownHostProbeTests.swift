import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Model
@testable import Networking
@testable import Probing

/// What is asked without a reason, and of which hosts.
@Suite struct UnknownHostProbeTests {
  private func asked(_ host: ProbedHost) -> [String] {
    UnknownHostProbe().questions(for: host)
      .compactMap { question in question.request.map { "\(question.port)\($0.path)" } }
  }

  private func host(
    _ vendor: String? = nil,
    mac: UInt64 = 0x240A_C400_0001,
    _ change: (inout Evidence) -> Void = { _ in }
  ) -> ProbedHost {
    var host = ProbedHost.test(vendor, ports: [80], change)
    host.evidence.mac = MACAddress(rawValue: mac)
    host.isUnknownAfterFirstRound = true
    return host
  }

  private func missing(_ evidence: inout Evidence) {
    evidence.http.append(HTTPAnswer(port: 80, path: "/", status: 404, body: "<h1>404</h1>"))
  }

  @Test func `nobody is asked for other kinds' paths in the first round`() {
    var early = host { missing(&$0) }
    early.isUnknownAfterFirstRound = false
    #expect(asked(early) == [])
  }

  @Test func `a module is asked ten makers' datagrams at once unless everybody was asked`() {
    var module = ProbedHost.test("Espressif", ports: [80])
    module.wasAskedWithAll = true
    #expect(module.asked == ["80/"])
    module.wasAskedWithAll = false
    #expect(module.asked.first == "80/" && module.asked.count == 11, "\(module.asked)")
    var stated = module
    stated.evidence.udp = [DatagramAnswer(port: 9999, text: "{}")]
    #expect(stated.asked == ["80/"], "\(stated.asked)")
    #expect(ProbedHost.test(ports: [80]).asked == ["80/"])
  }

  @Test func `ports that seldom serve pages are asked only of hosts that have stated nothing`() {
    var silent = ProbedHost.test(ports: [80, 5000, 1400])
    #expect(asked(silent) == ["5000/", "1400/"])
    silent.evidence.services = [ServiceInstance(type: "_smb._tcp", name: "files", port: 445)]
    #expect(asked(silent) == [])
  }

  @Test func `a page that says nothing is followed by the paths of many kinds`() {
    let paths = asked(host { missing(&$0) })
    for path in ["/shelly", "/json/info", "/api", "/goform/Deviceinfo.xml", "/common/basic_info"] {
      #expect(paths.contains("80\(path)"))
    }
    #expect(Set(paths).count == paths.count)
    // Any page would do for these.
    #expect(!paths.contains("80/"))
  }

  @Test func `a server that wants a password is left in peace`() {
    let closed = host { $0.show(80, title: "Login", status: 401) }
    #expect(!asked(closed).contains { $0.hasPrefix("80/") })
  }

  @Test func `ports of one kind are few, and telephones have none`() {
    let ports = Set(asked(host()).map { $0.prefix { $0 != "/" } })
    #expect((1...5).contains(ports.count))
    #expect(!ports.contains("80") && !ports.contains("9100"))
    #expect(asked(host(mac: 0x0200_0000_0001)) == [])
    #expect(asked(host("Sony")).first == "10000/sony/system")
    #expect(!asked(host()).contains("10000/sony/system"))
  }

  @Test func `only a proper answer counts`() throws {
    let unknown = host { missing(&$0) }
    let question = UnknownHostProbe().questions(for: unknown)
      .first { $0.request?.path == "/shelly" }
    let read = try #require(question?.request?.read)
    func facts(_ status: Int, _ body: String) -> [Fact] {
      read(
        HTTPReply(
          port: 80,
          isTLS: false,
          path: "/shelly",
          status: status,
          headers: [:],
          body: Array(body.utf8)
        )
      )
    }
    #expect(facts(401, "").isEmpty)
    #expect(facts(200, "<html>Everything is fine</html>").isEmpty)
    #expect(!facts(200, #"{"type":"SHPLG-S","mac":"1"}"#).isEmpty)
  }

  @Test func `the first round ends once, and only the unknown are asked for more`() {
    var driver = ProbingSourceTests.driver(UnknownHostProbe())
    driver.learn(.learnt(.linkAddress(MACAddress(rawValue: 0x240A_C400_0001)), about: .home(40)))
    driver.learn(.learnt(.http(HTTPAnswer(port: 80, path: "/", status: 404)), about: .home(40)))
    driver.advance(.seconds(2))
    #expect(driver.takeConnects().isEmpty)
    driver.advance(.seconds(1))
    #expect(driver.takeConnects().contains { $0.probe.target.port == 80 })

    var known = ProbingSourceTests.driver(UnknownHostProbe())
    known.learn(
      .learnt(
        .service(
          ServiceInstance(
            type: "_googlecast._tcp",
            name: "TV",
            port: 8009,
            txt: ["md": .text("Chromecast")]
          )
        ),
        about: .home(40)
      )
    )
    known.learn(.learnt(.http(HTTPAnswer(port: 80, path: "/", status: 404)), about: .home(40)))
    known.advance(.seconds(3))
    #expect(known.takeConnects().isEmpty)
  }

  @Test func `first rounds are kept of as many hosts as are probed`() {
    var driver = SourceDriver(ProbingSource(probes: []))
    driver.start()
    for number in 0..<5000 {
      let host = IPv4Address(10, 0, UInt8(number / 250), UInt8(number % 250 + 1))
      driver.learn(.answered(.v4(host), interface: 2))
    }
    #expect(driver.source.knowledge.hosts.count == driver.source.firstRounds.count)
    #expect(driver.source.firstRounds.count < 5000)
  }

  @Test func `the first answer ends the guessing`() {
    var exchange = HTTPExchange(with: .home(40), port: 80, isTLS: false)
    for path in ["/a", "/b", "/c"] {
      var question = HTTPQuestion(path) { $0.status == 200 ? [.name("it")] : [] }
      question.isGuess = true
      exchange.ask(question)
    }
    exchange.ask(HTTPQuestion("/known"))
    _ = exchange.begin()
    _ = exchange.take(Array("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n".utf8))
    #expect(String(decoding: exchange.proceed().sending, as: UTF8.self).hasPrefix("GET /b "))
    #expect(exchange.take(ProbingSourceTests.answer("x")).facts == [.name("it")])
    #expect(String(decoding: exchange.proceed().sending, as: UTF8.self).hasPrefix("GET /known "))
  }
}
