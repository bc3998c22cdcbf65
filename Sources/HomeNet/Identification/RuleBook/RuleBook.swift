/// All rules, compiled so that a text is compared only with rules that begin like one of its words.
struct RuleBook: Sendable {
  /// The rules of every family.
  static let standard = RuleBook(
    [
      PrinterRules.text, NetworkGearRules.text, TelephoneRules.text, CameraRules.text,
      SmartHomeRules.text, AudioVideoRules.text, StorageRules.text, ComputerRules.text,
      PowerRules.text, EnterpriseRules.text, MakerRules.text,
    ]
  )

  /// Lines that are no rules, with what is wrong; empty in a good book.
  private(set) var mistakes: [String] = []
  private(set) var rules: [Rule] = []
  /// The patterns by their first two bytes.
  private var index: [UInt16: [Entry]] = [:]

  private struct Entry: Sendable {
    var fields: UInt32
    var pattern: RulePattern
    var rule: Int
  }

  /// A rule that fits: what it means, and the saying that it fits.
  struct Finding {
    var meaning: Meaning
    var saying: Saying
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
          let entry = Entry(fields: rule.first.fields, pattern: pattern, rule: number)
          for key in pattern.openings { index[key, default: []].append(entry) }
        }
      }
    }
  }

  /// The rules that fit the sayings; each rule once for a saying.
  func findings(in sayings: [Saying]) -> [Finding] {
    var findings: [Finding] = []
    let texts = sayings.map { RuleText($0.text) }
    for (saying, text) in zip(sayings, texts) {
      let bit = saying.field.bit
      var last = -1
      guard text.lower.count > 1 else { continue }
      for start in 0..<text.lower.count - 1 where text.isBoundary(start) {
        let key = UInt16(text.lower[start]) << 8 | UInt16(text.lower[start + 1])
        guard let entries = index[key] else { continue }
        for entry in entries where entry.fields & bit != 0 && entry.rule != last {
          if entry.pattern.isAnchored, start > 0 { continue }
          guard let kept = entry.pattern.match(text, at: start) else { continue }
          let rule = rules[entry.rule]
          guard rule.holds(sayings, texts) else { continue }
          last = entry.rule
          let meaning = rule.meaning(keeping: kept.isEmpty ? nil : text[kept])
          findings.append(Finding(meaning: meaning, saying: saying))
        }
      }
    }
    return findings
  }
}
