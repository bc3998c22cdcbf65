internal import DemoHome
import Networking
import Wire

/// A model of the kernel's neighbour table for IPv4 (net/core/neighbour.c), without time or frames:
/// it returns what to send and when to look again.
struct SimulatedNeighbours: Sendable {
  struct Key: Hashable, Sendable {
    var address: IPv4Address
    var interface: UInt32
  }

  struct Entry: Sendable {
    var state: Neighbour.State
    var mac: MACAddress?
    var confirmed: MonotonicTime?
    var updated: MonotonicTime
    var probes = 0
    /// Timers of earlier states are void.
    var generation = 0
    /// Packets that wait for the link address.
    var waiting: [Outgoing] = []
  }

  /// What follows from an event: frames, timers, notifications, packets set free or given up.
  enum Effect {
    case ask(Key)
    case timer(Key, generation: Int, after: Duration)
    case notify(Key)
    case release([Outgoing])
    case fail([Outgoing])
  }

  static let repetition: Duration = .seconds(1)
  static let solicitations = 3
  static let delayTime: Duration = .seconds(5)
  static let reachableTime: Duration = .seconds(30)
  /// `unres_qlen` in packets, roughly.
  static let queueLength = 100

  private(set) var entries: [Key: Entry] = [:]
  let limit: Int
  let hidden: Int

  init(limit: Int, hidden: Int) {
    self.limit = limit
    self.hidden = hidden
  }

  mutating func remember(_ neighbour: Neighbour, now: MonotonicTime) {
    guard let v4 = neighbour.address.v4 else { return }
    var entry = Entry(state: neighbour.state, mac: neighbour.mac, updated: now)
    if let ago = neighbour.confirmedAgo {
      entry.confirmed = MonotonicTime(nanoseconds: now.nanoseconds - ago.wholeNanoseconds)
    }
    entries[Key(address: v4, interface: neighbour.interface)] = entry
  }

  /// A packet wants to go to the neighbour (`neigh_resolve_output`).
  mutating func send(_ packet: Outgoing, to key: Key, now: MonotonicTime) -> [Effect] {
    guard var entry = entries[key] else {
      guard makeRoom(now: now) else { return [] }
      entries[key] = Entry(state: .incomplete, updated: now, probes: 1, waiting: [packet])
      return [.ask(key), .timer(key, generation: 0, after: Self.repetition)]
    }
    defer { entries[key] = entry }
    switch entry.state {
    case .reachable, .delay, .probe, .permanent, .noARP:
      return [.release([packet])]
    case .stale:
      let timer = change(&entry, to: .delay, key, after: Self.delayTime, now: now)
      return [.release([packet]), timer, .notify(key)]
    case .incomplete:
      if entry.waiting.count < Self.queueLength { entry.waiting.append(packet) }
      return []
    case .failed:
      entry.probes = 1
      entry.waiting = [packet]
      return [.ask(key), change(&entry, to: .incomplete, key, after: Self.repetition, now: now)]
    }
  }

  /// An ARP reply came in (`arp_process`).
  mutating func answer(_ mac: MACAddress, from key: Key, now: MonotonicTime) -> [Effect] {
    guard var entry = entries[key] else { return [] }
    defer { entries[key] = entry }
    let waiting = entry.waiting
    entry.waiting = []
    entry.mac = mac
    entry.confirmed = now
    let timer = change(&entry, to: .reachable, key, after: Self.reachableTime, now: now)
    return [timer, .notify(key), .release(waiting)]
  }

  /// A higher layer saw the neighbour at work (`dst_confirm`).
  mutating func confirm(_ key: Key, now: MonotonicTime) {
    entries[key]?.confirmed = now
  }

  /// A timer ran out (`neigh_timer_handler`).
  mutating func timer(_ key: Key, generation: Int, now: MonotonicTime) -> [Effect] {
    guard var entry = entries[key], entry.generation == generation else { return [] }
    defer { entries[key] = entry }
    switch entry.state {
    case .incomplete, .probe:
      if entry.probes < Self.solicitations {
        entry.probes += 1
        return [.ask(key), .timer(key, generation: generation, after: Self.repetition)]
      }
      let waiting = entry.waiting
      entry.waiting = []
      entry.state = .failed
      entry.updated = now
      entry.generation += 1
      return [.notify(key), .fail(waiting)]
    case .delay:
      if let confirmed = entry.confirmed, now - confirmed <= Self.delayTime {
        let timer = change(&entry, to: .reachable, key, after: Self.reachableTime, now: now)
        return [timer, .notify(key)]
      }
      entry.probes = 1
      let timer = change(&entry, to: .probe, key, after: Self.repetition, now: now)
      return [.ask(key), timer, .notify(key)]
    case .reachable:
      entry.state = .stale
      entry.generation += 1
      return [.notify(key)]
    case .stale, .failed, .permanent, .noARP:
      return []
    }
  }

  /// The entry as rtnetlink shows it.
  func neighbour(_ key: Key, now: MonotonicTime) -> Neighbour? {
    entries[key].map { entry in
      // Shown in hundredths of a second (USER_HZ), rounded down.
      let ago = entry.confirmed.map { (now - $0).wholeNanoseconds / 10_000_000 * 10 }
      return Neighbour(
        address: .v4(key.address),
        interface: key.interface,
        mac: entry.state == .incomplete || entry.state == .failed ? nil : entry.mac,
        state: entry.state,
        confirmedAgo: ago.map { .milliseconds($0) }
      )
    }
  }

  /// The whole table, in order of interface and address.
  func dump(now: MonotonicTime) -> [Neighbour] {
    entries.keys.sorted { ($0.interface, $0.address) < ($1.interface, $1.address) }
      .compactMap { neighbour($0, now: now) }
  }

  private func change(
    _ entry: inout Entry,
    to state: Neighbour.State,
    _ key: Key,
    after time: Duration,
    now: MonotonicTime
  ) -> Effect {
    entry.state = state
    entry.updated = now
    entry.generation += 1
    return .timer(key, generation: entry.generation, after: time)
  }

  /// Makes room for one entry (`neigh_forced_gc`); false where the table is full.
  private mutating func makeRoom(now: MonotonicTime) -> Bool {
    if entries.count + hidden < limit { return true }
    for (key, entry) in entries {
      let isOld = entry.state == .stale && now - entry.updated > .seconds(5)
      if entry.state == .failed || isOld { entries[key] = nil }
    }
    return entries.count + hidden < limit
  }
}
