import DemoHome
import HomeSupport
import Wire
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Model
@testable import Probing
import Simulation

/// A simulated home that is watched: round after round on a virtual clock.
struct WatchedHome {
  var topology: SimulatedTopology
  var state = WatchState()
  /// The present.
  var now = Timestamp(milliseconds: 1_000_000_000)
  /// What was sent in the last round.
  var sent: [SentPacket] = []
  /// Who was asked anew beside the last round, when, and what was sent for it.
  var askedAnew: [(slot: Int, at: Timestamp, sent: [SentPacket])] = []
  /// Who was checked in the last round, when, and what was sent for it.
  var checked: [(slot: Int, at: Timestamp, sent: [SentPacket])] = []
  /// Looks at the state after each output, at its time.
  var look: ((WatchState, Timestamp) -> Void)?
  let every: Duration

  init(_ topology: SimulatedTopology, every: Duration = .seconds(300)) {
    self.topology = topology
    self.every = every
  }

  /// Scans and listens for one round; `change` looks at the state after each output.
  mutating func round(seed: UInt64 = 1, listensOnly: Bool = false) {
    var plan = ScanPlan(topology)
    plan.lasting = every
    plan.listensOnly = listensOnly
    plan = state.beginRound(plan, now: now)
    let engine = ScanEngine(
      plan: plan,
      startedAt: now,
      sources: standardSources(for: plan, seed: seed)
    )
    let run = SimulatedNetwork(topology, seed: seed).runToEnd(engine)
    let began = MonotonicTime(nanoseconds: 1_000_000_000)
    let start = now
    askedAnew = []
    checked = []
    var minute = start.milliseconds
    for (time, output) in run.outputs {
      let present = start.milliseconds + Int64((time - began).milliseconds)
      tick(&minute, until: present, seed: seed)
      now = Timestamp(milliseconds: present)
      state.take(output, now: now)
      look?(state, now)
    }
    let end = start.milliseconds + Int64(every.milliseconds)
    tick(&minute, until: end - 1, seed: seed)
    now = Timestamp(milliseconds: end)
    state.endRound(now: now)
    look?(state, now)
    sent = run.sent
  }

  /// Looks once a minute at who has changed, and who has been silent for long.
  private mutating func tick(_ minute: inout Int64, until time: Int64, seed: UInt64) {
    while minute + 60_000 <= time {
      minute += 60_000
      now = Timestamp(milliseconds: minute)
      state.remember(now: now)
      for slot in state.due(now: now) { ask(slot, seed: seed) }
      state.reviewPresence(now: now)
      for slot in state.checksDue(now: now) { check(slot, seed: seed) }
    }
  }

  /// Checks a silent device, as the watch does; its answers come at once.
  mutating func check(_ slot: Int, seed: UInt64 = 1) {
    guard let plan = state.checkPlan(of: slot, by: ScanPlan(topology)) else {
      state.goWithoutCheck(of: slot)
      return
    }
    state.beginCheck(of: slot, now: now)
    let engine = ScanEngine(
      plan: plan,
      startedAt: now,
      sources: standardSources(for: plan, seed: seed)
    )
    let run = SimulatedNetwork(topology, seed: seed).runToEnd(engine)
    for (_, output) in run.outputs { state.take(output, ofCheck: slot, now: now) }
    state.endCheck(of: slot, now: now)
    checked.append((slot, now, run.sent))
  }

  /// Asks one device anew, as the watch does; its answers come at once.
  mutating func ask(_ slot: Int, seed: UInt64 = 1) {
    guard let device = state.inventory.entries[slot]?.device,
      let plan = ScanPlan(topology).narrowed(to: device)
    else { return }
    state.beginAsking(slot, now: now)
    let engine = ScanEngine(
      plan: plan,
      startedAt: now,
      sources: standardSources(for: plan, seed: seed)
    )
    let run = SimulatedNetwork(topology, seed: seed).runToEnd(engine)
    for (_, output) in run.outputs { state.take(output, ofAsking: slot, now: now) }
    state.endAsking(slot, now: now)
    askedAnew.append((slot, now, run.sent))
  }

  /// Changes a device, which says so from now on.
  mutating func change(_ label: String, _ work: (inout SimulatedDevice) -> Void) {
    for index in topology.links[0].hosts.indices
    where topology.links[0].hosts[index].device.label == label {
      var device = topology.links[0].hosts[index].device
      work(&device)
      topology.links[0].hosts[index] = SimulatedHost(
        device,
        responders: device.responders(in: .standard)
      )
    }
  }

  /// The entry of a device of the home.
  func entry(_ label: String) -> InventoryEntry? {
    topology.links[0].hosts.first { $0.device.label == label }.flatMap {
      entry(at: $0.device.address)
    }
  }

  /// The entry at an address.
  func entry(at address: IPv4Address) -> InventoryEntry? {
    state.inventory.ordered.first { $0.device.ip == .v4(address) }
  }

  /// What was sent to an address in the last round, sweeps apart.
  func sent(to address: IPv4Address) -> [SentPacket] {
    sent.filter { $0.target.address == .v4(address) && $0.purpose != .sweep }
  }
}
