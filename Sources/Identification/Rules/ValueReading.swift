/// How the value of a key is read.
enum ValueReading: Hashable, Sendable {
  /// An identifier of Apple's: `AppleTV14,1`; other makers put their model here.
  ///
  /// `isClaim` where other systems are known to claim one that is not theirs.
  case appleModel(isClaim: Bool)
  /// A model, as it is.
  case model(Double)
  /// A model in brackets: `(HP LaserJet 4)`.
  case bracketedModel(Double)
  /// A maker.
  case vendor(Double)

  /// What an attribute's value says.
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

  /// Whether the value can be anything but a placeholder.
  static func isTelling(_ value: String) -> Bool {
    // Placeholders are short, in whatever script their letters are written.
    !value.isEmpty && (value.utf8.count > 24 || !placeholders.contains(value.lowercased()))
  }

  private static let placeholders: Set<String> = [
    "unknown", "none", "null", "n/a", "0", "1", "default", "(null)", "v1", "v2", "generic", "true",
    "false", "model", "product", "device",
  ]
}
