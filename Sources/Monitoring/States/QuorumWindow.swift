import Model

/// The checks of the last N that speak against the present state, for M of N.
///
/// It begins at the first of these, so that it is empty while nothing speaks against the state.
struct QuorumWindow: Hashable, Sendable {
  /// The times of checks that speak against the state; `nil` for those between that don't.
  private(set) var checks: [Timestamp?] = []

  /// None.
  init() {}

  /// Checks that were stored.
  init(_ checks: some Sequence<Timestamp?>) {
    self.checks = Array(Array(checks).suffix(Quorum.most))
    dropOthers()
  }

  /// Whether no check speaks against the state.
  var isEmpty: Bool { checks.isEmpty }

  /// The first check that speaks against it.
  var first: Timestamp? { checks.first ?? nil }

  /// Notes a check that doesn't speak against the state.
  mutating func noteOther(of quorum: Quorum) {
    guard !checks.isEmpty else { return }
    append(nil, of: quorum)
  }

  /// Notes a check that does; whether it is M of N now.
  mutating func note(_ time: Timestamp, of quorum: Quorum) -> Bool {
    append(time, of: quorum)
    return checks.count(where: { $0 != nil }) >= quorum.needed
  }

  private mutating func append(_ check: Timestamp?, of quorum: Quorum) {
    checks.append(check)
    checks.removeFirst(max(0, checks.count - quorum.size))
    dropOthers()
  }

  private mutating func dropOthers() {
    checks.removeFirst(checks.firstIndex { $0 != nil } ?? checks.count)
  }
}

extension Quorum {
  /// N, within what is kept.
  var size: Int { min(max(n, 1), Quorum.most) }

  /// M, as it can be reached: a quorum out of bounds must not keep a monitor in its state for ever.
  var needed: Int { min(max(m, 1), size) }
}
