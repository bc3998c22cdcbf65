import Networking
import Wire

/// How many TCP connections a scan may still open, and for what.
///
/// A home of up to fifty devices gets 1,100 in all, a larger one 22 a device; no device gets more than
/// 36. A reserve guarantees each device, found or not, its first ports and three probes. Connects to
/// addresses that have not answered are not counted: they find hosts behind a router and on loopback.
/// Pure.
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
    /// Its remaining reserve.
    var kept: Int { max(0, keptPorts - ports) + max(0, keptQuestions - questions) }
  }

  /// Connections by host, of hosts that answered.
  private var hosts: [IPAddress: Host] = [:]
  private var spentInAll = 0
  /// The reserve of the hosts found so far.
  private var kept = 0

  /// Nothing spent, no hosts.
  public init() {}

  /// The most that all hosts together may get, as many as they are now.
  var limit: Int { max(Self.perHome, Self.perFurtherHost * hosts.count) }

  /// Notes a host that answered.
  mutating func note(_ address: IPAddress) {
    // Devices with an IPv6 address nearly always have an IPv4 address, and are counted by that.
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
  /// `pending` are connects requested but not yet counted: in all, and to this host.
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

/// How fast a source may send: a bucket of tokens, one a packet.
///
/// In any period no more is sent than `burst` plus the rate times the period, however late wake-ups
/// are.
struct SendingPace: Sendable {
  /// Packets a second.
  let rate: Int64
  /// The most that may go at once after a pause.
  let burst: Int64
  private var tokens: Int64
  /// Up to when the tokens have been counted.
  private var counted: MonotonicTime?

  init(rate: Int64, burst: Int64) {
    self.rate = rate
    self.burst = burst
    tokens = burst
  }

  private var spacing: Int64 { 1_000_000_000 / rate + 1 }

  /// How many may be sent now; they are taken as sent.
  mutating func take(_ wanted: Int, now: MonotonicTime) -> Int {
    let since = counted ?? now
    let earned = max(0, now.nanoseconds - since.nanoseconds) / spacing
    tokens = min(burst, tokens + earned)
    counted = tokens == burst ? now : since + .nanoseconds(earned * spacing)
    let taken = min(Int64(wanted), tokens)
    tokens -= taken
    return Int(taken)
  }

  /// When so many more may be sent, after everything has been taken now.
  func time(for count: Int64, now: MonotonicTime) -> MonotonicTime {
    now + .nanoseconds(max(0, min(count, burst) - tokens) * spacing)
  }
}
