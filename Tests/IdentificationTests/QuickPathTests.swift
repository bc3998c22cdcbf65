import Testing
@testable import Identification
@testable import Model

/// What is quick for ASCII says the same as what is slow for everything.
@Suite("Quick paths") struct QuickPathTests {
  private static let names = [
    "", " ", "a", "Kitchen TV", "  two   blanks ", "tab\tand\nline", "bell\u{7}\u{7F}",
    "TVBox-2 (7)",
    "ESP_1A2B3C", "0011223344556677", "192.168.1.20", "fe80::1", "a1:b2:c3:d4:e5:f6", "---",
    "1.2.3",
    String(repeating: "long name ", count: 30), "-nas_2.local", "don't (3).lan.", "line\r\nend",
    "DESKTOP-4F7K2QA", "ap2", "my cloud", "XBOX360", String(repeating: "x", count: 128) + "PS4",
  ]

  /// The name with a mark at its end that neither counts nor shows, so that the slow path is taken.
  private func slow(_ name: String) -> String { name + "\u{2060}" }

  @Test("names are cleaned alike", arguments: names) func cleaned(name: String) {
    for limit in [10, 40, 80] where name.utf8.count < limit * 8 {
      #expect(DeviceName.clean(name, limit: limit) == DeviceName.clean(slow(name), limit: limit))
    }
  }

  @Test("words stand alike in names", arguments: names) func words(name: String) {
    for word in ["kitchen", "TV", "nas", "ap", "PS4", "cloud", "x", "3"] {
      let table = WordTable([word], words: { $0 })
      let quick = table.first(in: WordPattern.Text(name))
      #expect(quick == table.first(in: WordPattern.Text(slow(name))), "\(word)")
    }
  }

  @Test(
    "machine-made names are known alike",
    arguments: names.filter { !$0.contains(".") && !$0.contains(":") }
  )
  func machineMade(name: String) {
    #expect(DeviceName.isMachineMade(name) == DeviceName.isMachineMade(slow(name)))
  }

