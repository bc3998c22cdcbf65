import Testing
@testable import Discovery
@testable import Model

@Suite("Evidence on file") struct EvidenceRecordTests {
  private func record(_ line: String, number: Int = 1) throws -> EvidenceRecord {
    try EvidenceRecord(parsing: Array(line.utf8), number: number)
  }

  @Test("every part of a record is read, and keys not known are not minded") func parts() throws {
    let record = try record(
      """
      {"id":"a","new":{"x":[1]},"gateway":true,"mac":"02:00:00:00:00:01","open_ports":[443,80],
      "dhcp":{"vendor_class":"PS9","parameters":[1,3]},"snmp":{"sys_descr":"S","sys_object_id":"1.3"},
      "http":[{"port":80,"headers":{"Server":"X"},"body":"<title>T</title>"}],
      "udp":[{"port":9,"hex":"00ff"}],"tls":[{"subject":"CN=a"}],
      "banners":[{"protocol":"ftp","text":"220 hi"}],"ws_discovery":{"scopes":["s"]},
      "mdns":[{"type":"_x._tcp","txt":{"MD":"Y"}}],"smb":{"native_os":"W"}}
      """
    )
    let evidence = record.evidence
    #expect(record.id == "a")
    #expect(evidence.isGateway)
    #expect(evidence.openPorts == [80, 443])
    #expect(evidence.dhcp?.parameters == [1, 3])
    #expect(evidence.http.first?.headers["server"] == "X")
    #expect(evidence.udp.first?.bytes == [0, 255])
    #expect(evidence.services.first?.txt["md"] == .text("Y"))
    #expect(evidence.banners.first?.transport == "ftp")
  }

  @Test(
    "a line that is no record is named",
    arguments: ["{", "[]", "null", #"{"mdns":7}"#, "\u{0}"]
  )
  func malformed(line: String) {
    let error = #expect(throws: EvidenceRecord.ParseError.self) { try record(line, number: 7) }
    #expect(error?.line == 7)
  }

  @Test("texts are cut to a bounded size") func bounded() throws {
    let long = String(repeating: "x", count: 9000)
    let evidence = try record(#"{"hostname":"\#(long)"}"#).evidence
    #expect(evidence.hostname?.utf8.count == 4096)
  }
}
