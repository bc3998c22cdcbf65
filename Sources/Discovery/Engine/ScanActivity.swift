import Model
import Networking
import Wire

/// The times of a scan's last probe and answer, and which sources are still active.
struct ScanActivity: Sendable {
  /// The scan's start.
  private(set) var began = MonotonicTime(nanoseconds: 0)
  /// The last active probe.
  private(set) var lastProbe = MonotonicTime(nanoseconds: 0)
  /// The last first answer of an address.
  private(set) var lastAnswer = MonotonicTime(nanoseconds: 0)
  /// By source: whether it still makes active probes.
  private(set) var isActive: [Bool]

  init(sources: Int) {
    isActive = Array(repeating: false, count: sources)
  }

  mutating func begin(at now: MonotonicTime) {
    began = now
    lastProbe = now
    lastAnswer = now
  }

  /// Notes the state of a source after a call; what it sent counts as a probe where it was active
  /// before or after it.
  mutating func note(isActive: Bool, sends: Bool, source: Int, now: MonotonicTime) {
    if sends, isActive || self.isActive[source] { lastProbe = now }
    self.isActive[source] = isActive
  }

  mutating func noteAnswer(at now: MonotonicTime) {
    lastAnswer = now
  }

  mutating func noteSending(at now: MonotonicTime) {
    lastProbe = now
  }
}

/// Turns the network's monotonic time into universal time.
///
/// The offset is taken once, at the scan's start, so that a clock that is set meanwhile reorders
/// nothing.
struct ScanClock: Sendable {
  /// The universal time of the scan's start.
  let startedAt: Timestamp

  /// The universal time of a moment, given the scan's start on the monotonic clock.
  func timestamp(of moment: MonotonicTime, startedAt start: MonotonicTime) -> Timestamp {
    let elapsed = moment.nanoseconds - start.nanoseconds
    return Timestamp(milliseconds: startedAt.milliseconds + elapsed / 1_000_000)
  }
}

/// Decides when a scan is over.
enum ScanEnd: Hashable {
  /// The scan is over.
  case finish
  /// Decide again at that time, or at the next event.
  case wait(until: MonotonicTime)

  /// A one-shot scan listens for `plan.listen` after the last active probe; one that only discovers
  /// waits until nothing new has answered for `plan.settle`, counted from the last datagram; neither
  /// takes longer than `plan.timeout`.
  static func decide(plan: ScanPlan, activity: ScanActivity, now: MonotonicTime) -> Self {
    let deadline = activity.began + plan.timeout
    var end = deadline
    if !activity.isActive.contains(true) {
      let quiet =
        plan.discoverOnly
        ? max(activity.lastProbe, activity.lastAnswer) + plan.settle
        : activity.lastProbe + plan.listen
      end = min(end, quiet)
    }
    return now >= end ? .finish : .wait(until: end)
  }
}

/// Hosts with connects or exchanges in progress.
struct ActiveProbes: Sendable {
  private struct Probe: Sendable {
    var host: IPAddress
    /// Whether the connection stays open after the handshake.
    var keeps: Bool
  }

  private var probes: [Ticket: Probe] = [:]
  private var counts: [IPAddress: Int] = [:]

  /// Records a request; returns the hosts whose state changed.
  mutating func note(_ request: NetworkRequest) -> [ScanOutput] {
    switch request {
    case .connect(let ticket, let probe), .exchange(let ticket, let probe, _):
      guard probe.purpose.asksHosts else { return [] }
      let ended = end(ticket)
      let host = probe.target.address
      probes[ticket] = Probe(host: host, keeps: probe.keepsOpen != nil)
      counts[host, default: 0] += 1
      return ended + (counts[host] == 1 ? [.asking(host, true)] : [])
    case .cancel(let ticket):
      return end(ticket)
    default:
      return []
    }
  }

  /// Records the end of a request; returns the hosts whose state changed.
  mutating func note(_ event: NetworkEvent) -> [ScanOutput] {
    switch event {
    case .probed(let ticket, _, .open) where probes[ticket]?.keeps == true: []
    case .probed(let ticket, _, _), .closed(let ticket, _): end(ticket)
    default: []
    }
  }

  private mutating func end(_ ticket: Ticket) -> [ScanOutput] {
    guard let probe = probes.removeValue(forKey: ticket) else { return [] }
    let left = counts[probe.host, default: 1] - 1
    counts[probe.host] = left > 0 ? left : nil
    return left > 0 ? [] : [.asking(probe.host, false)]
  }
}

extension Purpose {
  /// Whether it identifies a known host rather than finding hosts.
  fileprivate var asksHosts: Bool {
    switch self {
    case .ports, .http, .banner, .snmp, .smb, .maker: true
    case .sweep, .arp, .echo, .mdns, .ssdp, .netbios, .reverseDNS, .wsDiscovery, .latency,
      .path, .dns, .tls, .whois, .diagnosis, .broadcast:
      false
    }
  }
}
