import Testing
@testable import Discovery
@testable import Identification
@testable import Model

/// One row a device: what it says, and what it is.
///
/// The devices are made up, their manners are not.
@Suite("Verdicts on records") struct RecordVerdictTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var record: String
    var category: Model.Category
    var vendor: String?
    var model: String?
    var os: String?

    init(
      _ record: String,
      _ category: Model.Category,
      _ vendor: String?,
      _ model: String? = nil,
      os: String? = nil
    ) {
      self.record = record
      self.category = category
      self.vendor = vendor
      self.model = model
      self.os = os
    }

    var testDescription: String { record }
  }

  static let rows: [Row] = [
    Row(
      #"{"snmp":{"sys_descr":"Lexmark C999 version NR.X kernel 2.6","sys_object_id":"1.3.6.1.4.1.641.9"}}"#,
      .printer,
      "Lexmark",
      "C999"
    ),
    Row(
      #"{"snmp":{"sys_descr":"HP ETHERNET MULTI-ENVIRONMENT,SN:X,PID:HP LaserJet Pro M999dw"}}"#,
      .printer,
      "HP",
      "LaserJet Pro M999dw"
    ),
    Row(
      #"{"snmp":{"sys_descr":"RouterOS RB9999","sys_object_id":"1.3.6.1.4.1.14988.1"}}"#,
      .router,
      "MikroTik",
      "RB9999"
    ),
    Row(
      #"{"banners":[{"port":5060,"protocol":"sip","text":"User-Agent: Grandstream HT899 1.0"}]}"#,
      .voip,
      "Grandstream",
      "HT899"
    ),
    Row(
      #"{"http":[{"headers":{"WWW-Authenticate":"Basic realm=\"DCS-9999L\""},"status":401}]}"#,
      .camera,
      "D-Link",
      "DCS-9999L"
    ),
    Row(
      #"{"http":[{"path":"/api","body":"{\"product_type\":\"HWE-XYZ\",\"product_name\":\"Gas meter\"}"}]}"#,
      .smartHome,
      "HomeWizard",
      "Gas meter (HWE-XYZ)"
    ),
    Row(#"{"dhcp":{"vendor_class":"PS4"}}"#, .gaming, "Sony", "PlayStation 4"),
    Row(
      #"{"dhcp":{"vendor_class":"AAPLBSDPC/arm/Mac14,3"}}"#,
      .computer,
      "Apple",
      "Mac mini (M2)"
    ),
    Row(
      #"{"ssdp":[{"description":"<device><deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><manufacturer>Acme Networks Inc.</manufacturer><modelName>AN-900</modelName></device>"}]}"#,
      .router,
      "Acme Networks",
      "AN-900"
    ),
    Row(
      #"{"udp":[{"port":9999,"text":"{\"system\":{\"get_sysinfo\":{\"model\":\"KL999(EU)\",\"sw_ver\":\"1\",\"hw_ver\":\"1\"}}}"}]}"#,
      .smartHome,
      "TP-Link",
      "KL999"
    ),
    Row(
      #"{"ws_discovery":{"types":"dn:NetworkVideoTransmitter","scopes":["onvif://www.onvif.org/hardware/CAM-7"]}}"#,
      .camera,
      nil,
      "CAM-7"
    ),
    Row(#"{"ws_discovery":{"types":"wsdp:Device pub:Computer"}}"#, .computer, nil, os: "Windows"),
    // What once was told wrong.
    Row(
      #"{"banners":[{"port":22,"protocol":"ssh","text":"SSH-2.0-OpenSSH_9.9 Debian-1"}],"open_ports":[22,3389]}"#,
      .computer,
      nil,
      os: "Debian"
    ),
    Row(
      #"{"mac":"b8:27:eb:00:00:01","banners":[{"port":3551,"protocol":"apcupsd","text":"DRIVER: USB UPS Driver\nMODEL: Back-UPS ES 999G"}]}"#,
      .computer,
      "Raspberry Pi"
    ),
    Row(
      #"{"smb":{"native_lm":"Samba"},"ws_discovery":{"types":"wsdp:Device pub:Computer"},"open_ports":[445,5357]}"#,
      .computer,
      nil,
      os: "Linux"
    ),
    Row(
      #"{"banners":[{"port":22,"protocol":"ssh","text":"SSH-2.0-OpenSSH_9.9 Debian-1"}],"ws_discovery":{"types":"wsdp:Device pub:Computer"}}"#,
      .computer,
      nil,
      os: "Debian"
    ),
    Row(#"{"mac":"b8:27:eb:00:00:01","open_ports":[22,32400]}"#, .computer, "Raspberry Pi"),
    Row(#"{"mac":"00:11:32:00:00:01","open_ports":[5000,5001,32400]}"#, .storage, "Synology"),
    Row(#"{"hostname":"Pixel-9.lan"}"#, .phone, "Google", "Pixel 9"),
    Row(#"{"mac":"dc:e5:5b:00:00:01"}"#, .phone, "Google"),
    Row(
      #"{"snmp":{"sys_descr":"APC Web/SNMP Management Card (MN:AP9999)"},"http":[{"headers":{"Server":"Allegro-Software-RomPager/4.34"},"port":80}]}"#,
      .appliance,
      "APC",
      "AP9999"
    ),
    Row(
      #"{"hostname":"attic","banners":[{"port":22,"protocol":"ssh","text":"SSH-2.0-OpenSSH_9.9 Debian-1"}],"open_ports":[22,53,80]}"#,
      .computer,
      nil
    ),
    Row(
      #"{"ssdp":[{"st":"upnp:rootdevice","server":"Debian/99 UPnP/1.1 MiniUPnPd/9.9","description":"<device><deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><manufacturer>Debian</manufacturer><modelName>Debian router</modelName></device>"}]}"#,
      .router,
      nil
    ),
    Row(#"{"hostname":"scanner"}"#, .unknown, nil),
    Row(#"{"mac":"00:08:9b:00:00:01"}"#, .storage, "QNAP"),
    Row(
      #"{"mdns":[{"type":"_ipp._tcp","name":"Desk","txt":{"ty":"EPSON XP-9990 Series","note":"Apple AirPrint"}}]}"#,
      .printer,
      "Epson",
      "XP-9990"
    ),
    Row(
      #"{"ssdp":[{"server":"box UPnP/1.0 AVM FRITZ!Box 9999 AX 199.09.99"}]}"#,
      .router,
      "AVM",
      "FRITZ!Box 9999 AX"
    ),
    Row(
      #"{"mac":"b8:27:eb:00:00:01","mdns":[{"type":"_home-assistant._tcp","name":"Home"}]}"#,
      .smartHome,
      "Raspberry Pi"
    ),
    Row(#"{"ssdp":[{"location":"http://192.0.2.1:37215/x/upnpdev.xml"}]}"#, .router, "Huawei"),
    // A maker's name alone, of a maker that makes one kind of thing.
    Row(#"{"http":[{"body":"<title>Bixolon</title>","port":80}]}"#, .printer, "Bixolon"),
    // One row for a way of telling, so that each way is used.
    Row(#"{"snmp":{"sys_object_id":"1.3.6.1.4.1.30065.1.9"}}"#, .network, "Arista"),
    Row(#"{"snmp":{"sys_object_id":"1.3.6.1.4.1.7779.1.9"}}"#, .network, "Infoblox"),
    Row(#"{"snmp":{"sys_object_id":"1.3.6.1.4.1.13742.9"}}"#, .appliance, "Raritan"),
    Row(
      #"{"udp":[{"port":48899,"text":"10.0.0.9,AABBCCDDEEFF,AK001-ZZ999"}]}"#,
      .smartHome,
      "MagicHome",
      "AK001-ZZ999"
    ),
    Row(
      #"{"udp":[{"port":4002,"text":"{\"msg\":{\"cmd\":\"scan\",\"data\":{\"sku\":\"H9999\"}}}"}]}"#,
      .smartHome,
      "Govee",
      "H9999"
    ),
    Row(
      #"{"udp":[{"port":60128,"text":"!1ECNTX-NR9999/60128/DX/0009B0000000"}]}"#,
      .speaker,
      "Onkyo",
      "TX-NR9999"
    ),
    Row(
      #"{"udp":[{"port":60128,"text":"!1ECNVSX-S9999/60128/DX/0009B0000000"}]}"#,
      .speaker,
      "Pioneer",
      "VSX-S9999"
    ),
    Row(
      #"{"udp":[{"port":9302,"text":"HTTP/1.1 200 Ok\nhost-type:PS5\nhost-name:Den"}]}"#,
      .gaming,
      "Sony",
      "PlayStation 5"
    ),
    Row(
      #"{"http":[{"path":"/shelly","port":80,"body":"{\"type\":\"SHSW-25\",\"mac\":\"AABBCCDDEEFF\"}"}]}"#,
      .smartHome,
      "Shelly",
      "Shelly 2.5"
    ),
    Row(
      #"{"http":[{"path":"/shelly","port":80,"body":"{\"app\":\"Plus9PM\",\"model\":\"SNSW-9\",\"gen\":2}"}]}"#,
      .smartHome,
      "Shelly",
      "Shelly Plus 9PM"
    ),
    Row(
      #"{"http":[{"path":"/status.cgi","port":443,"body":"{\"host\":{\"devmodel\":\"NanoBeam 9\"}}"}]}"#,
      .network,
      "Ubiquiti",
      "NanoBeam 9"
    ),
    Row(#"{"http":[{"headers":{"Server":"xxxxxxxx-xxxxx"},"port":443}]}"#, .network, "Fortinet"),
    Row(#"{"http":[{"body":"<title>NETSurveillance WEB</title>","port":80}]}"#, .camera, nil),
    Row(
      #"{"banners":[{"port":22,"protocol":"ssh","text":"SSH-2.0-ROSSSH"}]}"#,
      .router,
      "MikroTik"
    ),
    Row(
      #"{"banners":[{"port":5060,"protocol":"sip","text":"User-Agent: Yealink SIP-T99G 1.2"}]}"#,
      .voip,
      "Yealink",
      "SIP-T99G"
    ),
    Row(#"{"dhcp":{"vendor_class":"AXIS,Dome Camera,P9999-LV"}}"#, .camera, "Axis", "P9999-LV"),
    Row(
      #"{"dhcp":{"parameters":[1,3,6,15,31,33,43,44,46,47,119,121,249,252]}}"#,
      .computer,
      nil
    ),
    Row(#"{"tls":[{"subject":"CN=iDRAC9 default certificate,O=Dell Inc."}]}"#, .server, "Dell"),
    Row(
      #"{"mdns":[{"type":"_hap._tcp","txt":{"md":"Eve Energy 20","ci":"7"}}]}"#,
      .smartHome,
      "Eve"
    ),
    Row(#"{"mdns":[{"type":"_hap._tcp","txt":{"md":"Unheard of","ci":"17"}}]}"#, .camera, nil),
    Row(#"{"hostname":"BRW0080927A0000"}"#, .printer, "Brother"),
    // What makes modules for others says nothing of the device.
    Row(#"{"mac":"00:1d:c9:00:00:01"}"#, .unknown, nil),
    Row(#"{"mac":"a4:cf:12:00:00:01"}"#, .smartHome, nil),
    Row(#"{"hostname":"tvbox-camel.lan"}"#, .unknown, nil),
    Row(#"{"snmp":{"sys_descr":"our thing"}}"#, .unknown, nil),
  ]

  @Test("a device is what it says", arguments: rows) func verdict(row: Row) throws {
    let record = try EvidenceRecord(parsing: Array(row.record.utf8), number: 1)
    let verdict = Identifier().verdict(for: record.evidence)
    #expect(Set(verdict.because).count == verdict.because.count)
    #expect(verdict.category == row.category)
    #expect(verdict.vendor == row.vendor)
    if let model = row.model { #expect(verdict.model?.contains(model) == true, "\(verdict)") }
    if let os = row.os { #expect(verdict.os == os) }
    // Whatever is claimed has its reason.
    if verdict.vendor != nil { #expect(verdict.because.contains { $0.claim == .vendor }) }
  }
}
