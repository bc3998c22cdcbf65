/// How a device is connected, as it states itself, or as its kind and its round trips suggest.
public struct Link: Hashable, Sendable {
  /// What the last metres are.
  public enum Medium: String, Hashable, Sendable, Codable {
    /// A cable.
    case wired
    /// A radio in this home.
    case wifi
    /// Somewhere else, behind routers.
    case remote
  }

  /// What it is taken to be.
  public var medium: Medium
  /// Why, in words.
  public var reason: String
  /// The same, taken apart; `nil` where it is a sentence of its own.
  public var phrase: Phrase?

  /// The given link.
  public init(_ medium: Medium, reason: String) {
    self.medium = medium
    self.reason = reason
  }

  /// The link that was inferred so.
  package init(_ medium: Medium, because phrase: Phrase) {
    self.medium = medium
    reason = phrase.text
    self.phrase = phrase
  }
}
