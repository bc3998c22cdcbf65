import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Model
import Simulation

@Suite struct `A device that changes` {
  private static let label = "Synology NAS"

  /// A small home of which all is known, so that nobody is asked.
  private func settledHome() -> WatchedHome {
    var topology = SimulatedTopology.fullHome()
    topology.links[0].hosts.removeSubrange(12...)
    var home = WatchedHome(topology)
    home.round()
    home.round(seed: 2)
    #expect(home.askedAnew.isEmpty)
    return home
  }

  private func talker(_ home: WatchedHome) -> SimulatedDevice? {
    home.topology.links[0].hosts.map(\.device).first { device in
      device.mdnsHost != nil && device.services.count >= 2 && !device.listeners.isEmpty
        && device.services.contains { !$0.txt.isEmpty }
    }
  }

  private func describedService(of device: SimulatedDevice) -> Int? {
    device.services.firstIndex { !$0.txt.isEmpty }
  }

  @Test func `is asked anew as a whole, once`() throws {
    var home = settledHome()
    let device = try #require(talker(home))
    let place = try #require(describedService(of: device))
    home.change(device.label) { $0.services[place].txt["firmware"] = .text("9.9") }
    home.round(seed: 3)
    let slot = try #require(home.entry(device.label)?.slot)
    #expect(home.askedAnew.map(\.slot) == [slot])
    let sent = try #require(home.askedAnew.first).sent
    #expect(sent.contains { $0.kind == .connection && $0.purpose == .ports })
    #expect(
      sent.allSatisfy { $0.kind != .connection || $0.target.address == .v4(device.address) }
    )
    #expect(home.entry(device.label)?.probedAt != nil)
    home.round(seed: 4)
    #expect(home.askedAnew.isEmpty)
    #expect(!home.sent(to: device.address).contains { $0.kind == .connection })
  }

  @Test func `is asked when it offers something new, and when it withdraws something`() throws {
    var home = settledHome()
    let device = try #require(talker(home))
    home.change(device.label) {
      $0.services.append(
        ServiceInstance(type: "_ssh._tcp", name: "Shell", host: $0.mdnsHost, port: 22)
      )
    }
    home.round(seed: 3)
    let slot = try #require(home.entry(device.label)?.slot)
    #expect(home.askedAnew.map(\.slot) == [slot])
    home.change(device.label) { $0.services.removeLast() }
    for seed in UInt64(4)...5 { home.round(seed: seed) }
    #expect(home.askedAnew.isEmpty)
    home.round(seed: 6)
    #expect(home.askedAnew.map(\.slot) == [slot])
    #expect(home.entry(device.label)?.memory.services.contains { $0.name == "Shell" } == false)
  }

  @Test func `is left alone by what says nothing of what it is`() throws {
    var home = settledHome()
    let device = try #require(talker(home))
    let place = try #require(describedService(of: device))
    for seed in 3...5 {
      home.change(device.label) {
        $0.services[place].txt["flags"] = .text("0x\(seed)")
        $0.services[place].txt["rs"] = .text("playing \(seed)")
      }
      home.round(seed: UInt64(seed))
      #expect(home.askedAnew.isEmpty)
    }
  }

  @Test func `is asked ever more seldom if it never rests`() {
    var ledger = ReprobeSchedule()
    let start: Int64 = 1_000_000_000
    var asked: [Int64] = []
    for minute in Int64(0)..<(48 * 60) {
      let now = Timestamp(milliseconds: start + minute * 60_000)
      ledger.noteChange(7)
      for slot in ledger.due(now: now, lastAsked: { _ in Timestamp(milliseconds: start) }) {
        ledger.noteAsking(slot, now: now)
        asked.append(minute)
      }
    }
    #expect(asked.first == 5)
    #expect(asked.count <= 9, "\(asked)")
    #expect(zip(asked.dropFirst(), asked).dropFirst().allSatisfy { $0 - $1 >= 10 })
    ledger.beginRound { _ in false }
    #expect(ledger.count == 0)
  }

  @Test func `is asked by the next round if it was gone meanwhile`() throws {
    var home = settledHome()
    let device = try #require(talker(home))
    let entry = try #require(home.entry(device.label))
    home.round(seed: 3)
    _ = home.state.beginRound(ScanPlan(home.topology), now: home.now)
    home.state.beginAsking(entry.slot, now: home.now)
    home.state.endAsking(entry.slot, now: home.now)
    let after = try #require(home.state.inventory.entries[entry.slot])
    #expect(after.probedAt == nil)
    #expect(after.memory.observations.count == entry.memory.observations.count)
  }

  @Test func `is asked at once where it has IPv6 alone`() throws {
    var home = settledHome()
    let alone = home.state.inventory.ordered.first { entry in
      !entry.device.isSelf && entry.device.addresses.allSatisfy { $0.v4 == nil }
    }
    let entry = try #require(alone)
    // The round goes on while it is asked.
    _ = home.state.beginRound(ScanPlan(home.topology), now: home.now)
    home.ask(entry.slot)
    let sent = try #require(home.askedAnew.last).sent
    let own = Set(entry.device.addresses.map(\.withoutZone))
    let direct = sent.filter { $0.target.address.scope != .multicast }
    #expect(!direct.isEmpty)
    #expect(direct.allSatisfy { own.contains($0.target.address.withoutZone) }, "\(direct)")
  }
}
