import Testing

@testable import Identification

/// The files of rules, and what is refused in them.
@Suite("Files of rules") struct RuleFileTests {
  @Test("every line of the program's files is a rule") func files() {
    #expect(RuleSet.standard.errors.map(\.description) == [])
    #expect(RuleFile.embedded.count == 25)
    #expect(RuleSet.standard.textRules.count > 2500)
    #expect(RuleSet.standard.ports.count > 50)
    #expect(RuleSet.standard.keys.attributes.count > 20)
    #expect(RuleSet.standard.apple.names.count > 200)
  }

  @Test("no condition is stated by two rules") func conditions() {
    #expect(RuleChecks.statedTwice(in: RuleFile.embedded).map(\.description) == [])
  }

  @Test(
    "a line that is no rule is refused, with its place and what is wrong",
    arguments: [
      (#"snmp "x""#, "a rule is conditions, a colon between blanks, and claims"),
      (#"snmp "x" : "#, "a rule is conditions, a colon between blanks, and claims"),
      (#"snmp : printer 90"#, "a rule is conditions, a colon between blanks, and claims"),
      (#"snmp "x" : vendor 90"#, "a rule is conditions, a colon between blanks, and claims"),
      (#"smnp "x" : printer 90"#, "no field is called smnp"),
      (#"snmp|port "x" : printer 90"#, "no field is called port"),
      (#"snmp "x" or "y" : printer 90"#, "no field is called or"),
      (#"snmp|ports "80" : printer 90"#, "these fields or conditions can't stand together"),
      (#"ports "80" and snmp "x" : printer 90"#, "these fields or conditions can't stand together"),
      (#"snmp "x" of "_ipp._tcp" : printer 90"#, "these fields or conditions can't stand together"),
      (#"snmp "x" : fridge 90"#, "nothing that can be claimed is called fridge"),
      (#"snmp "x" : unknown 90"#, "nothing that can be claimed is called unknown"),
      (#"snmp "x" : printer 90 nas 20"#, "nothing that can be claimed is called nas"),
      (#"snmp "x" : printer 0"#, "a weight is a whole number from 1 to 100, not 0"),
      (#"snmp "x" : printer 101"#, "a weight is a whole number from 1 to 100, not 101"),
      (#"snmp "x" : printer -5"#, "a weight is a whole number from 1 to 100, not -5"),
      (#"snmp "x" : printer 0.9"#, "a weight is a whole number from 1 to 100, not 0.9"),
      (#"snmp "x" : printer 90; vendor "y""#, "a weight is a whole number from 1 to 100, not none"),
      (#"snmp "x" : "y" 90"#, #"the text "y" is of no field and no claim"#),
      (#""x" : printer 90"#, #"the text "x" is of no field and no claim"#),
      (#"ports "80,http" : printer 90"#, #"the field can't hold "80,http""#),
      (#"apple-model "J105a" : name "Apple TV""#, #"the field can't hold "J105a""#),
      (#"snmp "*x" : printer 90"#, #"a pattern can't begin with a gap: "*x""#),
    ]
  )
  func refused(line: String, why: String) {
    let file = RuleFile(
      name: "new.rules",
      text: "# A comment.\n\n\(line)\nsnmp \"z\" : router 90\n"
    )
    let rules = RuleSet([file])
    #expect(rules.errors.map(\.description) == ["new.rules:3: \(why)"])
    #expect(rules.textRules.count == 1)
  }

  @Test(
    "a condition that another rule states is refused",
    arguments: [
      (#"any "Snom" : voip 90"#, #"any "x" "snom" : voip 94, vendor "Snom""#, "snom"),
      (#"snmp|banner "x" and oid "1." : voip 90"#, #"banner|snmp "x" and oid "2." : voip 9"#, nil),
      (#"snmp|banner "x" and oid "1." : voip 90"#, #"banner|snmp "x" and oid "1." : voip 9"#, "x"),
      (#"any "x" not oid "1." : voip 90"#, #"any "x" and oid "1." : voip 9"#, nil),
      (#"maker|named "Sonos" : speaker 85"#, #"named "Sonos" : speaker 9"#, "Sonos"),
      (#"attribute "ty" : model value 90"#, #"attribute "ty" : vendor value 90"#, "ty"),
      (
        #"attribute "md" of "_a._tcp" "_b._tcp" : model value 90"#,
        #"attribute "md" of "_b._tcp" : vendor value 90"#, "md"
      ),
    ] as [(String, String, String?)]
  )
  func twice(first: String, second: String, text: String?) {
    let file = RuleFile(name: "new.rules", text: "\(first)\n\(second)\n")
    let errors = RuleChecks.statedTwice(in: [file]).map(\.description)
    #expect(
      errors
        == (text.map { ["new.rules:2: \"\($0)\" is a condition of new.rules:1 already"] } ?? [])
    )
  }
}
