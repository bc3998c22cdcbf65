import Model
import Wire

/// Hosts that were asked before, as far as this scan has had no reason to look at them again.
struct SettledQuestions: Sendable {
  private struct Host: Sendable {
    var facts: [Observation]
    /// Whether it is known to be the same host.
    var isDecided: Bool
    /// Whether it said something new before that was known.
    var hasNews = false
  }

  private var hosts: [IPAddress: Host] = [:]

  /// Notes a host that is, or may be, one that was asked; true where it is and something new is to be
  /// looked at.
  mutating func note(_ address: IPAddress, facts: [Observation], isDecided: Bool) -> Bool {
    let hasNews = hosts[address]?.hasNews ?? false
    hosts[address] = Host(facts: facts, isDecided: isDecided, hasNews: hasNews)
    return isDecided && hasNews
  }

  /// It is another host; true where it was noted.
  mutating func forget(_ address: IPAddress) -> Bool {
    hosts.removeValue(forKey: address) != nil
  }

  /// Whether a fact can raise a question that was not asked before.
  mutating func isWorthALook(_ fact: Fact, at address: IPAddress) -> Bool {
    guard let host = hosts[address] else { return true }
    if host.facts.contains(where: { $0.fact == fact }) { return false }
    if !host.isDecided { hosts[address]?.hasNews = true }
    return host.isDecided
  }

  /// What was learnt of a host before, once.
  mutating func takeFacts(of address: IPAddress) -> [Observation]? {
    guard let host = hosts[address], host.isDecided else { return nil }
    hosts[address] = nil
    return host.facts
  }
}
