package import Model

/// What one rule makes of one piece of evidence.
package struct Clue: Hashable, Sendable {
  /// Kinds of evidence, most telling first.
  ///
  /// Clues of one family repeat each other, clues of two families confirm each other.
  enum Family: Int, Comparable, Sendable {
    case gateway, model, service, announcement, name, ports, vendor

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Its kind.
  var family: Family
  /// What it says.
  var meaning: Meaning
  /// The evidence, in words.
  package var evidence: EvidenceWords
  /// Who said it.
  package var source: Source
}

/// What a piece of evidence means: any of a category, a maker, a model, an operating system.
package struct Meaning: Hashable, Sendable {
  /// The device's kind.
  var category: Category?
  /// How much it says for the category, 0–1: how often it would be right if it were all we had.
  var weight: Double
  /// The device's maker.
  var vendor: String?
  /// Its model.
  var model: String?
  /// Its operating system.
  var os: String?

  /// Something that speaks for a category, and what it says beside.
  static func kind(
    _ category: Category,
    _ weight: Double,
    vendor: String? = nil,
    model: String? = nil,
    os: String? = nil
  ) -> Meaning {
    Meaning(category: category, weight: weight, vendor: vendor, model: model, os: os)
  }

  /// Something that speaks for no category.
  static func only(
    vendor: String? = nil,
    model: String? = nil,
    os: String? = nil,
    weight: Double = 0.8
  ) -> Meaning {
    Meaning(category: nil, weight: weight, vendor: vendor, model: model, os: os)
  }
}
