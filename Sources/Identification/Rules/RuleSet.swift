internal import IdentificationData

/// All rules, indexed so that evidence is compared only with rules that can match it.
final class RuleSet: Sendable {
  /// The embedded rules, compiled on first use.
  static let standard = RuleSet(RuleFile.embedded)

  /// Of lines that were left out.
  let errors: [RuleError]
  let textRules: [TextRule]
  let keys: KeyRules
  let ports: [PortRule]
  let makers: MakerRules
  let names: NameRules
  let apple: AppleModelTable

  /// Of the patterns of ``textRules``.
  private let index: PatternIndex

  init(_ files: [RuleFile]) {
    var compiler = RuleCompiler()
    for file in files { compiler.add(file) }
    errors = compiler.errors
    textRules = compiler.textRules
    keys = compiler.keys
    ports = compiler.ports
    makers = compiler.makers
    names = NameRules(compiler.names)
    apple = compiler.apple
    index = PatternIndex(textRules)
  }

  /// The text rules that match the fields; each rule once per field.
  func matches(in fields: [EvidenceField]) -> [TextMatch] {
    RuleSearch(fields, textRules, index).matches
  }
}

/// A rule for TCP ports that are all open.
struct PortRule: Sendable {
  var ports: Set<UInt16>
  var claims: [Claim]
}

/// A rule file.
struct RuleFile: Sendable {
  /// `printers.rules`.
  var name: String
  /// One rule a line; `#` begins a comment.
  var text: String

  /// The embedded files, in the order of matching.
  static var embedded: [RuleFile] {
    (0..<identification_rules_count).compactMap { number in
      guard let entry = identification_rules_at(number) else { return nil }
      let file = entry.pointee.file
      return RuleFile(
        name: String(cString: entry.pointee.name),
        text: String(
          decoding: UnsafeBufferPointer(start: file.bytes, count: file.size),
          as: UTF8.self
        )
      )
    }
  }
}

/// Sorts rules by the evidence that they match.
struct RuleCompiler {
  private(set) var errors: [RuleError] = []
  private(set) var textRules: [TextRule] = []
  private(set) var keys = KeyRules()
  private(set) var ports: [PortRule] = []
  private(set) var makers = MakerRules()
  private(set) var names = NameRules.Lists()
  private(set) var apple = AppleModelTable()

  mutating func add(_ file: RuleFile) {
    let (statements, errors) = RuleStatement.parse(file)
    self.errors += errors
    for statement in statements {
      do {
        try add(statement)
      } catch {
        self.errors.append(
          RuleError(file: statement.file, line: statement.line, reason: error)
        )
      }
    }
  }

  private mutating func add(_ statement: RuleStatement) throws(RuleError.Reason) {
    guard let first = statement.conditions.first, !first.isNegated else { throw .mixedFields }
    let (field, isNamed) = try RuleField.fields(of: first.fields)
    let takesValues = field == .attribute
    guard takesValues || first.services.isEmpty && first.values.isEmpty && first.remainder == nil,
      statement.conditions.count == 1 || Self.isText(field) && !isNamed
    else { throw .mixedFields }
    guard !statement.isAddition || Self.allCount(field) else {
      throw .addsInVain(first.fields.joined(separator: "|"))
    }
    try RuleTexts.check(first, of: field)
    switch (field, statement.outcome) {
    case (.attribute, .claims(let claims)): keys.addAttributes(first, .claims(claims))
    case (.attribute, .value(let reading)): keys.addAttributes(first, .value(reading))
    case (.statement, .value(let reading)): keys.addStatements(first.texts, reading)
    case (.appleModel, .name(let name)): try apple.addModel(first.texts, name)
    case (.module, .nothing): try makers.addModules(first.texts, [])
    case (_, .claims(let claims)): try add(first, field, isNamed, claims, statement)
    default: throw .mixedFields
    }
  }

  private mutating func add(
    _ first: RuleStatement.Condition,
    _ field: RuleField,
    _ isNamed: Bool,
    _ claims: [Claim],
    _ statement: RuleStatement
  ) throws(RuleError.Reason) {
    switch field {
    case .text(let bits) where !isNamed: try addText(bits, first, claims, statement)
    case .ssdp: keys.addHeaders(first.texts, claims)
    case .ports: for text in first.texts { try addPorts(text, claims) }
    case .module: try makers.addModules(first.texts, claims)
    case .maker: try makers.addMakers(first.texts, claims)
    case .product: names.add(first.texts, claims, to: \.products)
    case .kind: names.add(first.texts, claims, to: \.kinds)
    case .brand: names.add(first.texts, claims, to: \.brands)
    case .ending: names.add(first.texts, claims, to: \.endings)
    case .standard: names.add(first.texts, claims, to: \.defaults)
    case .appleFamily: for text in first.texts { try apple.addFamily(text, claims) }
    case .text: break
    case .attribute, .statement, .appleModel: throw .mixedFields
    }
    if isNamed { try addNamed(first.texts, claims) }
  }

  /// Whether all rules that match count; of other fields' rules, one replaces the others.
  private static func allCount(_ field: RuleField) -> Bool {
    switch field {
    case .text, .attribute, .ssdp, .ports, .standard: true
    case .statement, .maker, .module, .product, .kind, .brand, .ending, .appleFamily, .appleModel:
      false
    }
  }

  // MARK: Texts

  private static func isText(_ field: RuleField) -> Bool {
    if case .text = field { true } else { false }
  }

  private mutating func addText(
    _ bits: UInt32,
    _ first: RuleStatement.Condition,
    _ claims: [Claim],
    _ statement: RuleStatement
  ) throws(RuleError.Reason) {
    var others: [TextRule.Condition] = []
    for condition in statement.conditions.dropFirst() {
      guard condition.services.isEmpty, condition.values.isEmpty, condition.remainder == nil,
        case (.text(let bits), false) = try RuleField.fields(of: condition.fields)
      else { throw .mixedFields }
      let patterns = condition.texts.map { RulePattern($0) }
      others.append(
        TextRule.Condition(fields: bits, patterns: patterns, isNegated: condition.isNegated)
      )
    }
    let patterns = first.texts.map { RulePattern($0) }
    for (text, pattern) in zip(first.texts, patterns) where pattern.openings.isEmpty {
      throw .beginsWithGap(text)
    }
    textRules.append(TextRule(TextRule.Condition(fields: bits, patterns: patterns), others, claims))
  }

  /// Adds rules for makers named in texts, at half the weight.
  private mutating func addNamed(
    _ texts: [String],
    _ claims: [Claim]
  ) throws(RuleError.Reason) {
    let vendor = claims.lazy.compactMap(\.vendor).first
    for text in texts {
      let pattern = RulePattern(text)
      guard !pattern.openings.isEmpty else { throw .beginsWithGap(text) }
      for var claim in claims where claim.category != nil {
        claim.weight = Double(Int((claim.weight * 100).rounded()) / 2) / 100
        claim.vendor = vendor?.replacingPlaceholder(with: text)
        let condition = TextRule.Condition(
          fields: RuleField.named,
          patterns: [pattern]
        )
        textRules.append(TextRule(condition, [], [claim]))
      }
    }
  }

  // MARK: Ports

  private mutating func addPorts(_ text: String, _ claims: [Claim]) throws(RuleError.Reason) {
    var ports: Set<UInt16> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let port = UInt16(part), port > 0 else { throw .badText(text) }
      ports.insert(port)
    }
    self.ports.append(PortRule(ports: ports, claims: claims))
  }
}