  @Test("a letter with a mark is another letter") func marks() {
    let rules = ruleSet(#"kind "Roku" : tv_media 65"#, #"any "roku" : tv_media 90"#)
    func weights(_ text: String) -> [Double] {
      let matches = rules.matches(in: [EvidenceField(.title, text)])
      return (rules.names.claims(of: text) + matches.flatMap(\.claims)).map(\.weight)
    }
    #expect(weights("A ROKU, and Tizen") == [0.65, 0.9])
    #expect(weights("é roku") == [0.65, 0.9])
    #expect(weights("roku\u{301}") == [])
    #expect(weights("rok\u{FA}") == [])
    #expect(weights("") == [])
  }

  @Test("a filter lets every key of its set through") func filter() {
    let keys = ["model", "md", "manufacturer", String(repeating: "k", count: 99)]
    let filter = KeyFilter(keys)
    #expect(keys.allSatisfy(filter.mayContain))
    #expect(!filter.mayContain("mode"))
    #expect(!filter.mayContain(""))
  }

  @Test("words of eight letters, of more, and of two are all found, where words begin") func index()
  {
    let rules = ruleSet(
      #"any "tv" : tv_media 50"#,
      #"any "sevenli" : storage 50"#,
      #"any "eightlet" : router 50"#,
      #"any "moreletters" : camera 50"#,
      #"any "<R#P>" : printer 50"#,
      #"any "^first" : voip 50"#,
      #"any "<#X> box" : gaming 50"#,
      #"any "maker=<Alpha…>" : phone 50"#,
      #"any "maker=Alphabet Sixteen" : tablet 50"#
    )
    func found(_ texts: String...) -> [Model.Category] {
      rules.matches(in: texts.map { EvidenceField(.title, $0) }).flatMap(\.claims)
        .compactMap(\.category)
    }
    #expect(
      found("TV sevenli eightlet moreletters R2P") == [
        .tvMedia, .storage, .router, .camera, .printer,
      ]
    )
    #expect(found("tvx sevenlix eightletx morelettersx xxr2p") == [])
    #expect(found("not first", "first", "t", "", "v") == [.voip])
    #expect(found("A 4800X box", "4800", "4800X", "X box") == [.gaming])
    #expect(
      found("maker=Alpha 7", "maker=Alphabet Sixteen", "maker=Alphabet") == [
        .phone, .phone, .tablet, .phone,
      ]
    )
    #expect(found("maker=Alphabet Sixteenth", "maker=", "maker=A") == [.phone])
    #expect(found("t", "v") == [])
  }

  @Test("a pattern with a number behind its letters matches where digits stand there")
  func numbers() {
    let rules = ruleSet(
      #"any "NA#" : printer 50"#,
      #"any "sixteen-letters-#" : camera 50"#,
      #"any "seventeen-letters#" : router 50"#,
      #"any "<T#Q#…>" : phone 50"#
    )
    func found(_ texts: String...) -> [String] {
      rules.matches(in: texts.map { EvidenceField(.title, $0) }).flatMap(\.claims)
        .compactMap { $0.model ?? $0.category?.rawValue }
    }
    #expect(found("na1", "my NA12") == ["printer", "printer"])
    #expect(found("na", "1", "name", "na 1", "xna1", "na-1", "NA\u{661}") == [])
    #expect(found("Sixteen-Letters-7", "Seventeen-Letters7") == ["camera", "router"])
    #expect(found("sixteen-letters-x7", "seventeen-lettersx7", "sixteen-letters-") == [])
    #expect(found("T1Q22 Plus", "TQ22", "T1Q", "T1") == ["T1Q22 Plus"])
  }

  @Test("words begin and end alike wherever they stand among eight bytes") func starts() {
    enum Kind { case capital, small, digit, other }
    func kind(_ byte: UInt8) -> Kind {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): .capital
      case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: .small
      case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
      default: .other
      }
    }
    func starts(_ before: Kind, _ kind: Kind, _ after: Kind) -> Bool {
      switch (before, kind) {
      case (.other, _), (_, .other): true
      case (.small, .small), (.capital, .small), (.digit, .digit): false
      case (.capital, .capital): after == .small
      default: true
      }
    }
    // All pairs of kinds, and what stands beside the ranges: `@[`{/:`.
    let sample = "aTVBox12b3CDe@A[Z`a{z/0:9é-ÉÿTV2go\u{0}x Yz"
    for shift in 0..<70 {
      let fields = [
        "before", String(repeating: "-", count: shift) + sample, "", "TV", sample + sample,
      ]
      let text = RuleText(fields.map { EvidenceField(.host, $0) })
      for (field, line) in zip(fields, text.lines) {
        let bytes = [0] + Array(field.utf8) + [0]
        #expect(text.bytes[line].elementsEqual(field.utf8))
        #expect(text.lower[line].elementsEqual(field.utf8.map(RulePattern.lower)))
        let expected = field.utf8.indices.enumerated().map(\.offset).filter { index in
          starts(kind(bytes[index]), kind(bytes[index + 1]), kind(bytes[index + 2]))
        }
        #expect(text.starts(in: line).map { $0 - line.lowerBound } == expected)
        #expect(line.map(text.isBoundary) == line.map { expected.contains($0 - line.lowerBound) })
      }
    }
  }

  @Test("a text is cut after the same number of characters, whatever its bytes")
  func cut() {
    let body = { (text: String) in
      var evidence = Evidence()
      evidence.http = [HTTPAnswer(port: 80, body: text)]
      return evidence.fields(macVendor: nil).first { $0.kind == .body }?.value
    }
    let plain = String(repeating: "ab ", count: 200)
    #expect(body(plain) == String(plain.prefix(500)))
    #expect(body("short") == "short")
    let accents = String(repeating: "e\u{301}", count: 600)
    #expect(body(accents) == String(accents.prefix(500)))
    let mark = String(plain.prefix(500)) + "\u{301} and more"
    #expect(body(mark) == String(mark.prefix(500)))
  }

  @Test("IPP's attribute is found by its bytes, even behind letters of several characters")
  func attribute() {
    func models(_ body: String) -> [String] {
      var evidence = Evidence()
      evidence.http = [HTTPAnswer(port: 631, body: body)]
      return evidence.fields(macVendor: nil).filter { $0.kind == .json }.map(\.value)
    }
    let attribute = "printer-make-and-model"
    #expect(
      models("I\u{3}\(attribute)\u{0}\u{C}Brother 7\u{1}\(attribute)\tNot this") == ["Brother 7"]
    )
    #expect(models("I \(attribute)") == [])
    #expect(models("I printer-make-and-mode\tBrother 7") == [])
    #expect(models("") == [])
    let flags = String(repeating: "🇩🇪", count: 1000)
    #expect(models(flags) == [])
    #expect(models(flags + attribute + "\tBrother 7") == ["Brother 7"])
  }

  @Test(
    "keys are folded alike",
    arguments: [
      ("model", "model"), ("Model-Name", "modelname"), ("usb_MFG", "usbmfg"), ("", ""),
      ("größe", "gre"), ("a b:c", "abc"),
      (String(repeating: "K", count: 70), String(repeating: "k", count: 64)),
    ]
  )
  func folded(key: String, folded: String) {
    #expect(EvidenceField(.txt, "x", key: key).key == folded)
  }

  @Test(
    "letters are letters in any script",
    arguments: [
      ("12-3", false), ("", false), ("\r\n", false), ("1a", true), ("…é", true), ("日本", true),
      ("…7…", false), ("…x", true),
    ]
  )
  func letters(text: String, has: Bool) { #expect(text.hasLetter == has) }

  @Test("a text begins with one of a table's beginnings, or with none") func beginnings() {
    let table = PrefixTable(["router", "route 66", "upnp"])
    #expect(table.begins("router 7") && table.begins("route 66") && table.begins("upnp"))
    #expect(!table.begins("rout") && !table.begins("my router") && !table.begins(""))
    #expect(!table.begins("é"))
  }

  @Test("of a table's groups only what begins so is gathered, in the order of patterns")
  func groups() {
    let words = (0..<400).map { #"any "word\#($0)x" : printer \#($0 % 90 + 1)"# }
    let rules = ruleSet(words)
    #expect(rules.textRules.count == 400)
    for number in [0, 7, 123, 399] {
      let fields = [EvidenceField(.title, "a word\(number)x, word\(number)xy")]
      #expect(
        rules.matches(in: fields).flatMap(\.claims).map(\.weight) == [Double(number % 90 + 1) / 100]
      )
    }
  }
}
