/// Rules for keys: of TXT attributes, SSDP header fields and statements.
struct KeyRules: Sendable {
  /// A rule for a TXT attribute.
  struct Attribute: Sendable {
    /// What follows if it applies.
    enum Meaning: Sendable {
      case claims([Claim])
      /// A claim read from the value.
      case value(ValueReading)
    }

    /// Service types; empty for all.
    var services: [String]
    /// Values; empty for all.
    var values: [String]
    /// The parity of a numeric value, 0 or 1.
    var remainder: Int?
    var meaning: Meaning

    /// The claims for a value, and their family.
    func claims(of value: String) -> (claims: [Claim], family: Match.Family) {
      switch meaning {
      case .claims(let claims): (claims, .service)
      case .value(let reading): (reading.claim(of: value).map { [$0] } ?? [], .model)
      }
    }

    /// Whether it applies to a value in a service of that type.
    func applies(to service: String, _ value: String) -> Bool {
      guard services.isEmpty || services.contains(service) else { return false }
      if values.isEmpty, remainder == nil { return true }
      guard let number = Int(value) else { return false }
      return (values.isEmpty || values.contains(String(number)))
        && (remainder == nil || remainder == number & 1)
    }
  }

  /// By key, in lower case.
  private(set) var attributes: [String: [Attribute]] = [:]
  /// Of the keys of ``attributes``.
  private(set) var attributeFilter = KeyFilter([])
  /// By key, folded as ``EvidenceField/key``.
  private(set) var statements: [String: ValueReading] = [:]
  /// Of the keys of ``statements``.
  private(set) var statementFilter = KeyFilter([])
  /// By SSDP header field, in lower case.
  private(set) var headers: [String: [Claim]] = [:]

  /// Adds a rule for TXT attributes.
  mutating func addAttributes(
    _ condition: RuleStatement.Condition,
    _ meaning: Attribute.Meaning
  ) {
    let attribute = Attribute(
      services: condition.services,
      values: condition.values,
      remainder: condition.remainder,
      meaning: meaning
    )
    for key in condition.texts {
      attributes[key, default: []].append(attribute)
      attributeFilter.insert(key)
    }
  }

  mutating func addStatements(_ keys: [String], _ reading: ValueReading) {
    for key in keys {
      statements[key] = reading
      statementFilter.insert(key)
    }
  }

  mutating func addHeaders(_ names: [String], _ claims: [Claim]) {
    for name in names { headers[name, default: []] += claims }
  }
}

/// How a key's value is read; the numbers are weights.
enum ValueReading: Hashable, Sendable {
  /// Apple's identifier, `AppleTV14,1`, or another maker's model; see ``AppleModels/claim(of:isClaim:)``.
  case appleModel(isClaim: Bool)
  case model(Double)
  /// A model in brackets: `(HP LaserJet 4)`.
  case bracketedModel(Double)
  case vendor(Double)

  /// The claim of a TXT attribute's value.
  func claim(of value: String) -> Claim? {
    switch self {
    case .appleModel(let isClaim):
      if let apple = AppleModels.claim(of: value, isClaim: isClaim) { return apple }
      return AppleModels.isIdentifier(value) ? nil : .only(model: value, weight: 0.7)
    case .model(let weight): return .only(model: value, weight: weight)
    case .bracketedModel(let weight):
      let bare =
        value.hasPrefix("(") && value.hasSuffix(")") ? value.dropFirst().dropLast() : value[...]
      return bare.isEmpty ? nil : .only(model: String(bare), weight: weight)
    case .vendor(let weight):
      return .only(vendor: RuleSet.standard.names.brand(of: value) ?? value, weight: weight)
    }
  }

  /// Whether the value is not a placeholder.
  static func isMeaningful(_ value: String) -> Bool {
    // Placeholders are short.
    !value.isEmpty && (value.utf8.count > 24 || !placeholders.contains(value.lowercased()))
  }

  private static let placeholders: Set<String> = [
    "unknown", "none", "null", "n/a", "0", "1", "default", "(null)", "v1", "v2", "generic", "true",
    "false", "model", "product", "device",
  ]
}
