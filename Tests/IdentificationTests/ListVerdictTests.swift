import Testing
@testable import Discovery
@testable import Identification
@testable import Model

/// What the public lists of numbers, types and names say: a row a family.
@Suite("Verdicts from public lists") struct ListVerdictTests {
  typealias Row = RecordVerdictTests.Row

  /// A sysObjectID below the enterprises.
  private static func enterprise(_ number: String) -> String {
    #"{"snmp":{"sys_object_id":"1.3.6.1.4.1.\#(number)"}}"#
  }

  /// A page with that title.
  private static func page(_ title: String) -> String {
    #"{"http":[{"port":80,"path":"/","status":200,"#
      + #""body":"<html><head><title>\#(title)</title></head></html>"}]}"#
  }

  /// A service of that type.
  private static func service(_ type: String) -> String {
    #"{"mdns":[{"type":"\#(type)","name":"x","port":80,"txt":{}}]}"#
  }

  /// A web service of that name.
  private static func named(_ name: String) -> String {
    #"{"mdns":[{"type":"_http._tcp","name":"\#(name)","port":80,"txt":{}}]}"#
  }

  /// An announcement by SSDP.
  private static func target(_ target: String) -> String {
    #"{"ssdp":[{"nt":"\#(target)","usn":"uuid:1"}]}"#
  }

