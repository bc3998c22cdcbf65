import Model

/// A parsed rule: conditions, a colon, claims.
///
///     snmp|banner "Lexmark <…> version" and oid "641." : printer 95, vendor "Lexmark"
///
/// The grammar is explained in `docs/identification.md`.
struct RuleStatement: Sendable {
  /// Fields, and texts of which any one must occur in one of them.
  struct Condition: Hashable, Sendable {
    var fields: [String] = []
    var texts: [String] = []
    /// Whether none must occur.
    var isNegated = false
    /// Service types of an attribute; empty for all.
    var services: [String] = []
    /// Values of an attribute; empty for all.
    var values: [String] = []
    /// The parity of an attribute's numeric value, 0 or 1.
    var remainder: Int?
  }

  /// What follows if the conditions hold.
  enum Outcome: Hashable, Sendable {
    case claims([Claim])
    /// A claim read from the field's value.
    case value(ValueReading)
    /// The name of a model.
    case name(String)
    /// No claim.
    case nothing
  }

  var file: String
  /// From 1.
  var line: Int
  /// Whether it begins with `also`: another rule has its condition, and both count.
  var isAddition = false
  /// All must hold.
  var conditions: [Condition] = []
  var outcome: Outcome = .nothing

  /// Parses a file; lines with errors are left out.
  static func parse(_ file: RuleFile) -> (statements: [RuleStatement], errors: [RuleError]) {
    var statements: [RuleStatement] = []
    var errors: [RuleError] = []
    // Bytes, not characters, for speed: every run parses all rules.
    let lines = Array(file.text.utf8).split(
      separator: UInt8(ascii: "\n"),
      omittingEmptySubsequences: false
    )
    for (number, line) in lines.enumerated() {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      var statement = RuleStatement(file: file.name, line: number + 1)
      do {
        try statement.read(RuleWord.words(of: line)[...])
        statements.append(statement)
      } catch {
        errors.append(RuleError(file: file.name, line: number + 1, reason: error))
      }
    }
    return (statements, errors)
  }

  private mutating func read(_ words: ArraySlice<RuleWord>) throws(RuleError.Reason) {
    var words = words
    if words.first == .plain("also") {
      isAddition = true
      words.removeFirst()
    }
    guard let colon = words.firstIndex(of: .plain(":")) else { throw .incomplete }
    try readConditions(words.prefix(upTo: colon))
    outcome = try RuleClaims(words[(colon + 1)...]).outcome
  }

  /// The list that the next texts belong to.
  private enum Place { case texts, services, values }

  private mutating func readConditions(
    _ words: ArraySlice<RuleWord>
  ) throws(RuleError.Reason) {
    var place = Place.texts
    for word in words {
      let last = conditions.count - 1
      switch word {
      case .plain("and"), .plain("not"):
        guard last >= 0 else { throw .incomplete }
        conditions.append(Condition(isNegated: word == .plain("not")))
        place = .texts
      case .plain("of") where last >= 0: place = .services
      case .plain("is") where last >= 0: place = .values
      case .plain("odd") where last >= 0: conditions[last].remainder = 1
      case .plain("even") where last >= 0: conditions[last].remainder = 0
      case .plain(let names):
        if conditions.isEmpty { conditions.append(Condition()) }
        guard conditions[conditions.count - 1].fields.isEmpty else { throw .unknownField(names) }
        conditions[conditions.count - 1].fields = names.split(separator: "|").map(String.init)
      case .quoted(let text):
        guard last >= 0, !conditions[last].fields.isEmpty, !text.isEmpty else {
          throw .misplacedText(text)
        }
        switch place {
        case .texts: conditions[last].texts.append(text)
        case .services: conditions[last].services.append(text)
        case .values: conditions[last].values.append(text)
        }
      }
    }
    guard !conditions.isEmpty,
      conditions.allSatisfy({ !$0.fields.isEmpty && !$0.texts.isEmpty })
    else { throw .incomplete }
  }
}

/// A token of a rule.
enum RuleWord: Equatable, Sendable {
  case plain(String)
  /// Between quotation marks.
  case quoted(String)

