import Networking
import Wire

/// How many TCP connections a scan may still open, and for what.
///
/// A home of up to fifty devices gets 1,100 in all, a larger one 22 a device; no device gets more than
/// 36. So many are kept back that each device, found or not, still gets its first ports and three
/// questions; the others go to whatever tells most. Connects to addresses where nobody has answered
/// are not counted: behind a router, and on loopback, they are what finds somebody. Pure.
public struct ConnectionBudget: Sendable {
  /// The most that one device gets.
  static let perHost = 36
  /// The most that a home of up to ``usualHosts`` devices gets.
  static let perHome = 1100
  /// So many devices share it.
  static let usualHosts = 50
  /// What each device beyond those adds.
  static let perFurtherHost = perHome / usualHosts
  /// Kept for each device: its first ports.
  static let keptPorts = ScanPorts.first.count
  /// Kept for each device: connections for the questions of probes.
  static let keptQuestions = 3

  /// What a connection is for.
  package enum Use: Hashable, Sendable {
    /// One of the first ports.
    case firstPort
    /// Any other port.
    case furtherPort
    /// The question of a probe.
    case question
  }

  private struct Host: Sendable {
    var ports = 0
    var questions = 0

    var all: Int { ports + questions }
    /// What is still kept for it.
    var kept: Int { max(0, keptPorts - ports) + max(0, keptQuestions - questions) }
  }

  /// Connections by host, of hosts that answered.
  private var hosts: [IPAddress: Host] = [:]
  private var spentInAll = 0
  /// What is kept for the hosts that have been found.
  private var kept = 0

  /// Nothing spent, nobody known.
  public init() {}

  /// The most that all hosts together may get, as many as they are now.
  var limit: Int { max(Self.perHome, Self.perFurtherHost * hosts.count) }

  /// Notes a host that answered.
  mutating func note(_ address: IPAddress) {
    // IPv6 addresses are those of devices that have an IPv4 address too, nearly always.
    guard address.v4 != nil, hosts[address] == nil else { return }
    hosts[address] = Host()
    kept += Host().kept
  }

  /// Counts a connect.
  mutating func spend(on address: IPAddress, purpose: Purpose) {
    guard var host = hosts[address] else { return }
    kept -= host.kept
    if purpose == .ports { host.ports += 1 } else { host.questions += 1 }
    kept += host.kept
    spentInAll += 1
    hosts[address] = host
  }

  /// Whether one more connection may be opened to the host.
  ///
  /// - Parameters:
  ///   - address: Which.
  ///   - use: What for.
  ///   - pending: Connects that have been asked for and not been counted yet: in all, and to this host.
  /// - Returns: Whether it may.
  func permits(
    _ address: IPAddress,
    for use: Use,
    pending: (inAll: Int, toHost: Int) = (0, 0)
  ) -> Bool {
    guard let host = hosts[address] else { return true }
    guard host.all + pending.toHost < Self.perHost else { return false }
    let left = limit - spentInAll - pending.inAll
    switch use {
    case .firstPort:
      return left > 0
    case .question where host.questions + pending.toHost < Self.keptQuestions:
      return left > 0
    case .furtherPort, .question:
      let missing = max(0, Self.usualHosts - hosts.count)
      return left > kept + missing * Host().kept
    }
  }
}
