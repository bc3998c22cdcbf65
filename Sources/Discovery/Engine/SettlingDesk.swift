import Networking
import Wire

/// Decides of each host that answers whether it was asked before: the same address, and the same
/// link address.
struct SettlingDesk: Sendable {
  /// What the sources that ask hosts are told.
  enum Decision: Hashable {
    /// It has to be asked.
    case ask
    /// It was asked.
    case spare
    /// Its link address is not known yet.
    case wait
  }

  private let settled: SettledHosts
  private var macs: [IPAddress: MACAddress] = [:]
  private var waiting: [IPAddress: (interface: UInt32, until: MonotonicTime)] = [:]
  private var spared: [IPAddress: UInt32] = [:]

  /// A link address comes with the answer, or within the kernel's first check.
  static let patience = Duration.seconds(3)

  init(_ settled: SettledHosts) {
    self.settled = settled
  }

  /// When the first decision is overdue.
  var due: MonotonicTime? { waiting.values.map(\.until).min() }

  /// Decides of a host that answered for the first time.
  mutating func decide(
    _ address: IPAddress,
    interface: UInt32,
    now: MonotonicTime
  ) -> Decision {
    guard let host = settled.hosts[address] else { return .ask }
    guard let mac = host.mac else { return .spare }
    guard let known = macs[address] else {
      waiting[address] = (interface, now + Self.patience)
      return .wait
    }
    guard known == mac else { return .ask }
    spared[address] = interface
    return .spare
  }

  /// Notes a link address; what follows of it for a host that answered before, if anything does.
  mutating func note(
    _ mac: MACAddress,
    at address: IPAddress
  ) -> (decision: Decision, interface: UInt32)? {
    guard let host = settled.hosts[address] else { return nil }
    macs[address] = mac
    if let wait = waiting.removeValue(forKey: address) {
      guard host.mac == mac else { return (.ask, wait.interface) }
      spared[address] = wait.interface
      return (.spare, wait.interface)
    }
    // The table remembered one device, and another proved that it has the address now.
    guard host.mac != mac, let interface = spared.removeValue(forKey: address) else { return nil }
    return (.ask, interface)
  }

  /// The hosts that have waited long enough: they are asked.
  mutating func overdue(now: MonotonicTime) -> [(address: IPAddress, interface: UInt32)] {
    let late = waiting.filter { $0.value.until <= now }
    for address in late.keys { waiting[address] = nil }
    return late.map { ($0.key, $0.value.interface) }.sorted { $0.address < $1.address }
  }
}
