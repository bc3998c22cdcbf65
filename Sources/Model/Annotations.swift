/// What the user says of a device: it takes precedence over every verdict, and is kept.
public struct Annotations: Hashable, Sendable, Codable {
  /// What to call it.
  public var name: String?
  /// Its kind.
  public var category: Category?
  /// Anything else, at most ``longestNote`` characters.
  public var note: String?
  /// Whether it is left out of map and list.
  public var isHidden: Bool

  /// The longest name, in characters.
  public static let longestName = 120
  /// The longest note, in characters.
  public static let longestNote = 4000

  /// Nothing said, by default.
  public init(
    name: String? = nil,
    category: Category? = nil,
    note: String? = nil,
    isHidden: Bool = false
  ) {
    self.name = name
    self.category = category
    self.note = note
    self.isHidden = isHidden
  }
}
