/// All rules, compiled so that a text is compared only with rules that begin like one of its words.
struct RuleBook: Sendable {
  /// The rules of every family.
  static let standard = RuleBook(
    [
      PrinterRules.text, NetworkGearRules.text, TelephoneRules.text, CameraRules.text,
      SmartHomeRules.text, AudioVideoRules.text, StorageRules.text, ComputerRules.text,
      PowerRules.text, EnterpriseRules.text, MakerRules.text, DatagramRules.text,
      IconRules.text,
    ]
  )

  /// Lines that are no rules, with what is wrong; empty in a good book.
  private(set) var mistakes: [String] = []
  private(set) var rules: [Rule] = []
  /// The patterns by their first two bytes.
  private var index = PatternIndex()

  /// A rule that fits: what it means, and the number of the saying that it fits.
  struct Finding {
    var meaning: Meaning
    var saying: Int
  }

  /// Compiles the rules in the texts; a line that is no rule is noted among the mistakes.
  init(_ texts: [String]) {
    for text in texts {
      for line in text.split(separator: "\n") {
        let line = line.drop { $0 == " " }
        guard !line.isEmpty, !line.hasPrefix("#") else { continue }
        guard let rule = Rule(String(line)) else {
          mistakes.append(String(line))
          continue
        }
        let number = rules.count
        rules.append(rule)
        for pattern in rule.first.patterns {
          if pattern.openings.isEmpty { mistakes.append(String(line)) }
          index.add(pattern, of: number, in: rule.first.fields)
        }
      }
    }
    index.close()
  }

  /// The rules that fit the sayings; each rule once for a saying.
  func findings(in sayings: [Saying]) -> [Finding] {
    RuleSearch(sayings, rules, index).findings
  }
}
