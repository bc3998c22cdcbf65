import Networking
import Wire

/// The kernel's IPv4 neighbour table as far as this scan has seen it: how full it is, and which
/// state each entry was in.
package struct NeighbourTable: Sendable {
  private struct Key: Hashable {
    var address: IPAddress
    var interface: UInt32
  }

  private var states: [Key: Neighbour.State] = [:]
  /// IPv4 entries that the kernel can't drop when it needs room: all but the failed ones.
  private(set) var used = 0

  /// The state last seen of an entry.
  func state(_ address: IPAddress, interface: UInt32) -> Neighbour.State? {
    states[Key(address: address, interface: interface)]
  }

  /// Takes the whole table.
  mutating func replace(by entries: [Neighbour]) {
    states.removeAll(keepingCapacity: true)
    used = 0
    for entry in entries { set(entry.state, of: entry.address, interface: entry.interface) }
  }

  /// Takes one entry's new state; `nil` where it is gone.
  mutating func set(_ state: Neighbour.State?, of address: IPAddress, interface: UInt32) {
    let key = Key(address: address, interface: interface)
    let before = states[key]
    states[key] = state
    // NDP has a table of its own.
    guard address.v4 != nil else { return }
    used += Self.weight(state) - Self.weight(before)
  }

  private static func weight(_ state: Neighbour.State?) -> Int {
    switch state {
    case nil, .failed?: 0
    default: 1
    }
  }
}

/// What a neighbour table entry proves about a device in this scan.
enum NeighbourVerdict: Hashable {
  /// Present: confirmed since the scan began.
  case present(MACAddress)
  /// Present before the scan; unverified.
  case remembered(MACAddress)
  /// It was asked and did not answer.
  case silent
  /// Nothing, yet.
  case open

  /// Judges an entry as dumped: only a confirmation since the scan began is an answer.
  ///
  /// The kernel counts `confirmedAgo` in hundredths of a second, rounded down; an entry that was
  /// confirmed up to 10 ms before the scan can pass for one confirmed in it.
  init(dumped entry: Neighbour, began: MonotonicTime, now: MonotonicTime) {
    switch entry.state {
    case .permanent, .noARP:
      self = .open
    case .incomplete:
      self = .open
    case .failed:
      self = .silent
    case .reachable, .stale, .delay, .probe:
      guard let mac = entry.mac, mac.isUsable else {
        self = .open
        return
      }
      if let ago = entry.confirmedAgo, now.nanoseconds - ago.wholeNanoseconds >= began.nanoseconds {
        self = .present(mac)
      } else {
        self = .remembered(mac)
      }
    }
  }

  /// Judges a change, given the state that the entry had before; `nil` where there was none.
  ///
  /// A change to REACHABLE is an answer. So is the first link address of an entry that had none:
  /// the kernel learnt it from a packet of the device's own just now, though it calls it STALE.
  init(changed entry: Neighbour, before: Neighbour.State?, began: MonotonicTime, now: MonotonicTime)
  {
    self.init(dumped: entry, began: began, now: now)
    guard case .remembered(let mac) = self else { return }
    let hadAddress =
      switch before {
      case nil, .incomplete?, .failed?: false
      default: true
      }
    if !hadAddress || entry.state == .reachable && before != .reachable { self = .present(mac) }
  }
}

/// Addresses that the kernel asks for at the moment, and how often it has been made to.
struct PendingNeighbours: Sendable {
  private var asked: [TargetAddress: MonotonicTime] = [:]
  private var rounds: [TargetAddress: Int] = [:]
  /// By the number of rounds already had: how many are pending.
  private var countByRound: [Int] = []

  var isEmpty: Bool { asked.isEmpty }

  /// When the one that has waited longest was asked; looks at all.
  var oldest: MonotonicTime? { asked.values.min() }

  func contains(_ target: TargetAddress) -> Bool { asked[target] != nil }

  /// How many rounds the address has had in vain.
  func roundsHad(_ target: TargetAddress) -> Int { rounds[target, default: 0] }

  /// Whether any address is in an earlier round, so that its silence is not final.
  func hasAny(before round: Int) -> Bool {
    countByRound.prefix(max(0, round - 1)).contains { $0 > 0 }
  }

  /// Those asked at that time or before.
  func asked(before time: MonotonicTime) -> [TargetAddress] {
    asked.filter { $0.value <= time }.map(\.key)
  }

  /// Notes that the address is asked now, or later than noted before.
  mutating func ask(_ target: TargetAddress, at time: MonotonicTime) {
    if asked.updateValue(time, forKey: target) == nil { count(target, 1) }
  }

  /// Takes an address out; when it was asked, `nil` where it wasn't.
  mutating func remove(_ target: TargetAddress) -> MonotonicTime? {
    guard let time = asked.removeValue(forKey: target) else { return nil }
    count(target, -1)
    return time
  }

  /// Records that the kernel's three requests failed; returns the number of rounds, `nil` if the
  /// address wasn't asked.
  mutating func fail(_ target: TargetAddress) -> Int? {
    guard remove(target) != nil else { return nil }
    rounds[target, default: 0] += 1
    return rounds[target]
  }

  private mutating func count(_ target: TargetAddress, _ change: Int) {
    let round = roundsHad(target)
    while countByRound.count <= round { countByRound.append(0) }
    countByRound[round] += change
  }
}

/// Devices in the neighbour table from before the scan whose presence is unverified.
struct RememberedNeighbours: Sendable {
  /// The most that are asked; a table of a home's size fits.
  static let limit = 512

  /// Whether unsettled ones keep the scan going.
  var holds = false
  private var unsettled: Set<IPAddress> = []
  private var asked: [IPAddress] = []
  private var isOver = false

  /// Whether the scan should wait for them.
  var holdsScan: Bool { holds && !isOver && !unsettled.isEmpty }

  /// Remembers an address; the number of the exchange that asks it, `nil` where it is known already
  /// or there are too many.
  mutating func insert(_ address: IPAddress) -> Int? {
    guard asked.count < Self.limit, !isOver, unsettled.insert(address).inserted else { return nil }
    asked.append(address)
    return asked.count - 1
  }

  /// Whether it is unverified.
  func contains(_ address: IPAddress) -> Bool { unsettled.contains(address) }

  /// The address of an exchange, if it is still unverified.
  func unsettled(exchange: Int) -> IPAddress? {
    guard asked.indices.contains(exchange), unsettled.contains(asked[exchange]) else { return nil }
    return asked[exchange]
  }

  /// Notes that it is known now.
  mutating func settle(_ address: IPAddress) {
    unsettled.remove(address)
  }

  /// Waits no longer.
  mutating func giveUp() {
    isOver = true
  }
}
