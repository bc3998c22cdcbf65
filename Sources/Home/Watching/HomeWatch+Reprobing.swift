import Discovery
import Model
import Networking
import Wire

extension HomeWatch {
  /// The most changed devices reprobed at one time; after a power cut all change.
  private static let mostAtOnce = 3

  func askChanged() {
    guard !schedule.isPaused, current != nil else { return }
    for slot in state.due(now: now()).prefix(max(0, Self.mostAtOnce - rescans.count)) { ask(slot) }
  }

  func askWaiting() {
    // Without a round the answers would be lost.
    guard current != nil else { return }
    while let slot = waiting.next(asking: rescans.count) { ask(slot) }
  }

  /// Runs a full probe of a device, beside the round.
  func ask(_ slot: Int) {
    guard let entry = state.inventory.entries[slot], rescans[slot] == nil, current != nil,
      var plan = lastPlan?.narrowed(to: entry.device)
    else { return }
    plan.tellsSteps = options.onStep != nil
    let began = now()
    state.beginAsking(slot, now: began)
    let engine = ScanEngine(plan: plan, startedAt: began, sources: sources(plan))
    let outputs = network.run(engine)
    rescans[slot] = Task {
      for await output in outputs { self.take(output, ofAsking: slot) }
      self.endAsking(slot)
    }
  }

  private func take(_ output: ScanOutput, ofAsking slot: Int) {
    if case .step(let step) = output {
      options.onStep?(step)
      return
    }
    state.take(output, ofAsking: slot, now: now())
    if case .asking(let host, true) = output, let found = state.inventory.slots[host] {
      asking.insert(found)
    }
    noteChange()
  }

  private func endAsking(_ slot: Int) {
    rescans[slot] = nil
    state.endAsking(slot, now: now())
    noteChange()
    askWaiting()
    askChanged()
  }
}

extension ScanPlan {
  /// A scan of one device, by its first address that is on a network of the plan; `nil` where none
  /// is.
  func narrowed(to device: Device) -> ScanPlan? {
    var plan = self
    plan.lasting = .zero
    plan.timeout = .seconds(15)
    plan.settled = SettledHosts()
    plan.asksEverybody = false
    for address in device.addresses.compactMap(\.v4) {
      guard var target = targets.first(where: { $0.prefix.contains(address) }) else { continue }
      target.prefix = IPv4Prefix(address, length: 32)
      // IPv6 neighbours are not targets.
      target.interface.ipv6 = []
      plan.targets = [target]
      plan.interfaces = [target.interface]
      return plan
    }
    for case .v6(let address, let zone) in device.addresses {
      let leading = interfaces.first { own in
        // A zone says only of link-local addresses on which link they are (RFC 4007, section 6).
        zone.map { $0 == own.name && address.scope == .linkLocal }
          ?? own.ipv6.contains { address.shares($0.prefixLength, leadingBitsWith: $0.address) }
      }
      guard var leading else { continue }
      // No sweep; only the one host is probed.
      leading.ipv4 = []
      plan.targets = []
      plan.interfaces = [leading]
      plan.only = .v6(address, zone: zone)
      return plan
    }
    return nil
  }
}

/// Reprobes that the user requested, limited in number at one time.
struct RescanQueue: Sendable {
  static let atOnce = 4
  /// The most devices that wait; more are a case for a scan.
  static let limit = 64

  private(set) var slots: [Int] = []

  func contains(_ slot: Int) -> Bool { slots.contains(slot) }

  /// Queues a device, once; false if too many wait.
  mutating func add(_ slot: Int) -> Bool {
    guard !slots.contains(slot) else { return true }
    guard slots.count < Self.limit else { return false }
    slots.append(slot)
    return true
  }

  mutating func next(asking count: Int) -> Int? {
    count < Self.atOnce && !slots.isEmpty ? slots.removeFirst() : nil
  }

  mutating func remove(_ slot: Int) { slots.removeAll { $0 == slot } }
}