  /// Splits a line.
  static func words(of line: ArraySlice<UInt8>) throws(RuleError.Reason) -> [RuleWord] {
    var words: [RuleWord] = []
    words.reserveCapacity(16)
    // In one pass, without parts of parts: thousands of rules are read before the first verdict.
    var rest = line
    while let first = rest.first {
      if first == UInt8(ascii: "\"") {
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { throw .unclosedQuote }
        words.append(.quoted(String(decoding: rest[..<end], as: UTF8.self)))
        rest = rest[(end + 1)...]
      } else if isBlank(first) {
        rest = rest.dropFirst()
      } else {
        let end = rest.firstIndex { isBlank($0) || $0 == UInt8(ascii: "\"") } ?? rest.endIndex
        addPlain(rest[..<end], to: &words)
        rest = rest[end...]
      }
    }
    return words
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == UInt8(ascii: ",") }

  private static func addPlain(_ piece: ArraySlice<UInt8>, to words: inout [RuleWord]) {
    // A semicolon is a token of its own.
    if piece.last == UInt8(ascii: ";") {
      let bare = piece.dropLast()
      if !bare.isEmpty { words.append(.plain(String(decoding: bare, as: UTF8.self))) }
      words.append(.plain(";"))
    } else {
      words.append(.plain(String(decoding: piece, as: UTF8.self)))
    }
  }
}

/// Parses what follows a rule's colon: claims, separated by semicolons.
///
/// A claim is any of a category, `vendor`, `model` and `os`, with a weight in per cent, see
/// ``Claim/weight``.
struct RuleClaims {
  private(set) var outcome: RuleStatement.Outcome = .nothing

  init(_ words: ArraySlice<RuleWord>) throws(RuleError.Reason) {
    guard let first = words.first else { throw .incomplete }
    switch first {
    case .plain("nothing"):
      guard words.count == 1 else { throw .incomplete }
    case .plain("name"):
      guard words.count == 2, case .quoted(let name)? = words.last else { throw .incomplete }
      outcome = .name(name)
    case .plain("apple"): outcome = .value(try Self.apple(words.dropFirst()))
    default:
      if words.count == 3, let reading = try Self.reading(Array(words)) {
        outcome = .value(reading)
      } else {
        var claims: [Claim] = []
        for group in words.split(separator: .plain(";"), omittingEmptySubsequences: false) {
          claims.append(try Self.claim(group))
        }
        outcome = .claims(claims)
      }
    }
  }

  private static func apple(
    _ words: ArraySlice<RuleWord>
  ) throws(RuleError.Reason) -> ValueReading {
    switch words.first {
    case nil: return .appleModel(isClaim: false)
    case .plain("claimed") where words.count == 1: return .appleModel(isClaim: true)
    default: throw .incomplete
    }
  }

  /// `model value 90`, `vendor value 85`, `model bracketed 70`.
  private static func reading(_ words: [RuleWord]) throws(RuleError.Reason) -> ValueReading? {
    guard case .plain(let percent) = words[2] else { return nil }
    switch (words[0], words[1]) {
    case (.plain("model"), .plain("value")): return .model(try weight(percent))
    case (.plain("vendor"), .plain("value")): return .vendor(try weight(percent))
    case (.plain("model"), .plain("bracketed")): return .bracketedModel(try weight(percent))
    default: return nil
    }
  }

  private static func claim(_ words: ArraySlice<RuleWord>) throws(RuleError.Reason) -> Claim {
    guard !words.isEmpty else { throw .incomplete }
    var claim = Claim(category: nil, weight: 0)
    var key = ""
    for word in words {
      switch word {
      case .plain(let text):
        if let category = Category(rawValue: text), category != .unknown, claim.category == nil {
          claim.category = category
        } else if text == "vendor" || text == "model" || text == "os" {
          key = text
        } else if text.utf8.first.map(RulePattern.isDigit) == true || text.hasPrefix("-") {
          guard claim.weight == 0 else { throw .weight(text) }
          claim.weight = try weight(text)
        } else {
          throw .unknownClaim(text)
        }
      case .quoted(let text):
        switch key {
        case "vendor" where claim.vendor == nil: claim.vendor = text
        case "model" where claim.model == nil: claim.model = text
        case "os" where claim.os == nil: claim.os = text
        default: throw .misplacedText(text)
        }
        key = ""
      }
    }
    guard key.isEmpty, !claim.isEmpty else { throw .incomplete }
    guard claim.weight > 0 else { throw .weight("none") }
    return claim
  }

  private static func weight(_ text: String) throws(RuleError.Reason) -> Double {
    guard let percent = Int(text), (1...100).contains(percent) else { throw .weight(text) }
    return Double(percent) / 100
  }
}
