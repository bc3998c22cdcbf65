import Testing
@testable import Discovery
@testable import Identification
@testable import Model

/// What makers' documents say that their devices state, and what these are: a row a family.
@Suite("Verdicts on families") struct FamilyVerdictTests {
  typealias Row = RecordVerdictTests.Row

  /// A page with that title.
  private static func page(_ title: String) -> String {
    #"{"http":[{"port":80,"path":"/","status":200,"body":"<html><head><title>\#(title)</title></head></html>"}]}"#
  }

  /// A service of that type.
  private static func service(_ type: String, _ name: String = "x") -> String {
    #"{"mdns":[{"type":"\#(type)","name":"\#(name)","port":80,"txt":{}}]}"#
  }

  /// A description of a device.
  private static func description(_ maker: String, _ model: String, _ words: String = "") -> String
  {
    #"{"ssdp":[{"nt":"upnp:rootdevice","usn":"uuid:1","description":"<root><device>"#
      + #"<deviceType>urn:schemas-upnp-org:device:Basic:1</deviceType>"#
      + #"<manufacturer>\#(maker)</manufacturer><modelName>\#(model)</modelName>"#
      + #"<modelDescription>\#(words)</modelDescription></device></root>"}]}"#
  }

  static let rows: [Row] = [
    // Energy.
    Row(page("WiNet-S"), .smartHome, "Sungrow"),
    Row(page("openWB"), .smartHome, "openWB"),
    Row(page("evcc"), .smartHome, "evcc"),
    Row(#"{"hostname":"zaptec-ZAP000001"}"#, .smartHome, "Zaptec"),
    Row(
      #"{"http":[{"port":80,"path":"/d","status":200,"body":"{\"model\":\"LS999\",\"fw\":\"1\"}"}]}"#,
      .smartHome,
      "YouLess",
      "LS999"
    ),
    // Programs.
    Row(page("ioBroker.admin"), .smartHome, nil),
    Row(page("Sonarr"), .server, nil),
    Row(page("Immich"), .server, nil),
    Row(description("Gerbera Contributors", "Gerbera"), .server, "Gerbera Contributors"),
    Row(service("_hyperiond-json._tcp"), .smartHome, "Hyperion"),
    // Printers of three dimensions.
    Row(page("Duet Web Control"), .printer, "Duet3D"),
    Row(
      #"{"banners":[{"port":8899,"protocol":"telnet","text":"Machine Type: Flashforge Adventurer9"}]}"#,
      .printer,
      "FlashForge",
      "Adventurer9"
    ),
    Row(service("_formlabs_formule._tcp"), .printer, "Formlabs"),
    // Operators' boxes.
    Row(description("Sagemcom", "Decodeur TV UHD"), .tvMedia, "Sagemcom"),
    Row(description("Bouygues Telecom", "Bbox Miami"), .tvMedia, "Bouygues Telecom"),
    Row(description("Huawei", "MR999", "MagentaTV"), .tvMedia, "Deutsche Telekom"),
    // Other families.
    Row(page("Vallox MV"), .smartHome, "Vallox"),
    Row(#"{"hostname":"romy","mdns":[{"type":"_aicu-http._tcp","name":"R"}]}"#, .appliance, "ROMY"),
    Row(description("Eversolo", "DMP-A99"), .speaker, "Eversolo", "DMP-A99"),
    Row(page("Starlink"), .router, "Starlink"),
    // Common nouns of makers that no rule names.
    Row(description("Nobody Known", "X1", "Smart energy meter"), .smartHome, "Nobody Known", "X1"),
    Row(description("Nobody Known", "X2", "Network music streamer"), .speaker, "Nobody Known"),
    Row(description("Nobody Known", "X3", "Robotic mower"), .appliance, "Nobody Known"),
    Row(description("Nobody Known", "X4", "Video doorbell"), .camera, "Nobody Known"),
    Row(description("Nobody Known", "X5", "IPTV set-top box"), .tvMedia, "Nobody Known"),
  ]

  @Test(arguments: rows)
  func `are right`(row: Row) throws {
    let record = try EvidenceRecord(parsing: Array(row.record.utf8), number: 1)
    let verdict = Identifier().verdict(for: record.evidence)
    #expect(verdict.category == row.category)
    #expect(verdict.vendor == row.vendor)
    if let model = row.model { #expect(verdict.model == model) }
  }
}
