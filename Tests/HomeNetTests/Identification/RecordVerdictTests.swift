import Testing

@testable import HomeNet

/// One row a device: what it says, and what it is.
///
/// The devices are made up, their manners are not.
@Suite("Verdicts on records") struct RecordVerdictTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var record: String
    var category: HomeNet.Category
    var vendor: String?
    var model: String?

    init(_ record: String, _ category: HomeNet.Category, _ vendor: String?, _ model: String? = nil)
    {
      self.record = record
      self.category = category
      self.vendor = vendor
      self.model = model
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
    Row(#"{"hostname":"tvbox-camel.lan"}"#, .unknown, nil),
    Row(#"{"snmp":{"sys_descr":"our thing"}}"#, .unknown, nil),
  ]

  @Test("a device is what it says", arguments: rows) func verdict(row: Row) throws {
    let record = try EvidenceRecord(parsing: Array(row.record.utf8), number: 1)
    let verdict = Identifier().verdict(for: record.evidence)
    #expect(verdict.category == row.category)
    #expect(verdict.vendor == row.vendor)
    if let model = row.model { #expect(verdict.model?.contains(model) == true, "\(verdict)") }
    // Whatever is claimed has its reason.
    if verdict.vendor != nil { #expect(verdict.because.contains { $0.claim == .vendor }) }
  }
}
