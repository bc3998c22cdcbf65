import HomeSupport
import Testing
import Wire
@testable import Home
@testable import Model

@Suite struct `Recorded presence` {
  private let nas = DescribedDevice()

  @Test func `goes away when it was last seen, and tells who left after ten minutes`() {
    var home = RecordedHome(nas)
    let lastSeen = home.now
    #expect(home.wait(minutes: 6).isEmpty)
    #expect(home.see(nas.away(since: lastSeen)).isEmpty, "it may come back yet")
    #expect(home.transitions.last == PresenceTransition(slot: 1, state: .away, since: lastSeen))
    var changes = home.wait(minutes: 3)
    #expect(changes.map(\.kind) == [.left])
    #expect(changes.first?.was == lastSeen.description && changes.first?.name == "NAS")
    #expect(home.wait(minutes: 20).isEmpty)
    changes = home.see(nas)
    #expect(changes.map(\.kind) == [.returned])
    #expect(changes.first?.was == "\(home.now.elapsed(since: lastSeen) / 1000)")
    #expect(home.transitions.last?.state == .present)
  }

  @Test func `tells nothing of a short absence`() {
    var home = RecordedHome(nas)
    let lastSeen = home.now
    _ = home.wait(minutes: 4)
    #expect(home.see(nas.away(since: lastSeen)).isEmpty)
    #expect(home.see(nas).isEmpty)
    #expect(home.wait(minutes: 30).isEmpty)
    #expect(home.transitions.map(\.state) == [.present, .away, .present])
  }

  @Test func `knows nothing of the time in which nobody watched`() {
    var phone = DescribedDevice(slot: 2, address: "192.168.1.30", name: "Phone")
    phone.hardware = "00:11:32:00:00:02"
    var home = RecordedHome(nas, phone)
    let gone = home.now
    _ = home.wait(minutes: 12)
    #expect(home.see(phone.away(since: gone)).map(\.kind) == [.left])
    let slept = home.now
    // A night of suspend; then everybody is unconfirmed at first.
    var unsure = nas
    unsure.presence = .unconfirmed
    unsure.lastSeen = slept
    #expect(home.see(unsure, after: 8 * 3600).isEmpty)
    let woke = home.now
    let states = home.transitions.suffix(3)
    #expect(states.allSatisfy { $0.since >= slept })
    #expect(home.recorder.devices.map(\.presence) == [.unknown, .away], "it still is not there")
    #expect(home.see(nas).isEmpty, "nobody returned")
    for slot in [1, 2] {
      let own = home.transitions.filter { $0.slot == slot }
      let intervals = PresenceIntervals.intervals(
        of: own,
        from: slept.advanced(by: 60_000),
        to: woke.advanced(by: -60_000),
        heartbeat: home.now
      )
      #expect(intervals.map(\.state) == [.unknown], "\(slot)")
    }
  }

  @Test func `does not take for away since then who was not seen again after a pause`() {
    var home = RecordedHome(nas)
    let slept = home.now
    var unsure = nas
    unsure.presence = .unconfirmed
    unsure.lastSeen = slept
    _ = home.see(unsure, after: 8 * 3600)
    let woke = home.now
    _ = home.wait(minutes: 9)
    let changes = home.see(nas.away(since: slept))
    #expect(changes.map(\.kind) == [.left])
    #expect(home.transitions.last?.state == .away)
    #expect(home.transitions.last.map { $0.since > woke } ?? false)
  }

  @Test func `tells nothing when the machine or its network fails`() {
    let facts = HomeFacts(gateways: ["192.168.1.1"], resolvers: ["192.168.1.1"])
    var lost = HomeFacts()
    lost.isConnected = false
    var phone = DescribedDevice(slot: 2, address: "192.168.1.30", name: "Phone")
    phone.hardware = "00:11:32:00:00:02"
    let own = DescribedDevice(
      slot: 3,
      address: "192.168.1.2",
      hardware: "00:11:32:00:00:03",
      name: "Watcher",
      isSelf: true
    )
    var home = RecordedHome(nas, phone, own, facts: facts)
    let gone = home.now
    _ = home.wait(minutes: 12)
    _ = home.see(phone.away(since: gone))
    #expect(home.changes.map(\.kind) == [.left])
    #expect(home.face(lost, after: 10).isEmpty, "a cable that is plugged in again")
    #expect(home.face(facts, after: 10).isEmpty)
    #expect(home.face(lost, after: 10).isEmpty)
    #expect(home.face(lost, after: 40).map(\.kind) == [.ownNetworkLost])
    #expect(home.recorder.devices.map(\.presence) == [.unknown, .unknown, .present])
    #expect(home.face(lost).isEmpty, "it is told once")
    #expect(home.face(lost).isEmpty, "it is told once")
    let changes = home.face(facts)
    #expect(changes.map(\.kind) == [.ownNetworkBack] && changes.first?.was == "220")
    #expect(home.recorder.devices.map(\.presence) == [.present, .away, .present])
    #expect(home.wait(minutes: 20).isEmpty)
  }

