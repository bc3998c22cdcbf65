import Net
import NetLab
import Wire

@testable import HomeNet

/// A simulated home that is watched: round after round on a virtual clock.
struct WatchedHome {
  var topology: SimulatedTopology
  var state = WatchState()
  /// The present.
  var now = Timestamp(milliseconds: 1_000_000_000)
  /// What was sent in the last round.
  var sent: [SentPacket] = []
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
    for (time, output) in run.outputs {
      now = Timestamp(
        milliseconds: start.milliseconds + Int64((time - began).milliseconds)
      )
      state.take(output, now: now)
    }
    now = Timestamp(milliseconds: start.milliseconds + Int64(every.milliseconds))
    state.endRound(now: now)
    sent = run.sent
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
