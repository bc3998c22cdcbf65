package import Model

/// A rule that matched a piece of evidence.
package struct Match: Hashable, Sendable {
  /// Kinds of evidence, most informative first.
  ///
  /// Matches of one family are redundant, matches of two families are independent.
  enum Family: Int, Comparable, Sendable {
    case gateway, model, service, announcement, name, ports, vendor

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  var family: Family
  var claim: Claim
  /// In words.
  package var evidence: EvidenceSentence
  package var source: Source
}

/// What a piece of evidence implies: any of a category, a maker, a model, an operating system.
struct Claim: Hashable, Sendable {
  var category: Category?
  /// The probability that it is right if it is the only evidence, 0–1.
  var weight: Double
  var vendor: String?
  var model: String?
  var os: String?

  /// A claim of a category, and perhaps more.
  static func kind(
    _ category: Category,
    _ weight: Double,
    vendor: String? = nil,
    model: String? = nil,
    os: String? = nil
  ) -> Claim {
    Claim(category: category, weight: weight, vendor: vendor, model: model, os: os)
  }

  /// A claim without a category.
  static func only(
    vendor: String? = nil,
    model: String? = nil,
    os: String? = nil,
    weight: Double = 0.8
  ) -> Claim {
    Claim(category: nil, weight: weight, vendor: vendor, model: model, os: os)
  }

  /// Whether it claims nothing.
  var isEmpty: Bool { category == nil && vendor == nil && model == nil && os == nil }
}
