public import Identification
public import Model

/// What a verdict hangs on: the verdict made again without each piece of evidence in turn.
///
/// Pure, and made of the identifier alone: whatever its rules are, these are the pieces without
/// which it would have said something else.
public struct VerdictSensitivity: Hashable, Sendable {
  /// A piece of evidence without which the verdict would be another.
  public struct Dependence: Hashable, Sendable {
    /// The piece, in words.
    public var evidence: String { piece.text }
    /// The piece, taken apart.
    public var piece: Phrase
    /// The claims that would change.
    public var claims: [Verdict.Claim]
    /// What the verdict would be.
    public var verdict: Verdict
  }

  /// The pieces that something hangs on, those of the category first.
  public var dependences: [Dependence] = []
  /// Kinds of evidence that are not known, and could make a doubtful category certain.
  public var missing: [String] { lacking.map(\.text) }
  /// The same, taken apart.
  public var lacking: [Phrase] = []

  /// Below this a category is doubtful enough to say what could settle it.
  private static let settled = 0.8

  /// Weighs the evidence piece by piece.
  public init(of verdict: Verdict, for evidence: Evidence, by identifier: Identifier) {
    func depend(on pieces: [EvidencePiece]) -> [Dependence] {
      pieces.compactMap { piece in
        var rest = evidence
        piece.remove(&rest)
        let other = identifier.verdict(for: rest)
        let claims = verdict.claims(thatDifferIn: other)
        return claims.isEmpty
          ? nil : Dependence(piece: piece.phrase, claims: claims, verdict: other)
      }
    }
    dependences = depend(on: EvidencePiece.all(of: evidence))
    if !dependences.contains(where: { $0.claims.contains(.category) }) {
      // No single piece decides: what came on one way may say the same several times.
      dependences += depend(on: EvidencePiece.ways(of: evidence))
        .filter { $0.claims.contains(.category) }
    }
    dependences =
      dependences.filter { $0.claims.contains(.category) }
      + dependences.filter { !$0.claims.contains(.category) }
    if verdict.confidence < Self.settled { lacking = Self.lacking(in: evidence) }
  }

  private static func lacking(in evidence: Evidence) -> [Phrase] {
    var missing: [Phrase] = []
    if evidence.mac == nil {
      missing.append(Phrase("missing.mac", "its MAC address, whose block names a maker"))
    }
    if evidence.services.isEmpty {
      missing.append(Phrase("missing.services", "services announced over mDNS"))
    }
    if !evidence.ssdp.contains(where: { $0.description != nil }) {
      missing.append(Phrase("missing.upnp", "a UPnP description"))
    }
    if evidence.http.isEmpty { missing.append(Phrase("missing.page", "a page over HTTP")) }
    if evidence.snmp == nil {
      missing.append(Phrase("missing.snmp", "an SNMP agent's description"))
    }
    if evidence.hostname == nil { missing.append(Phrase("missing.hostname", "a host name")) }
    return missing
  }
}

extension Verdict {
  /// The claims that the other verdict doesn't make, or makes otherwise.
  fileprivate func claims(thatDifferIn other: Verdict) -> [Claim] {
    var claims: [Claim] = []
    if category != other.category { claims.append(.category) }
    if vendor != other.vendor { claims.append(.vendor) }
    if model != other.model { claims.append(.model) }
    if os != other.os { claims.append(.os) }
    if name != other.name { claims.append(.name) }
    return claims
  }
}
