import Networking
import Wire

/// Decides whether an answering host needs new probes: not if a host with the same address and link
/// address was probed before (``SettledHosts``).
struct ReprobePolicy: Sendable {
  /// Whether to probe a host.
  enum Decision: Hashable {
    /// Probe it.
    case ask
    /// It was probed before.
    case skip
    /// Its link address is not known yet.
    case wait
  }

  private let settled: SettledHosts
  private var macs: [IPAddress: MACAddress] = [:]
  private var waiting: [IPAddress: (interface: UInt32, until: MonotonicTime)] = [:]
  private var skipped: [IPAddress: UInt32] = [:]

  /// A link address comes with the answer, or within the kernel's first check.
  static let patience = Duration.seconds(3)

  init(_ settled: SettledHosts) {
    self.settled = settled
  }

  /// The earliest deadline of the hosts that wait for a link address.
  var due: MonotonicTime? { waiting.values.map(\.until).min() }

  /// The decision for a host's first answer.
  mutating func decide(
    _ address: IPAddress,
    interface: UInt32,
    now: MonotonicTime
  ) -> Decision {
    guard let host = settled.hosts[address] else { return .ask }
    guard let mac = host.mac else { return .skip }
    guard let known = macs[address] else {
      waiting[address] = (interface, now + Self.patience)
      return .wait
    }
    guard known == mac else { return .ask }
    skipped[address] = interface
    return .skip
  }

  /// Records a link address; returns a new decision for a host that already answered, if it changes.
  mutating func note(
    _ mac: MACAddress,
    at address: IPAddress
  ) -> (decision: Decision, interface: UInt32)? {
    guard let host = settled.hosts[address] else { return nil }
    macs[address] = mac
    if let wait = waiting.removeValue(forKey: address) {
      guard host.mac == mac else { return (.ask, wait.interface) }
      skipped[address] = wait.interface
      return (.skip, wait.interface)
    }
    // The table remembered one device, and another proved that it has the address now.
    guard host.mac != mac, let interface = skipped.removeValue(forKey: address) else { return nil }
    return (.ask, interface)
  }

  /// Removes and returns the hosts whose wait for a link address timed out; they are probed.
  mutating func overdue(now: MonotonicTime) -> [(address: IPAddress, interface: UInt32)] {
    let late = waiting.filter { $0.value.until <= now }
    for address in late.keys { waiting[address] = nil }
    return late.map { ($0.key, $0.value.interface) }.sorted { $0.address < $1.address }
  }
}
