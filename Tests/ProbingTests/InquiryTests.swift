import HomeSupport
import Testing
@testable import Discovery
@testable import Identification
@testable import Model
@testable import Probing

/// Who is asked what over HTTP, and what is read of the answers.
@Suite struct InquiryTests {
  /// A kind of device: what is known of it, and what it is asked then.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var host: ProbedHost
    var asked: [String]

    init(
      _ name: String,
      _ vendor: String? = nil,
      ports: Set<UInt16> = [],
      asked: String...,
      with change: (inout Evidence) -> Void = { _ in }
    ) {
      testDescription = name
      host = .test(vendor, ports: ports, change)
      self.asked = asked
    }
  }

  private static let castPath =
    "/setup/eureka_info?params=version,name,build_info,device_info,net,wifi"

  static let cases = [
    Case("AirPlay", asked: "7000/info") { $0.offer("_airplay._tcp", port: 7000) },
    Case("AirPlay by its port", ports: [7000], asked: "7000/info"),
    Case(
      "Cast",
      ports: [8008, 8009, 8443],
      asked: "8443\(castPath) (TLS)",
      "8009 certificate"
    ) { $0.offer("_googlecast._tcp", port: 8009) },
    Case("old Cast", ports: [8008], asked: "8008\(castPath)"),
    Case("Sonos", "Sonos", ports: [1400], asked: "1400/xml/device_description.xml"),
    Case("Cast before its ports are known", asked: "8443\(castPath) (TLS)") {
      $0.offer("_googlecast._tcp", port: 8009)
    },
    Case("Roku", ports: [8060], asked: "8060/query/device-info", "8060/"),
    Case("Roku before its ports are known", "Roku", asked: "8060/query/device-info", "8060/"),
    Case("Samsung", ports: [8001], asked: "8001/api/v2/"),
    Case("a silent Samsung", "Samsung Electronics", asked: "8001/api/v2/"),
    Case("a silent Philips", "Philips", asked: "1925/6/system"),
    Case("SFR", "SFR", ports: [80], asked: "80/api/1.0/?method=system.getInfo"),
    Case("Denon", "D&M Holdings", ports: [80], asked: "80/goform/Deviceinfo.xml"),
    Case("Marantz", ports: [8080], asked: "8080/goform/Deviceinfo.xml") {
      $0.hostname = "Marantz-AV7703"
    },
    Case(
      "Yamaha",
      "Yamaha",
      ports: [80],
      asked: "80/YamahaExtendedControl/v1/system/getDeviceInfo"
    ),
    Case("Bose", "Bose", asked: "8090/info"),
    Case("Bluesound", asked: "11000/SyncStatus") { $0.offer("_musc._tcp", port: 11000) },
    Case("Hue", "Signify B.V.", ports: [80], asked: "80/api/config"),
    Case("Shelly", ports: [80], asked: "80/shelly") { $0.hostname = "shellyplus1-aabbcc.local" },
    Case("Tasmota", ports: [80], asked: "80/cm?cmnd=Status%200") {
      $0.show(80, title: "Tasmota - Main Menu")
    },
    Case("WLED", ports: [80], asked: "80/json/info") { $0.offer("_wled._tcp", port: 80) },
    Case("Nanoleaf", asked: "16021/api/v1/") { $0.offer("_nanoleafapi._tcp", port: 16_021) },
    Case("Kostal", ports: [80], asked: "80/api/v1/info/version") {
      $0.hostname = "plenticore-01.lan"
    },
    Case("Sonnen", ports: [80], asked: "80/api/v1/status") { $0.hostname = "sonnenbatterie" },
    Case("OpenEVSE", ports: [80], asked: "80/status") { $0.hostname = "openevse-1a2b" },
    Case("evcc", asked: "7070/api/state") { $0.hostname = "evcc.local" },
    Case("Panasonic", asked: "55000/nrc/ddd.xml") { $0.hostname = "viera" },
    Case("webOS", asked: "3001 certificate") { $0.hostname = "LGwebOSTV.local" },
    Case("Elgato", asked: "9123/elgato/accessory-info") { $0.offer("_elg._tcp", port: 9123) },
    Case("HomeWizard", ports: [80], asked: "80/api") { $0.offer("_hwenergy._tcp", port: 80) },
    Case("HomeWizard by its version 2", "HomeWizard", ports: [443], asked: "443/api (TLS)"),
    Case("Home Assistant", ports: [8123], asked: "8123/manifest.json"),
    Case("Plex", ports: [32400], asked: "32400/identity"),
    Case("QNAP", "QNAP Systems", ports: [8080], asked: "8080/cgi-bin/authLogin.cgi"),
    Case("Synology", "Synology", ports: [5000], asked: "5000/"),
    Case("FRITZ!Box", "AVM", ports: [80], asked: "80/jason_boxinfo.xml", "49000/tr64desc.xml"),
    Case("D-Link", "D-Link International", ports: [80], asked: "80/HNAP1/"),
    Case("Netgear", "NETGEAR", ports: [80], asked: "80/currentsetting.htm"),
    Case("Linksys", "Linksys USA", ports: [80], asked: "80/JNAP/"),
    Case("UniFi", "Ubiquiti", ports: [443], asked: "443/api/system (TLS)"),
    Case("Axis", "Axis Communications AB", ports: [80], asked: "80/axis-cgi/basicdeviceinfo.cgi"),
    Case("camera", ports: [80, 554], asked: "80/onvif/device_service"),
    Case(
      "HP printer",
      "Hewlett Packard",
      ports: [80, 631],
      asked: "80/DevMgmt/ProductConfigDyn.xml"
    ),
    Case("Enphase", ports: [80], asked: "80/info.xml") { $0.offer("_enphase-envoy._tcp") },
    Case("go-e", ports: [80], asked: "80/api/status?filter=typ,fna,sse") { $0.offer("_go-e._tcp") },
    Case("Android TV", asked: "6466 certificate") {
      $0.offer("_androidtvremote2._tcp", port: 6466)
    },
    Case("mail over TLS", ports: [993], asked: "993 certificate"),
    Case("OpenWrt", ports: [80], asked: "80/cgi-bin/luci") { evidence in
      evidence.http = [
        HTTPAnswer(
          port: 80,
          path: "/",
          status: 200,
          body: #"<meta http-equiv="refresh" content="0; URL=cgi-bin/luci/" />"#
        )
      ]
    },
  ]

  @Test(arguments: cases)
  func `What a device shows makes it be asked what only its kind answers`(kind: Case) {
    let asked = kind.host.asked
    for wanted in kind.asked { #expect(asked.contains(wanted), "of \(asked)") }
    #expect(asked.count <= 10, "\(asked)")
  }

  @Test func `A host of which nothing is known but a page is asked for the page alone`() {
    #expect(ProbedHost.test().asked.isEmpty)
    #expect(ProbedHost.test(ports: [80]).asked == ["80/"])
    #expect(ProbedHost.test(ports: [80, 443]).asked == ["80/", "443/ (TLS)"])
    #expect(ProbedHost.test("Apple", ports: [22, 445, 548, 5900]).asked.isEmpty)
  }

  @Test func `A kind's own questions are not asked of others`() {
    let plain = ProbedHost.test("Intel", ports: [80, 443, 8080, 8443]) { evidence in
      evidence.hostname = "desktop-4711.lan"
      evidence.show(80, title: "Welcome to nginx!")
    }
    #expect(
      plain.asked == ["80/", "443/ (TLS)", "8080/", "8443/ (TLS)", "80/favicon.ico"]
    )
  }

  @Test func `No probe ever names a port that prints`() {
    let types = [
      "_http._tcp", "_https._tcp", "_airplay._tcp", "_elg._tcp", "_home-assistant._tcp",
      "_qdiscover._tcp", "_deconz._tcp", "_viziocast._tcp", "_plexmediasvr._tcp", "_ipp._tcp",
      "_printer._tcp", "_pdl-datastream._tcp",
    ]
    let makers = ["Hewlett Packard", "Brother", "Canon", "Axis", "AVM", "Sonos", "Samsung", nil]
    for port in Array<UInt16>(9100...9107) + [515] {
      for maker in makers {
        let host = ProbedHost.test(maker, ports: [80, 443, 515, port, 631, 9100, 8009]) {
          evidence in
          for type in types { evidence.offer(type, port: port) }
          evidence.ssdp = [
            SSDPAnnouncement(
              target: "upnp:rootdevice",
              usn: "uuid:1",
              location: "http://192.168.77.40:\(port)/description.xml"
            )
          ]
          evidence.wsDiscovery = WSDiscoveryAnswer(
            types: "dn:NetworkVideoTransmitter",
            locations: ["http://192.168.77.40:\(port)/onvif/device_service"]
          )
          evidence.http = [
            HTTPAnswer(
              port: 80,
              path: "/",
              status: 302,
              headers: ["location": "http://192.168.77.40:\(port)/"]
            )
          ]
        }
        for probe in StandardProbes.all {
          for question in probe.questions(for: host) {
            #expect(!ScanPorts.prints(question.port))
          }
        }
      }
    }
  }

  @Test func `A Roku's answer gives its name, its serial number and what the rules read`() {
    let body = """
      <device-info><udn>0a1b2c3d-0000-1000-8000-001122334455</udn>
      <serial-number>YN00AB123456</serial-number><model-name>Roku Ultra</model-name>
      <user-device-name>Den &amp; more</user-device-name></device-info>
      """
    let facts = ProbedHost.test(ports: [8060]).facts("8060/query/device-info", body)
    #expect(
      facts == [
        .http(HTTPAnswer(port: 8060, path: "/query/device-info", status: 200, body: body)),
        .name("Den & more"), .identity(.serial, "Roku YN00AB123456"),
        .identity(.udn, "0a1b2c3d-0000-1000-8000-001122334455"),
      ]
    )
  }

  @Test func `A Cast device's name is read with its escapes`() {
    let body = #"{"device_info":{"model_name":"Nest Mini"},"name":"K\u00fcche \ud83c\udf73"}"#
    let facts = ProbedHost.test(ports: [8008])
      .facts("8008\(Self.castPath)", body)
    #expect(facts.last == .name("Küche 🍳"))
  }

  @Test func `A server that answers everything with its front page is not taken at its word`() {
    let host = ProbedHost.test(ports: [80]) { $0.hostname = "shelly-fan-site" }
    let page = "<!doctype html><title>My app</title>"
    #expect(host.facts("80/shelly", page).isEmpty)
    #expect(host.facts("80/shelly", status: 404, "{\"type\":\"x\"}").isEmpty)
    #expect(host.facts("80/shelly", #"{"error":"no such thing"}"#).isEmpty)
    #expect(host.facts("80/shelly", #"{"type":"SHSW-25","mac":"AABBCC"}"#).count == 1)
  }

  @Test func `A password that is asked for is kept as a realm, without the page`() {
    let host = ProbedHost.test("Hikvision", ports: [80])
    let reply = HTTPReply(
      port: 80,
      isTLS: false,
      path: "/ISAPI/System/deviceInfo",
      status: 401,
      headers: ["www-authenticate": "Digest realm=\"DS-2CD2043\""],
      body: Array("<html>401</html>".utf8)
    )
    let request = host.questions("80/ISAPI/System/deviceInfo").first?.request
    guard case .http(let answer)? = request?.read?(reply).first else {
      Issue.record("nothing was read")
      return
    }
    #expect(answer.status == 401 && answer.body == nil)
    #expect(answer.headers["www-authenticate"]?.contains("DS-2CD2043") == true)
  }

  @Test func `Names with markup, controls and turned writing are cleaned and short`() throws {
    let name = "<script>\u{202E}x\u{7}\\u001b[2J" + String(repeating: "é", count: 500)
    let facts = ProbedHost.test("Bose").facts(
      "8090/info",
      "<info deviceID='1'><name>a</name></info>"
    )
    #expect(facts.contains(.name("a")))
    let host = ProbedHost.test(ports: [80]) { $0.offer("_wled._tcp") }
    let told = host.facts("80/json/info", #"{"leds":{},"ver":"1","name":""# + name + #""}"#)
    guard case .name(let read)? = told.last else {
      Issue.record("no name")
      return
    }
    #expect(read.count <= 80)
    #expect(read.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
  }

  @Test func `Whatever comes back, reading ends and says little`() {
    for kind in Self.cases {
      for question in HTTPProbes.all.flatMap({ $0.questions(for: kind.host) }) {
        guard let request = question.request else { continue }
        for body in HostileReplies.all + Self.hostile {
          for status in [200, 401, 500] {
            let reply = HTTPReply(
              port: question.port,
              isTLS: request.isTLS,
              path: request.path,
              status: status,
              headers: ["content-type": "text/xml"],
              body: Array(body.prefix(HTTPReply.bodyLimit))
            )
            let facts = request.read?(reply) ?? [.http(reply.answer)]
            #expect(facts.count <= 4)
          }
        }
      }
    }
  }

  static let hostile: [[UInt8]] = [
    Array(String(repeating: "<a>", count: 10_000).utf8),
    Array(
      (#"<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>"#
        + "<root><modelName>&b;&b;&b;</modelName></root>").utf8
    ),
    Array(String(repeating: "[", count: 30_000).utf8),
    Array(("{\"name\":\"" + String(repeating: "\\u", count: 10_000)).utf8),
    Array("{\"name\":\"\\ud83c\\ud83c\\udf73\\uZZZZ\\u12".utf8),
    Array("<modelName".utf8), Array("<![CDATA[".utf8), Array("{\"model_name\"".utf8),
  ]

  @Test func `Entities in a description stay what they are`() {
    let text = String(decoding: Self.hostile[1], as: UTF8.self)
    let found = MarkupScanner(text).found
    #expect(found.first { $0.key == "modelName" }?.value == "&b;&b;&b;")
  }

  @Test func `A description is fetched from who announced it alone`() {
    func host(_ location: String) -> ProbedHost {
      .test {
        $0.ssdp = [SSDPAnnouncement(target: "upnp:rootdevice", usn: "u", location: location)]
      }
    }
    let own = host("http://192.168.77.40:49152/d.xml")
    #expect(own.asked == ["49152/d.xml"])
    #expect(host("http://192.168.77.41:49152/d.xml").asked.isEmpty)
    #expect(host("http://example.com/d.xml").asked.isEmpty)
    let many = ProbedHost.test { evidence in
      evidence.ssdp = (0..<50).map {
        SSDPAnnouncement(target: "t\($0)", usn: "u", location: "http://192.168.77.40/\($0).xml")
      }
    }
    #expect(many.asked.count == 4)
    let facts = own.facts("49152/d.xml", "<root/>")
    #expect(facts == [.description(location: "http://192.168.77.40:49152/d.xml", text: "<root/>")])
    #expect(own.facts("49152/d.xml", status: 404, "<root/>").isEmpty)
  }

  @Test func `A camera's answer over ONVIF gives its maker and serial number`() {
    let body = """
      <s:Envelope><s:Body><tds:GetDeviceInformationResponse><tds:Manufacturer>Acme</tds:Manufacturer>
      <tds:Model>C1</tds:Model><tds:SerialNumber>00123456</tds:SerialNumber>
      </tds:GetDeviceInformationResponse></s:Body></s:Envelope>
      """
    let host = ProbedHost.test(ports: [80, 554])
    let facts = host.facts("80/onvif/device_service", body)
    #expect(facts.count == 2 && facts.last == .identity(.serial, "Acme 00123456"))
    #expect(host.facts("80/onvif/device_service", "<html>no</html>").isEmpty)
  }

  @Test func `Words are found by their beginning, and not inside`() {
    var words = HostWords()
    words.add("Living-Room_ShellyPlus1 (ESP)")
    #expect(words.contain(beginning: "shelly") && words.contain(beginning: "living"))
    #expect(!words.contain(beginning: "helly") && !words.contain(beginning: "shellyplus12"))
    #expect(!words.contain(beginning: ""))
    for number in 0..<5000 { words.add("word\(number)") }
    words.add("late")
    #expect(!words.contain(beginning: "late"))
  }
}

extension ProbedHost {
  /// The questions for that port and path.
  fileprivate func questions(_ wanted: String) -> [Question] {
    HTTPProbes.all.flatMap { $0.questions(for: self) }.filter {
      "\($0.port)\($0.request?.path ?? "")" == wanted
    }
  }
}
