/// All rules, compiled so that a text is compared only with rules that begin like one of its words.
struct RuleBook: Sendable {
  /// The rules of every family.
  static let standard = RuleBook(
    [
      PrinterRules.text, NetworkGearRules.text, NetworkGearModelRules.text,
      NetworkGearTraceRules.text, TelephoneRules.text, CameraRules.text, SmartHomeRules.text,
      SmartHomeMakerRules.text, SmartHomeNameRules.text, AudioVideoRules.text, StorageRules.text,
      ComputerRules.text, PowerRules.text, EnterpriseRules.text, MakerRules.text,
      DatagramRules.text, IconRules.text, SpokenMakerRules.text, SystemRules.text,
    ]
  )

  /// Lines that are no rules, with what is wrong; empty in a good book.
  let mistakes: [String]
  let rules: [Rule]
  /// The patterns by what they begin with.
  private let index: PatternIndex

  /// A rule that fits.
  struct Finding {
    fileprivate let rule: Rule
    fileprivate let kept: String?
    /// The number of the saying that it fits.
    let saying: Int

    /// The rule fits that saying, where one of its patterns kept that.
    init(_ rule: Rule, keeping kept: String?, of saying: Int) {
      self.rule = rule
      self.kept = kept
      self.saying = saying
    }

    /// What it means.
    var meaning: Meaning { rule.meaning(keeping: kept) }
  }

  /// Compiles the rules in the texts; a line that is no rule is noted among the mistakes.
  init(_ texts: [String]) {
    var mistakes: [String] = []
    var rules: [Rule] = []
    for text in texts {
      for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
        let line = line.drop { $0 == UInt8(ascii: " ") }
        guard let first = line.first, first != UInt8(ascii: "#") else { continue }
        let words = String(Substring(line))
        guard let rule = Rule(words) else {
          mistakes.append(words)
          continue
        }
        rules.append(rule)
        if rule.first.patterns.contains(where: \.openings.isEmpty) { mistakes.append(words) }
      }
    }
    self.mistakes = mistakes
    self.rules = rules
    index = PatternIndex(rules)
  }

  /// The rules that fit the sayings; each rule once for a saying.
  func findings(in sayings: [Saying]) -> [Finding] {
    RuleSearch(sayings, rules, index).findings
  }
}
