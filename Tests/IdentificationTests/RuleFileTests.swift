import Testing

@testable import Identification

/// The files of rules, and what is refused in them.
@Suite("Files of rules") struct RuleFileTests {
  @Test("every line of the program's files is a rule") func files() {
    #expect(RuleSet.standard.errors.map(\.description) == [])
    #expect(RuleFile.embedded.count == 34)
    #expect(RuleSet.standard.textRules.count > 2500)
    #expect(RuleSet.standard.ports.count > 50)
    #expect(RuleSet.standard.keys.attributes.count > 20)
    let apple = RuleSet.standard.apple
    #expect(apple.names.count > 400)
    #expect(apple.identifierOfBoard.count > 300)
  }

  @Test("no condition is stated by two rules, unless they say so") func conditions() throws {
    let overlaps = try RuleChecks.overlaps(in: RuleFile.embedded)
    #expect(overlaps == [])
  }

  @Test("a maker is spelt one way") func spellings() {
    var spellings: [String: Set<String>] = [:]
    for file in RuleFile.embedded {
      for line in file.text.split(separator: "\n") {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        for (before, text) in zip(parts, parts.dropFirst()) where before.hasSuffix("vendor ") {
          let letters = text.lowercased().filter { $0.isLetter || $0.isNumber }
          spellings[letters, default: []].insert(String(text))
        }
      }
    }
    #expect(spellings.count > 500)
    #expect(spellings.values.filter { $0.count > 1 }.map { $0.sorted() } == [])
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
      (#"named "*Acme" : printer 90"#, #"a pattern can't begin with a gap: "*Acme""#),
      (#"snmp "x : printer 90"#, "a quotation mark is missing: close every text"),
      (#"snmp "x" : vendor "y 90"#, "a quotation mark is missing: close every text"),
      (#"attribute "Model" : model value 90"#, #""Model" never matches: write "model""#),
      (#"ssdp "X-User" : printer 90"#, #""X-User" never matches: write "x-user""#),
      (
        #"statement "model_Name" : model value 90"#,
        #""model_Name" never matches: write "modelname""#
      ),
      (#"ending "IPhone" : phone 90"#, #""IPhone" never matches: write "iphone""#),
      (#"attribute "ca" is "x" : camera 9"#, #""x" never matches: a value is a whole number"#),
      (#"attribute "ca" is "07" : camera 9"#, #""07" never matches: write "7""#),
      (
        #"maker "One Two Three, Four Five" : camera 9"#,
        #""One Two Three, Four Five" never matches: write its first words only, "one two three four""#
      ),
      (#"maker "–" : camera 9"#, #"the field can't hold "–""#),
      (
        #"product "*Phone" : phone 9"#, #"these are words, no pattern: leave out the * of "*Phone""#
      ),
      (#"default "ESP#" : phone 9"#, #"these are words, no pattern: leave out the # of "ESP#""#),
      (#"kind "--" : phone 9"#, #"the field can't hold "--""#),
      (#"kind "–" : phone 9"#, #"the field can't hold "–""#),
      (
        #"product "Foo…" : phone 9"#, #"these are words, no pattern: leave out the … of "Foo…""#
      ),
      (
        #"also maker "x" : camera 9"#,
        "of the rules for maker only one counts: merge them, and leave out also"
      ),
      (
        #"also product "x" : phone 9"#,
        "of the rules for product only one counts: merge them, and leave out also"
      ),
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
    "a condition that another rule states is refused, in whatever form it is written",
    arguments: [
      (#"any "Snom" : voip 90"#, #"any "x" "snom" : voip 94, vendor "Snom""#, "snom"),
      (#"any "YAS-#" : speaker 93"#, #"server "<X#>" "yas-#" : speaker 92"#, "yas-#"),
      (#"said "KEF" : speaker 90"#, #"any "KEF" : speaker 86"#, "KEF"),
      (#"host|title "x" : voip 90"#, #"title|snmp "x" : voip 9"#, "x"),
      (#"host|title "x" : voip 90"#, #"server|snmp "x" : voip 9"#, nil),
      (#"snmp|banner "x" and oid "1." : voip 90"#, #"banner|snmp "x" and oid "2." : voip 9"#, nil),
      (#"snmp|banner "x" and oid "1." : voip 90"#, #"banner|snmp "x" and oid "1." : voip 9"#, "x"),
      (#"any "x" not oid "1." : voip 90"#, #"any "x" and oid "1." : voip 9"#, nil),
      (
        #"any "x" and called|oid "a" "b" : voip 9"#,
        #"snmp "X" and oid|called "B" "a" : storage 9"#, "X"
      ),
      (#"maker|named "Sonos" : speaker 85"#, #"named "Sonos" : speaker 9"#, "Sonos"),
      (#"maker|named "Sonos" : speaker 85"#, #"snmp "Sonos" : speaker 9"#, nil),
      (
        #"maker "Hewlett Packard" : vendor "HP" 7"#, #"maker "Hewlett-Packard" : server 9"#,
        "Hewlett-Packard"
      ),
      (
        #"maker "High-Flying" : network 9"#, #"module "Shanghai High Flying" : nothing"#,
        "Shanghai High Flying"
      ),
      (#"product "Galaxy Tab" : tablet 90"#, #"product "galaxy-tab" : phone 9"#, "galaxy-tab"),
      (#"product "Galaxy" : phone 90"#, #"kind "Galaxy" : phone 9"#, nil),
      (#"ports "445,2049" : storage 50"#, #"ports "2049,445" : server 50"#, "2049,445"),
      (#"ports "445,2049" : storage 50"#, #"ports "445" : server 50"#, nil),
      (#"attribute "ty" : model value 90"#, #"attribute "ty" : vendor value 90"#, "ty"),
      (
        #"attribute "md" of "_a._tcp" "_b._tcp" : model value 90"#,
        #"attribute "md" of "_b._tcp" : vendor value 90"#, "md"
      ),
      (#"attribute "md" : model value 90"#, #"attribute "md" of "_b._tcp" : camera 90"#, "md"),
      (#"attribute "ca" is "5" : camera 9"#, #"attribute "ca" is "7" "5" : speaker 9"#, "ca"),
      (#"attribute "ca" is "5" : camera 9"#, #"attribute "ca" is "7" : speaker 9"#, nil),
      (#"attribute "ca" odd : camera 9"#, #"attribute "ca" even : speaker 9"#, nil),
    ] as [(String, String, String?)]
  )
  func twice(first: String, second: String, text: String?) throws {
    let file = RuleFile(name: "new.rules", text: "\(first)\n\(second)\n")
    let errors = try RuleChecks.overlaps(in: [file])
    let error = text.map {
      "new.rules:2: \"\($0)\" is a condition of new.rules:1 already: merge the rules, or begin with also"
    }
    #expect(errors == (error.map { [$0] } ?? []))
  }

  @Test(
    "a rule that says so adds to another one, which must be there",
    arguments: [
      (#"said "Canon" : printer 86"#, #"also snmp "Canon" : printer 93"#, []),
      (#"also snmp "Canon" : printer 93"#, #"said "Canon" : printer 86"#, []),
      (#"said "Canon" : printer 86"#, #"also host "Canon" : printer 93"#, [2]),
      (#"also said "Canon" : printer 86"#, #"also snmp "Canon" : printer 93"#, [1, 2]),
    ] as [(String, String, [Int])]
  )
  func additions(first: String, second: String, wrong: [Int]) throws {
    let file = RuleFile(name: "new.rules", text: "\(first)\n\(second)\n")
    let rules = RuleSet([file])
    #expect(rules.errors.isEmpty)
    #expect(rules.textRules.count == 2)
    let errors = try RuleChecks.overlaps(in: [file])
    let expected = wrong.map {
      "new.rules:\($0): no other rule has the condition \"Canon\": leave out also"
    }
    #expect(errors == expected)
  }
}
