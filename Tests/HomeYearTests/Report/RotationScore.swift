/// What the watch made of devices that got another link address, beside the truth.
///
/// A rotation counts once both link addresses were seen. It is *kept* where the inventory matched the two
/// by itself, *told* where the watch recognised it after a sweep, *proposed* where the user was asked, and
/// *missed* where nothing came of it. Whose new link address too few sweeps saw is not judged.
struct RotationScore: Sendable {
  enum Outcome: Sendable { case kept, told, proposed, missed }

  private struct Rotation: Sendable {
    let identity: RotatingIdentity
    let label: String
    var outcome = Outcome.missed
    /// The sweeps that saw it, in which this machine could look.
    var sweeps = 0
  }

  /// By the station that has the new link address.
  private var rotations: [Int: Rotation] = [:]
  /// Of stations that were not noted yet.
  private var early: [Int: Outcome] = [:]
  /// Who was taken for whom, and when first.
  private var wrongMerges: [String: String] = [:]
  /// Of whom the user was asked whether it is whom, and when first.
  private var wrongProposals: [String: String] = [:]
  /// What the user answered.
  private(set) var answers = (yes: 0, no: 0)

  /// So many sweeps have to see a device before it can be missed.
  private static let fewestSweeps = 2

  // MARK: What happens

  /// A device was seen with another link address for the first time.
  mutating func note(
    _ station: Int,
    _ identity: RotatingIdentity,
    isKept: Bool,
    called label: String
  ) {
    let outcome = early.removeValue(forKey: station) ?? (isKept ? .kept : .missed)
    rotations[station] = Rotation(identity: identity, label: label, outcome: outcome)
  }

  /// The watch rightly says something of a device that was missed until then.
  mutating func note(_ outcome: Outcome, of station: Int) {
    guard let present = rotations[station]?.outcome else {
      if early[station] != .told { early[station] = outcome }
      return
    }
    // What is told after it was proposed was told, as long as the user did not say so.
    if present == .missed || present == .proposed && outcome == .told {
      rotations[station]?.outcome = outcome
    }
  }

  /// A device was made one with another; `labels` names both.
  mutating func noteWrongMerge(_ labels: String, at moment: String) {
    if wrongMerges[labels] == nil { wrongMerges[labels] = moment }
  }

  /// The user was asked whether a device is another; `labels` names both.
  mutating func noteWrongProposal(_ labels: String, at moment: String) {
    if wrongProposals[labels] == nil { wrongProposals[labels] = moment }
  }

  mutating func noteAnswer(isRight: Bool) {
    if isRight { answers.yes += 1 } else { answers.no += 1 }
  }

  /// A sweep saw that station.
  mutating func noteSweep(_ station: Int) {
    if rotations[station]?.outcome == .missed { rotations[station]?.sweeps += 1 }
  }

  // MARK: What came of it

  /// Devices that were taken for others, each once.
  var wronglyMerged: [String] { wrongMerges.sorted { $0.key < $1.key }.map { "\($1): \($0)" } }

  /// Devices that were proposed to be others, each once.
  var wronglyProposed: [String] {
    wrongProposals.sorted { $0.key < $1.key }.map { "\($1): \($0)" }
  }

  /// How many came to that end, of those that can be judged; all ends without one.
  func count(of identity: RotatingIdentity, _ outcome: Outcome? = nil) -> Int {
    rotations.values.count { rotation in
      rotation.identity == identity && isJudged(rotation)
        && outcome.map { $0 == rotation.outcome } ?? true
    }
  }

  /// Those that are two although an identity proves that they are one.
  var doubled: [String] {
    rotations.sorted { $0.key < $1.key }.map(\.value).filter { rotation in
      rotation.identity.isProof && isJudged(rotation)
        && (rotation.outcome == .missed || rotation.outcome == .proposed)
    }
    .map(\.label)
  }

  private func isJudged(_ rotation: Rotation) -> Bool {
    rotation.outcome != .missed || rotation.sweeps >= Self.fewestSweeps
  }

  /// The lines to print.
  var lines: [String] {
    let proofs = RotatingIdentity.allCases.filter(\.isProof)
    let sum = { (outcome: Outcome?) in proofs.reduce(0) { $0 + count(of: $1, outcome) } }
    let all = sum(nil)
    let shares = [sum(.kept) + sum(.told), sum(.proposed), sum(.missed)].map { count in
      "\(count) (\((100 * Double(count) / Double(max(all, 1))).text) %)"
    }
    let unjudged = rotations.values.count { !isJudged($0) }
    var lines = [
      "rotations that identity could tell: \(all): told \(shares[0]), proposed \(shares[1]), "
        + "missed \(shares[2])",
      "  by what they show: all, matched by the inventory, told, proposed, missed",
    ]
    let outcomes: [Outcome] = [.kept, .told, .proposed, .missed]
    for identity in RotatingIdentity.allCases where count(of: identity) > 0 {
      let counts = outcomes.map { count(of: identity, $0) }
      lines.append(
        "  \(identity.rawValue): \(count(of: identity)), "
          + counts.map(String.init).joined(separator: ", ")
      )
    }
    lines.append("  too short to be judged: \(unjudged)")
    lines.append("doubled although identity could tell: \(doubled.count)")
    lines += doubled.prefix(10).map { "  doubled: " + $0 }
    lines.append("taken for another device: \(wronglyMerged.count)")
    lines += wronglyMerged.prefix(10).map { "  taken for another: " + $0 }
    lines.append("proposed to be another device: \(wronglyProposed.count)")
    lines += wronglyProposed.prefix(10).map { "  asked wrongly: " + $0 }
    lines.append("proposals that the user took: \(answers.yes), denied: \(answers.no)")
    return lines
  }
}
