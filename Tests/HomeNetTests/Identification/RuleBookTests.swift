import Testing
@testable import Probing
@testable import Network
@testable import Home
@testable import Discovery
@testable import Identification
@testable import Model

@Suite("Rules") struct RuleBookTests {
  @Test("every line of the book is a rule") func book() {
    #expect(RuleBook.standard.mistakes == [])
    #expect(RuleBook.standard.rules.count > 500)
  }

  @Test(
    "patterns match on word boundaries and keep models",
    arguments: [
      ("cam", "cam-1", true), ("cam", "Cam2", true), ("cam", "camel", false),
      ("cam", "webcam", false), ("TV", "KitchenTV", true), ("NVR#", "NVR4108", true),
      ("^PS4", "PS4", true), ("^PS4", "xPS4", false), ("Canon$", "Canon", true),
    ]
  )
  func boundaries(pattern: String, text: String, matches: Bool) {
    let text = RuleText([Saying(.host, "before"), Saying(.host, text), Saying(.host, "after")])
    #expect(RulePattern(pattern).stands(in: text, line: text.lines[1]) == matches)
  }

  @Test(
    "what stands between brackets is the model",
    arguments: [
      ("Lexmark <…> version", "Lexmark C987 version NS.1", "C987"),
      ("<DCS-#*>", "DCS-9999LB1 ready", "DCS-9999LB1"),
      ("ASUS <…> FTP", "ASUS RT-ZZ99 FTP service", "RT-ZZ99"),
      ("Meraki <MS#>", "Meraki MS777-8LP Cloud", "MS777-8LP"),
    ]
  )
  func models(pattern: String, text: String, model: String) throws {
    let text = RuleText([Saying(.host, text), Saying(.host, "more")])
    let kept = try #require(RulePattern(pattern).match(text, at: 0, line: text.lines[0]))
    #expect(text[kept] == model)
  }

  @Test("conditions are joined by and, and denied by not") func conditions() {
    let book = RuleBook([
      #"snmp "printer" and oid "^641." not host "fake" : printer 90, vendor "Lexmark""#
    ])
    func categories(_ sayings: [Saying]) -> [Model.Category?] {
      book.findings(in: sayings).map(\.meaning.category)
    }
    let printer = Saying(.snmp, "a printer")
    #expect(categories([printer]) == [])
    #expect(categories([printer, Saying(.oid, "641.2.")]) == [.printer])
    #expect(categories([printer, Saying(.oid, "641.2."), Saying(.host, "fake-1")]) == [])
  }

  @Test("no rule matches inside a word") func insideWords() {
    let texts = [
      PrinterRules.text, NetworkGearRules.text, NetworkGearModelRules.text,
      NetworkGearTraceRules.text, TelephoneRules.text, CameraRules.text, SmartHomeRules.text,
      SmartHomeMakerRules.text, SmartHomeNameRules.text, AudioVideoRules.text, StorageRules.text,
      ComputerRules.text, PowerRules.text, MakerRules.text,
    ]
    let quoted = Set(texts.joined().split(separator: "\"").map { $0.lowercased() })
    let words = quoted.filter { word in
      word.count > 2 && word.allSatisfy { $0.isLetter && $0.isASCII }
    }
    #expect(words.count > 300)
    for word in words {
      let sayings = [Saying(.host, "qqq\(word)qqq"), Saying(.title, "qqq\(word)qqq")]
      let found = RuleBook.standard.findings(in: sayings)
      #expect(found.isEmpty, "\(word)")
    }
  }
}
