/// All rules, compiled so that a piece of evidence is compared only with rules that can fit it.
final class RuleSet: Sendable {
  /// The rules of the program; compiled when they are first needed.
  static let standard = RuleSet(RuleFile.embedded)

  /// What is wrong with lines, which are left out; empty for good files.
  let errors: [RuleError]
  /// Rules for texts.
  let textRules: [TextRule]
  /// Rules for attributes of services and for keys that devices state.
  let keys: KeyRules
  /// Rules for open ports.
  let ports: [PortRule]
  /// Rules for makers of interfaces.
  let makers: MakerRules
  /// Rules for words in names.
  let names: NameRules
  /// Apple's models.
  let apple: AppleModelTable

  /// The patterns by what they begin with.
  private let index: PatternIndex

  /// Compiles the files.
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

  /// The rules for texts that fit the fields; each rule once for a field.
  func matches(in fields: [EvidenceField]) -> [TextMatch] {
    RuleSearch(fields, textRules, index).matches
  }
}

/// Ports that are open together, and what that means.
struct PortRule: Sendable {
  /// The ports.
  var ports: Set<UInt16>
  /// What they mean.
  var claims: [Claim]
}
