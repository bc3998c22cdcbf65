package import Model

/// What one rule makes of one piece of evidence.
package struct Match: Hashable, Sendable {
  /// Kinds of evidence, most telling first.
  ///
  /// Matches of one family repeat each other, matches of two families confirm each other.
  enum Family: Int, Comparable, Sendable {
    case gateway, model, service, announcement, name, ports, vendor

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Its kind.
  var family: Family
  /// What it says.
  var claim: Claim
  /// The evidence, in words.
  package var evidence: EvidenceWords
  /// Who said it.
  package var source: Source
}
