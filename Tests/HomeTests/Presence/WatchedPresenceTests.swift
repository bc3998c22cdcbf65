import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model
import Simulation

/// Presence in a simulated home, with the scans of a watch.
@Suite struct `Presence in a watched home` {
  private static let labels: Set<String> = [
    "FRITZ!Box 7590", "UniFi access point", "Apple TV", "Mac Studio", "Shelly plug", "Galaxy phone",
    "iPhone with private address",
  ]

  private func home() -> WatchedHome {
    var topology = SimulatedTopology.fullHome()
    topology.links[0].hosts.removeAll { !Self.labels.contains($0.device.label) }
    return WatchedHome(topology)
  }

  @Test func `lets a phone sleep for half an hour before it is called away`() throws {
    var home = home()
    home.round()
    let sleeper = try #require(
      home.topology.links[0].hosts.first { host in
        guard let entry = home.entry(at: host.device.address) else { return false }
        let context = home.state.inventory.presenceContext(of: entry)
        return context.expectedSilence > 0 && context.isAskable
      }
    )
    home.topology.links[0].hosts.removeAll { $0.device.label == sleeper.device.label }
    var states: [InventoryDevice.Presence] = []
    for round in 2...12 {
      home.round(seed: UInt64(round))
      let entry = try #require(home.entry(at: sleeper.device.address))
      states.append(entry.presence)
      let silence = home.now.milliseconds - entry.lastSeen.milliseconds
      #expect(entry.presence != .away || silence >= 30 * 60_000)
      let isChecked = home.checked.contains { $0.slot == entry.slot }
      #expect(!isChecked || silence >= 30 * 60_000)
      for host in home.topology.links[0].hosts {
        #expect(home.entry(at: host.device.address)?.presence == .present)
      }
    }
    #expect(states.first == .present && states.contains(.asleep) && states.last == .away)
    let away = try #require(home.entry(at: sleeper.device.address))
    #expect(away.tracker.since == away.lastSeen)
    home.topology.links[0].hosts.append(sleeper)
    home.round(seed: 13)
    #expect(home.entry(at: sleeper.device.address)?.presence == .present)
  }

  @Test func `sends a silent device little, and its neighbours nothing`() throws {
    var home = home()
    home.round()
    let plug = try #require(
      home.topology.links[0].hosts.first { $0.device.label == "Shelly plug" }
    )
    home.topology.links[0].hosts.removeAll { $0.device.label == "Shelly plug" }
    for seed in UInt64(2)...3 { home.round(seed: seed) }
    let entry = try #require(home.entry(at: plug.device.address))
    #expect(entry.presence == .away)
    let checks = home.checked.filter { $0.slot == entry.slot }
    #expect(checks.count == 2)
    let others = home.topology.links[0].hosts.filter { !$0.device.isRouter }
    for check in checks {
      let direct = check.sent.filter { $0.target.address == .v4(plug.device.address) }
      #expect(!direct.isEmpty && direct.count < 30, "\(direct)")
      #expect(!check.sent.contains { $0.kind == .connection })
      #expect(!check.sent.contains { $0.target.address.scope == .multicast })
      for other in others {
        #expect(!check.sent.contains { $0.target.address == .v4(other.device.address) })
      }
    }
  }

  @Test func `is unknown while a switch is dead, and nobody is called away`() throws {
    var home = home()
    home.round()
    let hosts = home.topology.links[0].hosts
    home.topology.links[0].hosts = []
    for seed in UInt64(2)...5 {
      home.round(seed: seed)
      #expect(home.checked.isEmpty)
      for host in hosts {
        #expect(home.entry(at: host.device.address)?.presence == .unconfirmed)
      }
    }
    home.topology.links[0].hosts = hosts
    home.round(seed: 6)
    for host in hosts { #expect(home.entry(at: host.device.address)?.presence == .present) }
  }
}
