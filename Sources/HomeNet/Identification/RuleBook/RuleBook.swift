/// All rules, compiled so that a text is compared only with rules that begin like one of its words.
struct RuleBook: Sendable {
  /// The rules of every family.
  static let standard = RuleBook(
    [
      PrinterRules.text, NetworkGearRules.text, TelephoneRules.text, CameraRules.text,
      SmartHomeRules.text, AudioVideoRules.text, StorageRules.text, ComputerRules.text,
      PowerRules.text, EnterpriseRules.text, MakerRules.text, DatagramRules.text,
    ]
  )

  /// Lines that are no rules, with what is wrong; empty in a good book.
  private(set) var mistakes: [String] = []
  private(set) var rules: [Rule] = []
  /// The patterns by their first two bytes.
  private var index = PatternIndex()

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
          index.add(pattern, of: number, in: rule.first.fields)
        }
      }
    }
    index.close()
  }

  /// The rules that fit the sayings; each rule once for a saying.
  func findings(in sayings: [Saying]) -> [Finding] {
    var findings: [Finding] = []
    let text = RuleText(sayings)
    // What a rule asks beside is asked of all sayings together: one answer serves them all.
    var answers: [Int: Bool] = [:]
    for (number, line) in text.lines.enumerated() where line.count > 1 {
      let bit = sayings[number].field.bit
      var last = -1
      var window = text.window(at: line.lowerBound)
      for start in line.lowerBound..<line.upperBound - 1 {
        if start > line.lowerBound { window = window << 8 | UInt64(text.lower[start + 7]) }
        guard text.isBoundary(start) else { continue }
        for position in index.range(of: window) {
          let entry = index.entries[position]
          let rule = Int(entry.rule)
          guard entry.fields & bit != 0, (window ^ entry.beginning) & entry.mask == 0, rule != last,
            let kept = index.patterns[Int(entry.pattern)].match(text, at: start, line: line)
          else { continue }
          if rules[rule].isConditional {
            let holds = answers[rule] ?? rules[rule].holds(sayings, text)
            answers[rule] = holds
            guard holds else { continue }
          }
          last = rule
          let meaning = rules[rule].meaning(keeping: kept.isEmpty ? nil : text[kept])
          findings.append(Finding(meaning: meaning, saying: sayings[number]))
        }
      }
    }
    return findings
  }
}