  /// A name of a host.
  private static func host(_ name: String) -> String { #"{"hostname":"\#(name)"}"# }

  /// The description of an operator's router: its builder, its model, its name.
  private static func gateway(_ maker: String, _ model: String, _ name: String) -> String {
    let type = "urn:schemas-upnp-org:device:InternetGatewayDevice:1"
    return #"{"ssdp":[{"nt":"\#(type)","usn":"uuid:1","description":"<root><device>"#
      + #"<deviceType>\#(type)</deviceType><friendlyName>\#(name)</friendlyName>"#
      + #"<manufacturer>\#(maker)</manufacturer>"#
      + #"<modelName>\#(model)</modelName></device></root>"}]}"#
  }

  /// IANA's private enterprise numbers.
  static let enterprises: [Row] = [
    Row(enterprise("46242.1"), .network, "Netonix"),
    Row(enterprise("46419.1.2"), .network, "Araknis"),
    Row(enterprise("17950.1"), .network, "Endian"),
    Row(enterprise("52573.2"), .router, "Keenetic"),
    Row(enterprise("45802.3"), .router, "Ubee"),
    Row(enterprise("53869.1"), .router, "OPNsense", os: "OPNsense"),
    Row(enterprise("41112.1.5"), .router, "Ubiquiti"),
    Row(enterprise("41112.1.6"), .network, "Ubiquiti"),
    Row(enterprise("33550.1"), .printer, "Bixolon"),
    Row(enterprise("10504.1"), .printer, "Printronix"),
    Row(enterprise("1229.1.1"), .printer, "SEH"),
    Row(enterprise("18928.1"), .storage, "Areca"),
    Row(enterprise("49622.1"), .server, "ASRock Rack"),
    Row(enterprise("38536.1"), .computer, "10ZiG"),
    Row(enterprise("59440.1"), .voip, "Fanvil"),
    Row(enterprise("53023.4"), .voip, "Agfeo"),
    Row(enterprise("29908.1"), .camera, "IndigoVision"),
    Row(enterprise("17491.1"), .speaker, "Barix"),
    Row(enterprise("43369.1"), .tvMedia, "BrightSign"),
    Row(enterprise("6922.1"), .tvMedia, "Amino"),
    Row(enterprise("26272.1"), .appliance, "Salicru"),
    Row(enterprise("47952.1"), .appliance, "NETIO"),
    Row(enterprise("52956.1"), .smartHome, "Fronius"),
    Row(enterprise("31394.1"), .smartHome, "Victron Energy"),
    Row(enterprise("42036.1"), .smartHome, "Loytec"),
  ]

  /// Types of DNS-SD.
  static let services: [Row] = [
    Row(service("_deako._tcp"), .smartHome, "Deako"),
    Row(service("_droplet._tcp"), .smartHome, "Hydrific"),
    Row(service("_zigbee-coordinator._tcp"), .smartHome, nil),
    Row(service("_mass._tcp"), .server, "Music Assistant"),
    Row(service("_smoip._tcp"), .speaker, "Cambridge Audio"),
    Row(service("_netaudio-arc._udp"), .speaker, nil),
    Row(service("_philipstv_s_rpc._tcp"), .tvMedia, "Philips"),
    Row(service("_samsungmsf._tcp"), .tvMedia, "Samsung"),
    Row(service("_hyperdeck_ctrl._tcp"), .tvMedia, "Blackmagic Design"),
    Row(service("_oculusal_sp._tcp"), .gaming, "Meta"),
    Row(service("_fax-ipp._tcp"), .printer, nil),
    Row(service("_wd-2go._tcp"), .storage, "Western Digital"),
    Row(service("_csco-sb._tcp"), .network, "Cisco"),
    Row(service("_eerogw._tcp"), .router, "eero"),
    Row(service("_iax._udp"), .voip, nil),
    Row(service("_imap._tcp"), .server, nil),
    Row(service("_timbuktu._tcp"), .computer, nil),
  ]

  /// Types of the UPnP forum, and makers' own.
  static let targets: [Row] = [
    Row(target("urn:schemas-upnp-org:device:HVAC_ZoneThermostat:1"), .smartHome, nil),
    Row(target("urn:schemas-upnp-org:device:SolarProtectionBlind:1"), .smartHome, nil),
    Row(target("urn:schemas-upnp-org:device:TelephonyServer:1"), .voip, nil),
    Row(target("urn:schemas-upnp-org:device:fritzbox:1"), .router, "AVM"),
    Row(target("urn:schemas-frontier-silicon-com:undok:fsapi:1"), .speaker, nil),
    Row(target("urn:av-openhome-org:service:Product:1"), .speaker, nil),
    Row(target("urn:ses-com:device:SatIPServer:1"), .tvMedia, nil),
    Row(target("urn:philips-com:device:DiProduct:1"), .tvMedia, "Philips"),
    Row(target("urn:samsung.com:service:MainTVAgent2:1"), .tvMedia, "Samsung"),
    Row(target("c4:director"), .smartHome, "Control4"),
    Row(target("nanoleaf:nl69"), .smartHome, "Nanoleaf"),
  ]

  /// Names that devices have from their makers.
  static let names: [Row] = [
    Row(#"{"hostname":"P199","mac":"50:91:e3:00:00:01"}"#, .smartHome, "TP-Link", "P199"),
    Row(#"{"hostname":"C299_0A0B0C","mac":"50:91:e3:00:00:01"}"#, .camera, "TP-Link", "C299"),
    Row(host("gdocntl-0a0b0c"), .smartHome, "Genie"),
    Row(host("ruuvigateway0a0b"), .smartHome, "Ruuvi"),
    Row(host("rfgateway"), .smartHome, "Intergas"),
    Row(host("kommspot"), .smartHome, "SEKO"),
    Row(named("vrroom-99"), .tvMedia, "HDFury"),
    Row(host("VMDG999"), .router, "Virgin Media"),
    Row(host("o2.box"), .router, "O2"),
    Row(host("skyrouter.home"), .router, "Sky"),
  ]

  /// Operators' routers, by the operator whose product they are.
  static let gateways: [Row] = [
    Row(gateway("Sagemcom", "Residential Livebox,(DSL)", "Orange Livebox"), .router, "Orange"),
    Row(gateway("Sagemcom", "FunBox 9.0", "Orange FunBox"), .router, "Orange"),
    Row(gateway("Sagemcom", "Bbox F@st 9999", "Bbox"), .router, "Bouygues Telecom"),
    Row(gateway("Arcadyan", "Speedport W 999V", "Speedport"), .router, "Deutsche Telekom"),
    Row(gateway("Technicolor", "Vodafone Station", "Vodafone Station"), .router, "Vodafone"),
    Row(gateway("Sercomm", "Vodafone Wi-Fi Hub", "VOX9.0"), .router, "Vodafone"),
    Row(gateway("Arcadyan", "o2 HomeBox 9999", "o2 HomeBox"), .router, "O2"),
    Row(gateway("ZTE", "Experia Box V99", "Experia Box V99"), .router, "KPN"),
    Row(gateway("Sagemcom", "Internet-Box 9", "Swisscom Internet-Box"), .router, "Swisscom"),
    Row(gateway("Technicolor", "A1 WLAN Box", "A1 WLAN Box"), .router, "A1"),
    Row(gateway("Sagemcom", "Sky Q Hub", "Sky Q Hub"), .router, "Sky"),
    Row(gateway("Arcadyan", "Smart Hub 9", "BT Smart Hub 9"), .router, "BT"),
    Row(gateway("Huawei", "TalkTalk HG999", "TalkTalk Super Router"), .router, "TalkTalk"),
    Row(gateway("Technicolor", "AGTHP", "TIM HUB"), .router, "TIM"),
    Row(gateway("MitraStar", "GPT-9999GNAC", "HGU Movistar"), .router, "Movistar"),
    Row(gateway("Sagemcom", "Proximus b-box 9", "b-box 9"), .router, "Proximus"),
    Row(gateway("Askey", "SAX9V9K", "Spectrum"), .router, "Spectrum", "SAX9V9K"),
    // The builder's own model stays the builder's, whoever gives it to its customers.
    Row(gateway("Technicolor", "CGM9999COM", "Xfinity"), .router, "Technicolor"),
    Row(gateway("AsusTeK Computer Inc.", "AN-900", "AN-900"), .router, "Asus"),
    Row(gateway("ARRIS Group, Inc.", "PX9001", "PX9001"), .router, "Arris"),
  ]

  /// Makers that home automation's integrations are for.
  static let makers: [Row] = [
    Row(page("eGauge"), .smartHome, "eGauge"),
    Row(page("NET-PwrCtrl"), .smartHome, "ANEL"),
    Row(page("OpenTherm Gateway"), .smartHome, nil),
    Row(page("Lunatone DALI-2 IoT"), .smartHome, "Lunatone"),
    Row(page("HDFury"), .tvMedia, "HDFury"),
    Row(page("Xeoma"), .server, nil),
    Row(
      #"{"http":[{"port":80,"path":"/s","status":200,"body":"{\"manufacturer\":\"Mill\"}"}]}"#,
      .smartHome,
      "Mill"
    ),
    Row(#"{"dhcp":{"vendor_class":"SteamOS"}}"#, .gaming, "Valve"),
  ]

  @Test(arguments: enterprises + services + targets + names + gateways + makers)
  func `are right`(row: Row) throws {
    let record = try EvidenceRecord(parsing: Array(row.record.utf8), number: 1)
    let verdict = Identifier().verdict(for: record.evidence)
    #expect(verdict.category == row.category)
    #expect(verdict.vendor == row.vendor)
    if let model = row.model { #expect(verdict.model == model) }
    if let os = row.os { #expect(verdict.os == os) }
  }
}
