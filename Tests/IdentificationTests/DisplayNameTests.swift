import HomeSupport
import Testing
@testable import Discovery
@testable import Identification
@testable import Model

@Suite struct `Display names` {
  private func name(
    host: String? = nil,
    _ services: [(type: String, name: String, txt: [String: String])] = []
  ) -> String? {
    var evidence = Evidence()
    evidence.hostname = host
    evidence.services = services.map { service in
      ServiceInstance(
        type: service.type,
        name: service.name,
        txt: service.txt.mapValues { .text($0) }
      )
    }
    return Identifier().verdict(for: evidence).name
  }

  @Test func `prefer what the owner called it`() {
    #expect(
      name(
        host: "f0d2.local",
        [
          ("_googlecast._tcp", "Chromecast-f085fd9042490e01a04233c8bf333778", ["fn": "Den"]),
          ("_spotify-connect._tcp", "a much longer name of a service", [:]),
        ]
      ) == "Den"
    )
    #expect(
      name([("_ssh._tcp", "a much longer name", [:]), ("_airplay._tcp", "Den", [:])]) == "Den"
    )
  }

  @Test func `prefer what the device says when asked to hosts, and to services`() {
    var evidence = Evidence()
    evidence.hostname = "lamp-4711.lan"
    evidence.services = [ServiceInstance(type: "_http._tcp", name: "a much longer name")]
    evidence.statedNames = [StatedName("Reading corner", from: .udp)]
    let verdict = Identifier().verdict(for: evidence)
    #expect(verdict.name == "Reading corner")
    #expect(verdict.because.last?.source == .udp)
    evidence.services.append(ServiceInstance(type: "_airplay._tcp", name: "Den"))
    #expect(Identifier().verdict(for: evidence).name == "Den")
  }

  @Test func `take of a DHCP client's whole name the first label, after other host names`() {
    var evidence = Evidence()
    evidence.dhcp = DHCPRequest(hostname: "annas-tablet.fritz.box")
    #expect(Identifier().verdict(for: evidence).name == "annas-tablet")
    evidence.hostname = "reading-corner.local"
    #expect(Identifier().verdict(for: evidence).name == "reading-corner")
  }

  @Test func `take makers' words with a serial number after others`() {
    var evidence = Evidence()
    evidence.statedNames = [StatedName("NPI4A1B2C", from: .snmp)]
    evidence.hostname = "office-printer.lan"
    #expect(Identifier().verdict(for: evidence).name == "office-printer")
    evidence.hostname = "localhost-0"
    #expect(Identifier().verdict(for: evidence).name == "NPI4A1B2C")
    #expect(name(host: "BRW0080927AFBCE.lan", [("_ipp._tcp", "Hall", [:])]) == "Hall")
    #expect(!DeviceName.isNumbered("iPhone 13"))
    #expect(!DeviceName.isNumbered("galaxy-s21"))
  }

  @Test func `of Matter's devices stand in DN`() {
    #expect(name([("_matterc._udp", "7B3E90C1D2A4F658", ["dn": "Heater plug"])]) == "Heater plug")
    #expect(name([("_meshcop._udp", "Hall", ["dn": "DefaultDomain"])]) == "Hall")
  }

  @Test func `drop the prefix of RAOP`() {
    #expect(name([("_raop._tcp", "D0817AD9AF37@Den", [:])]) == "Den")
  }

  @Test func `take the longest service name, then the host name`() {
    #expect(
      name([("_http._tcp", "Box", [:]), ("_ipp._tcp", "Laser in the hall", [:])])
        == "Laser in the hall"
    )
    #expect(name(host: "den.fritz.box") == "den")
  }

  @Test func `prefer the host to a program that runs on it`() {
    #expect(name(host: "attic.lan", [("_mqtt._tcp", "Mosquitto on attic", [:])]) == "attic")
    #expect(name([("_mqtt._tcp", "Mosquitto on attic", [:])]) == nil)
  }

  private func name(of record: String) throws -> String? {
    let record = try EvidenceRecord(parsing: Array(record.utf8), number: 1)
    return Identifier().verdict(for: record.evidence).name
  }

  @Test(arguments: [
    (
      #"{"hostname":"x-1","ssdp":[{"description":"<device><friendlyName>Cellar (DS9)</friendlyName></device>"}]}"#,
      "Cellar (DS9)"
    ),
    (
      #"{"hostname":"attic","ssdp":[{"description":"<device><friendlyName>WANDevice</friendlyName></device>"}]}"#,
      "attic"
    ),
    (
      #"{"ssdp":[{"description":"<friendlyName>192.0.2.7 - Sonos One</friendlyName><roomName>Den</roomName>"}]}"#,
      "Den"
    ),
    (#"{"udp":[{"port":9999,"text":"{\"model\":\"HS9\",\"alias\":\"Lamp\"}"}]}"#, "Lamp"),
    (#"{"http":[{"path":"/x","body":"{\"model\":\"M9\",\"name\":\"Porch\"}"}]}"#, "Porch"),
    (#"{"snmp":{"sys_name":"cupboard.lan"}}"#, "cupboard"),
  ])
  func `are read from descriptions`(record: String, expected: String) throws {
    #expect(try name(of: record) == expected)
  }

  @Test func `use generic names last, machine-made names never`() {
    #expect(name(host: "ESP_1A2B3C.lan", [("_http._tcp", "Greenhouse", [:])]) == "Greenhouse")
    #expect(name(host: "greenhouse", [("_http._tcp", "ESP_1A2B3C", [:])]) == "greenhouse")
    #expect(name(host: "android-0123456789abcdef", [("_http._tcp", "Den", [:])]) == "Den")
    #expect(name(host: "ESP_1A2B3C.lan") == "ESP_1A2B3C")
    #expect(name(host: "2d99f293-cd8e-2770-8dd2-6675de9fa000.local") == nil)
    #expect(name([("_matter._tcp", "4BA9831AE57CE2F9", [:])]) == nil)
  }

  @Test(arguments: [
    ("red\u{1B}[31m", "red[31m"), ("a\u{202E}b\u{2066}c", "abc"),
    ("two\nlines\t here ", "two lines here"),
    ("zero\u{200B}width", "zerowidth"), ("👩‍👧 Den’s “box”", "👩‍👧 Den’s “box”"),
    ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
  ])
  func `are harmless to read`(hostile: String, harmless: String) {
    #expect(name([("_http._tcp", hostile, [:])]) == harmless)
  }

  @Test func `are bounded`() throws {
    let long = try #require(name([("_http._tcp", String(repeating: "name ", count: 999), [:])]))
    #expect(long.count == 80)
    let tower = "Z" + String(repeating: "\u{301}", count: 5000)
    let low = name([("_http._tcp", tower, [:])]) ?? ""
    #expect(low.unicodeScalars.count <= 321)
  }

  @Test func `describe what has no name`() {
    var evidence = Evidence()
    evidence.mac = mac("00:0e:58:00:00:03")
    #expect(Identifier().verdict(for: evidence).name == "Sonos speaker")
  }
}
