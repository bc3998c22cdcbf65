import Model

/// One rule: what must be said, and what it means.
///
///     snmp|banner "Lexmark <…> version" and oid "641." : printer 95, vendor "Lexmark"
///
/// Fields, joined by `|`; patterns of which any may fit; more conditions after `and` and `not`; then
/// the claims: a category with its weight in per cent, `vendor`, `model`, `os`. What a pattern keeps
/// between `<` and `>` is the model, or stands for `<>` in the model that is named.
// A class, so that looking at one of a thousand rules copies nothing.
final class Rule: Sendable {
  /// Fields and what must be said in one of them.
  struct Condition: Sendable {
    var fields: UInt32
    var patterns: [RulePattern]
    var isNegated = false
  }

  /// The condition that finds the rule.
  let first: Condition
  private let others: [Condition]
  private let claims: Meaning

  /// Parses a line; `nil` where it is no rule.
  init?(_ line: String) {
    let words = Self.words(of: line)
    guard let colon = words.firstIndex(of: .plain(":")) else { return nil }
    var conditions: [Condition] = []
    for word in words[..<colon] {
      switch word {
      case .plain("and"), .plain("not"):
        conditions.append(Condition(fields: 0, patterns: []))
        if word == .plain("not") { conditions[conditions.count - 1].isNegated = true }
      case .plain(let fields):
        if conditions.isEmpty { conditions.append(Condition(fields: 0, patterns: [])) }
        guard let bits = Self.fields(fields) else { return nil }
        conditions[conditions.count - 1].fields = bits
      case .quoted(let text):
        guard !conditions.isEmpty else { return nil }
        conditions[conditions.count - 1].patterns.append(RulePattern(text))
      }
    }
    guard let first = conditions.first, !first.isNegated,
      conditions.allSatisfy({ $0.fields != 0 && !$0.patterns.isEmpty })
    else { return nil }
    self.first = first
    others = Array(conditions.dropFirst())
    guard let claims = Self.claims(words[(colon + 1)...]) else { return nil }
    self.claims = claims
  }

  private static func claims(_ words: ArraySlice<Word>) -> Meaning? {
    var claims = Meaning(category: nil, weight: 0.8)
    var key = ""
    for word in words {
      switch word {
      case .plain(let text):
        if let percent = Int(text) {
          claims.weight = Double(percent) / 100
        } else if let category = Category(rawValue: text) {
          claims.category = category
        } else if ["vendor", "model", "os"].contains(text) {
          key = text
        } else {
          return nil
        }
      case .quoted(let text):
        switch key {
        case "vendor": claims.vendor = text
        case "model": claims.model = text
        case "os": claims.os = text
        default: return nil
        }
      }
    }
    let isEmpty =
      claims.category == nil && claims.vendor == nil && claims.model == nil && claims.os == nil
    return isEmpty ? nil : claims
  }

  /// What the rule means where the pattern kept that.
  func meaning(keeping kept: String?) -> Meaning {
    guard let kept else { return claims }
    var meaning = claims
    let parts = claims.model?.split(separator: "<>", omittingEmptySubsequences: false)
    meaning.model = parts?.map(String.init).joined(separator: kept) ?? kept
    return meaning
  }

  /// Whether there are further conditions.
  var isConditional: Bool { !others.isEmpty }

  /// Whether the further conditions hold.
  func holds(_ sayings: [Saying], _ text: RuleText) -> Bool {
    others.allSatisfy { condition in
      sayings.indices.contains { number in
        sayings[number].field.bit & condition.fields != 0
          && condition.patterns.contains { $0.stands(in: text, line: text.lines[number]) }
      } != condition.isNegated
    }
  }

  // MARK: Words

  private enum Word: Equatable {
    case plain(String)
    case quoted(String)
  }

  private static func words(of line: String) -> [Word] {
    var words: [Word] = []
    // By bytes, not by characters: all rules are read whenever a program begins to identify.
    let parts = line.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    for (number, part) in parts.enumerated() {
      if number % 2 == 1 {
        words.append(.quoted(String(Substring(part))))
      } else {
        let plain = part.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
        words += plain.map { .plain(String(Substring($0))) }
      }
    }
    return words
  }

  private static func fields(_ names: String) -> UInt32? {
    var bits: UInt32 = 0
    for name in names.split(separator: "|") {
      if let group = groups[String(name)] {
        for field in group { bits |= field.bit }
      } else if let field = Saying.Field.named[String(name)] {
        bits |= field.bit
      } else {
        return nil
      }
    }
    return bits
  }

  /// What makers say, and what anybody says.
  private static let groups: [String: [Saying.Field]] = [
    "said": [
      .txt, .server, .header, .xml, .json, .title, .realm, .body, .certificate, .banner, .snmp,
      .dhcp, .udp, .smb, .scope,
    ],
    "any": [
      .txt, .server, .header, .xml, .json, .title, .realm, .body, .certificate, .banner, .snmp,
      .dhcp, .udp, .smb, .scope, .host, .name,
    ],
    "called": [.host, .name],
  ]
}
