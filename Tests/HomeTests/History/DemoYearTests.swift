@testable import DemoHome
import HomeSupport
import Identification
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Model
@testable import Probing
import Simulation

/// The recorder of a watch that goes on with the demo's year.
private final class ContinuedRecording {
  private var recorder: HistoryRecorder
  private var seq: UInt64
  private var cursor: ChangeCursor?
  private var last: Timestamp
  var changes: [HomeChange] = []

  init(_ year: DemoYear) {
    let history = year.history
    recorder = HistoryRecorder(
      profiles: HomeAtMoment.profiles(history.versions, at: history.time),
      transitions: history.transitions,
      changes: history.changes,
      lastTime: history.time
    )
    seq = UInt64(history.changes.count)
    last = history.time
  }

  func look(at state: WatchState, _ now: Timestamp) {
    guard now.elapsed(since: last) >= 5000 else { return }
    last = now
    let input = state.inventory.historyInput(after: cursor, for: recorder)
    cursor = state.inventory.log.cursor
    changes += recorder.record(input, at: now, seq: &seq).changes
  }
}

@Suite struct `The demo home after its year` {
  private static func watched() -> (home: WatchedHome, year: DemoYear) {
    var home = WatchedHome(.fullHome())
    home.now = Timestamp("2026-10-21T15:10:00Z") ?? home.now
    let year = DemoYear(
      of: DemoYear.Home(.standard),
      until: home.now,
      identifier: Identifier()
    )
    home.state = WatchState(stored: year.devices)
    return (home, year)
  }

  @Test func `is recognised, each device in its slot`() throws {
    let (before, year) = Self.watched()
    var home = before
    let slots = Set(year.devices.map { Int($0.key) })
    #expect(Set(home.state.inventory.entries.keys) == slots)
    for seed in UInt64(1)...2 { home.round(seed: seed) }
    // The simulated kernel shows no link addresses of those that only answer over IPv6.
    let known = home.state.inventory.entries.filter { $0.value.hasIPv4 }
    #expect(Set(known.keys) == slots)
    let profiles = HomeAtMoment.profiles(year.history.versions, at: year.history.time)
    for device in SimulatedHome.standard.devices {
      let entry = try #require(home.entry(at: device.address), "\(device.label)")
      #expect(profiles[entry.slot]?.mac == device.mac.description, "\(device.label)")
    }
  }

  @Test func `has ports and services as the year says`() throws {
    let (before, year) = Self.watched()
    var home = before
    for seed in UInt64(1)...2 { home.round(seed: seed) }
    let profiles = HomeAtMoment.profiles(year.history.versions, at: year.history.time)
    for device in SimulatedHome.standard.devices {
      let entry = try #require(home.entry(at: device.address), "\(device.label)")
      let found = DeviceProfile(
        entry.inventoryDevice,
        remembering: entry.memory.observations
      )
      let known = try #require(profiles[entry.slot], "\(device.label)")
      #expect(found.ports == known.ports, "\(device.label)")
      #expect(found.services == known.services, "\(device.label)")
      #expect(found.id == known.id, "\(device.label)")
    }
  }

  @Test func `has nothing to tell of what did not change`() {
    let (before, year) = Self.watched()
    var home = before
    let recording = ContinuedRecording(year)
    home.look = { recording.look(at: $0, $1) }
    for seed in UInt64(1)...3 { home.round(seed: seed) }
    // Guests that are away now were away before.
    let told = recording.changes.filter { $0.now?.hasPrefix("fe80:") != true }
      .map { "\($0.kind): \($0.message.text)" }
    #expect(told == [])
  }
}
