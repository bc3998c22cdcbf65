import Testing

@testable import HomeNet

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
    let table = WordTable(["kitchen", "TV", "nas", "ap", "PS4", "cloud", "x", "3"], words: { $0 })
    let quick = table.matches(WordPattern.Text(name))
    #expect(quick == table.matches(WordPattern.Text(slow(name))))
  }

  @Test(
    "machine-made names are known alike",
    arguments: names.filter { !$0.contains(".") && !$0.contains(":") }
  )
  func machineMade(name: String) {
    #expect(DeviceName.isMachineMade(name) == DeviceName.isMachineMade(slow(name)))
  }

  @Test("a letter with a mark is another letter") func marks() {
    let table = PhraseTable(["roku", "tizen"], phrase: { $0 })
    #expect(table.matches("A ROKU, and Tizen") == ["roku", "tizen"])
    #expect(table.matches("roku\u{301}") == [])
    #expect(table.matches("é roku") == ["roku"])
    #expect(table.matches("") == [])
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
    let book = RuleBook([
      #"any "tv" : tv_media 50"#, #"any "sevenli" : storage 50"#, #"any "eightlet" : router 50"#,
      #"any "moreletters" : camera 50"#, #"any "<R#P>" : printer 50"#, #"any "^first" : voip 50"#,
    ])
    func found(_ texts: String...) -> [HomeNet.Category] {
      let findings = book.findings(in: texts.map { Saying(.title, $0) })
      return findings.compactMap(\.meaning.category)
    }
    #expect(
      found("TV sevenli eightlet moreletters R2P") == [
        .tvMedia, .storage, .router, .camera, .printer,
      ]
    )
    #expect(found("tvx sevenlix eightletx morelettersx xxr2p") == [])
    #expect(found("not first", "first", "t", "", "v") == [.voip])
    #expect(found("t", "v") == [])
  }
}
