import Model

/// What a piece of evidence means: any of a category, a maker, a model, an operating system.
struct Claim: Hashable, Sendable {
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
  ) -> Claim {
    Claim(category: category, weight: weight, vendor: vendor, model: model, os: os)
  }

  /// Something that speaks for no category.
  static func only(
    vendor: String? = nil,
    model: String? = nil,
    os: String? = nil,
    weight: Double = 0.8
  ) -> Claim {
    Claim(category: nil, weight: weight, vendor: vendor, model: model, os: os)
  }

  /// Whether it says nothing.
  var isEmpty: Bool { category == nil && vendor == nil && model == nil && os == nil }
}
