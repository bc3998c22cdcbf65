import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Model
@testable import Probing
import Simulation

/// The history of a watched home, recorded every few seconds as the watch records it.
private final class WatchRecording {
  var recorder = HistoryRecorder()
  var seq: UInt64 = 0
  var changes: [HomeChange] = []
  var versions: [ProfileVersion] = []
  var transitions: [PresenceTransition] = []
  private var cursor: ChangeCursor?
  private var last = Timestamp(milliseconds: 0)

  func look(at state: WatchState, _ now: Timestamp) {
    guard now.elapsed(since: last) >= 5000 else { return }
    last = now
    let input = state.inventory.historyInput(after: cursor, for: recorder)
    cursor = state.inventory.log.cursor
    let batch = recorder.record(input, at: now, seq: &seq)
    changes += batch.changes
    versions += batch.versions
    transitions += batch.transitions
  }

  /// The changes since the last call.
  func takeChanges() -> [HomeChange] {
    defer { changes = [] }
    return changes
  }
}

@Suite struct `The history of a watched home` {
  @Test func `has nothing to tell of a home in which nothing changes`() {
    var home = WatchedHome(.fullHome())
    let recording = WatchRecording()
    home.look = { recording.look(at: $0, $1) }
    for seed in UInt64(1)...5 { home.round(seed: seed) }
    let told = recording.changes.map { "\($0.kind): \($0.message.text)" }
    #expect(told == [])
    #expect(recording.recorder.slots == home.state.inventory.entries.keys.sorted())
    let most = 3 * recording.recorder.slots.count
    #expect(recording.versions.count <= most, "\(recording.versions.count)")
    #expect(recording.transitions.count == recording.recorder.slots.count)
  }

  @Test func `tells who leaves, is back and is new`() throws {
    var home = WatchedHome(.fullHome())
    let guest = home.topology.links[0].hosts.remove(at: 9)
    let recording = WatchRecording()
    home.look = { recording.look(at: $0, $1) }
    home.round()
    _ = recording.takeChanges()
    home.topology.links[0].hosts.append(guest)
    home.round(seed: 2)
    let slot = try #require(home.entry(at: guest.device.address)?.slot)
    let new = recording.takeChanges()
    #expect(new.contains { $0.kind == .newStation && $0.slot == slot })
    #expect(new.allSatisfy { $0.kind == .newStation })
    home.topology.links[0].hosts.removeLast()
    for seed in UInt64(3)...6 { home.round(seed: seed) }
    #expect(recording.takeChanges().contains { $0.kind == .left && $0.slot == slot })
    home.topology.links[0].hosts.append(guest)
    home.round(seed: 7)
    #expect(recording.takeChanges().contains { $0.kind == .returned && $0.slot == slot })
  }

  @Test func `forgets who is forgotten`() throws {
    var home = WatchedHome(.fullHome())
    let recording = WatchRecording()
    home.look = { recording.look(at: $0, $1) }
    home.round()
    let slot = try #require(recording.recorder.slots.last)
    home.state.forget([slot])
    recording.look(at: home.state, home.now.advanced(by: 60_000))
    #expect(!recording.recorder.slots.contains(slot))
    #expect(recording.versions.contains { $0.slot == slot && $0.profile == nil })
  }
}
