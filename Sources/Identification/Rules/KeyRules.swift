/// What keys mean: of services' attributes, of announcements' header fields, of statements.
struct KeyRules: Sendable {
  /// What an attribute says.
  struct Attribute: Sendable {
    /// What it says.
    enum Meaning: Sendable {
      /// That, whatever its value, or for those values.
      case claims([Claim])
      /// What its value says.
      case value(ValueReading)
    }

    /// The types of services; empty for every type.
    var services: [String]
    /// Values; empty for every value.
    var values: [String]
    /// What is left of its value, a number, divided by two.
    var remainder: Int?
    /// What it says.
    var meaning: Meaning

    /// What it says with that value, and as which kind of evidence.
    func claims(of value: String) -> (claims: [Claim], family: Match.Family) {
      switch meaning {
      // A maker's numbers for what the service offers.
      case .claims(let claims): (claims, .service)
      case .value(let reading): (reading.claim(of: value).map { [$0] } ?? [], .model)
      }
    }

    /// Whether it says something of that service with that value.
    func applies(to service: String, _ value: String) -> Bool {
      guard services.isEmpty || services.contains(service) else { return false }
      if values.isEmpty, remainder == nil { return true }
      guard let number = Int(value) else { return false }
      return (values.isEmpty || values.contains(String(number)))
        && (remainder == nil || remainder == number & 1)
    }
  }

  /// Attributes of services by their keys, in lower case.
  private(set) var attributes: [String: [Attribute]] = [:]
  /// Which keys attributes may have.
  private(set) var attributeFilter = KeyFilter([])
  /// Keys in what devices state of themselves, folded as ``EvidenceField/key``.
  private(set) var statements: [String: ValueReading] = [:]
  /// Which keys statements may have.
  private(set) var statementFilter = KeyFilter([])
  /// Header fields of announcements, in lower case.
  private(set) var headers: [String: [Claim]] = [:]

  /// Adds attributes with those keys.
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

  /// Adds keys of statements.
  mutating func addStatements(_ keys: [String], _ reading: ValueReading) {
    for key in keys {
      statements[key] = reading
      statementFilter.insert(key)
    }
  }

  /// Adds header fields.
  mutating func addHeaders(_ names: [String], _ claims: [Claim]) {
    for name in names { headers[name, default: []] += claims }
  }
}