  @Test func `tells once that the watch is paused, and once that it goes on`() {
    var home = RecordedHome(nas)
    func pause(_ isPaused: Bool?, after seconds: Int64 = 60) -> [HomeChange] {
      var input = HistoryInput()
      input.isPaused = isPaused
      return home.record(input, after: seconds)
    }
    #expect(pause(false).isEmpty)
    #expect(pause(true).map(\.kind) == [.watchPaused])
    #expect(pause(true).isEmpty)
    #expect(pause(nil).isEmpty)
    let changes = pause(false)
    #expect(changes.map(\.kind) == [.watchResumed] && changes.first?.was == "180")
    // The pause ends with the program.
    #expect(pause(true).count == 1)
    home.recorder = HistoryRecorder(
      profiles: HomeAtMoment.profiles(home.versions, at: home.now),
      transitions: home.transitions,
      changes: home.changes,
      lastTime: home.now
    )
    #expect(pause(false).map(\.kind) == [.watchResumed])
  }

  @Test func `goes on with a history after a restart`() {
    var phone = DescribedDevice(slot: 2, address: "192.168.1.30", name: "Phone")
    phone.hardware = "00:11:32:00:00:02"
    var home = RecordedHome(nas, phone)
    let gone = home.now
    _ = home.wait(minutes: 12)
    _ = home.see(phone.away(since: gone))
    let stopped = home.now
    let before = home.recorder.devices
    home.recorder = HistoryRecorder(
      profiles: HomeAtMoment.profiles(home.versions, at: stopped),
      transitions: home.transitions,
      changes: home.changes,
      lastTime: stopped
    )
    #expect(home.recorder.devices == before)
    var unsure = [nas, phone]
    for index in unsure.indices {
      unsure[index].presence = .unconfirmed
      unsure[index].lastSeen = index == 0 ? stopped : gone
    }
    #expect(home.see(unsure, after: 3600).isEmpty)
    #expect(home.recorder.devices.map(\.presence) == [.unknown, .unknown])
    #expect(home.see(nas).isEmpty, "it was there before, and is there")
    #expect(home.see(phone.away(since: gone)).isEmpty, "that it left was told before")
    #expect(home.wait(minutes: 20).isEmpty)
    let changes = home.see(phone)
    #expect(changes.map(\.kind) == [.returned])
    #expect(changes.first?.was == "\(home.now.elapsed(since: gone) / 1000)")
  }

  @Test func `tells who left just before a restart`() {
    var home = RecordedHome(nas)
    let lastSeen = home.now
    _ = home.wait(minutes: 6)
    #expect(home.see(nas.away(since: lastSeen)).isEmpty, "it may come back yet")
    home.recorder = HistoryRecorder(
      profiles: HomeAtMoment.profiles(home.versions, at: home.now),
      transitions: home.transitions,
      changes: home.changes,
      lastTime: home.now
    )
    var unsure = nas
    unsure.presence = .unconfirmed
    unsure.lastSeen = lastSeen
    #expect(home.see(unsure, after: 3600).isEmpty)
    #expect(home.see(nas.away(since: lastSeen)).map(\.kind) == [.left])
    #expect(home.wait(minutes: 20).isEmpty)
    #expect(home.see(nas).map(\.kind) == [.returned])
  }

  @Test func `tells nothing of devices that were away when the history began`() {
    var unsure = nas
    unsure.presence = .unconfirmed
    unsure.lastSeen = Timestamp(milliseconds: 1_600_000_000_000)
    var home = RecordedHome(unsure)
    #expect(home.see(nas.away(since: Timestamp(milliseconds: 1_600_000_000_000))).isEmpty)
    #expect(home.wait(minutes: 20).isEmpty)
    #expect(home.see(nas).map(\.kind) == [.returned])
    var other = RecordedHome(unsure)
    #expect(other.see(nas).isEmpty)
  }

  @Test func `begins when the inventory says, but not before what is recorded`() {
    var home = RecordedHome(nas)
    let lastSeen = home.now
    _ = home.wait(minutes: 6)
    var gone = nas.away(since: lastSeen)
    gone.presenceSince = lastSeen.advanced(by: 60_000)
    _ = home.see(gone)
    #expect(home.transitions.last?.since == gone.presenceSince)
    var back = nas
    back.presenceSince = home.now.advanced(by: 20_000)
    _ = home.see(back)
    #expect(home.transitions.last?.since == back.presenceSince)
    // Nobody watched since then, and it began before.
    _ = home.wait(minutes: 1)
    gone.presenceSince = home.now.advanced(by: -30_000)
    _ = home.see(gone, after: 3600)
    #expect(home.transitions.suffix(2).map(\.state) == [.unknown, .away])
    #expect(home.transitions.last?.since == home.now)
  }

  @Test func `survives a clock that was ahead`() {
    var home = RecordedHome(nas)
    _ = home.see(nas, after: 365 * 24 * 3600)
    home.now = home.now.advanced(by: -365 * 24 * 3_600_000)
    #expect(home.see(nas).isEmpty)
    #expect(home.wait(minutes: 5).isEmpty)
    let lastSeen = home.now
    _ = home.wait(minutes: 12)
    #expect(home.see(nas.away(since: lastSeen)).map(\.kind) == [.left])
    #expect(home.transitions.last?.since == lastSeen)
  }
}
