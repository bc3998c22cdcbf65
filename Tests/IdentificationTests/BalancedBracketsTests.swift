import Testing
@testable import Model
@testable import Discovery
@testable import Identification

@Suite struct `Brackets in models` {
  @Test(
    arguments: [
      ("OfficeJet Pro 8020 series)", "OfficeJet Pro 8020 series"),
      ("P1 meter (HWE-P1)", "P1 meter (HWE-P1)"),
      ("Shelly Plus (SNSW-0…", "Shelly Plus"),
      ("(HP LaserJet 4", "HP LaserJet 4"),
      ("Model [A (B]", "Model"),
      ("A (B [C) D", "A"),
      ("X) (Y", "X"),
      ("((", ""),
      ("Plain", "Plain"),
      ("A [B (C)] ()", "A [B (C)] ()"),
      ("A [B (C])", "A"),
      (" A (B) ", "A (B)"),
      ("A (\u{301}B)", "A (\u{301}B"),
      (
        String(repeating: "(", count: 70) + String(repeating: ")", count: 70),
        String(repeating: "(", count: 70) + String(repeating: ")", count: 70)
      ),
    ]
  )
  func `have partners`(text: String, expected: String) {
    #expect(BalancedBrackets.text(text) == expected)
  }

  @Test(
    arguments: [
      #"{"mdns":[{"type":"_ipp._tcp","name":"x","txt":{"product":"(HP OfficeJet Pro 8020 series)"}}]}"#,
      #"{"mdns":[{"type":"_ipp._tcp","name":"x","txt":{"usb_MDL":"OfficeJet Pro 8020 series"}}]}"#,
      #"{"mdns":[{"type":"_ipp._tcp","name":"x","txt":{"ty":"HP OfficeJet Pro 8020 series"}}]}"#,
      #"{"mdns":[{"type":"_ipp._tcp","name":"x","txt":{"product":"(HP OfficeJet Pro 8020 series)","ty":"HP OfficeJet Pro 8020 series","usb_MFG":"HP","usb_MDL":"OfficeJet Pro 8020 series"}}]}"#,
      #"{"mdns":[{"type":"_ipp._tcp","name":"x","txt":{"product":"[OfficeJet Pro 8020 series]"}}]}"#,
    ]
  )
  func `are not left in the model of a printer without SNMP`(record: String) throws {
    let evidence = try EvidenceRecord(parsing: Array(record.utf8), number: 1).evidence
    let model = try #require(Identifier().verdict(for: evidence).model)
    #expect(model.hasSuffix("OfficeJet Pro 8020 series"), "\(model)")
  }
}
