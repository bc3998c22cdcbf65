import HomeSupport
import Testing
@testable import Home
@testable import Model

@Suite struct `The history of merged devices` {
  private static func time(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_700_000_000_000 + seconds * 1000)
  }

  private func device(_ slot: Int, _ last: Int, name: String) -> DescribedDevice {
    DescribedDevice(
      slot: slot,
      address: "192.168.1.\(last)",
      hardware: "00:11:32:00:00:\(last)",
      name: name
    )
  }

  @Test func `tells of a merge and nothing of what follows from it`() {
    var home = RecordedHome(device(1, 20, name: "NAS"), device(2, 21, name: "Backup"))
    var input = HistoryInput()
    var merged = device(1, 21, name: "NAS")
    merged.ports = [22]
    merged.marks = Annotations(note: "in the cellar")
    input.devices = [merged.recorded(at: home.now)]
    input.removed = [2]
    input.merged = [2: 1]
    input.identities = [
      IdentityNews(kind: .merged, slot: 1, other: 2, name: "NAS", otherName: "Backup")
    ]
    let changes = home.record(input, after: 60)
    #expect(changes.map(\.kind) == [.merged])
    #expect(changes.first?.message.text == "NAS and Backup are one device.")
    #expect(changes.first?.sources == [.user])
    #expect(home.wait(minutes: 5) == [])
    #expect(home.recorder.slots == [1])
  }

  @Test func `tells of the end of a merge, and of nobody who is new`() {
    var home = RecordedHome(device(1, 21, name: "NAS"))
    var input = HistoryInput()
    var other = device(2, 21, name: "Backup")
    other.isNew = true
    input.devices = [device(1, 20, name: "NAS"), other].map { $0.recorded(at: home.now) }
    input.identities = [
      IdentityNews(kind: .split, slot: 1, other: 2, name: "NAS", otherName: "Backup")
    ]
    #expect(home.record(input, after: 60).map(\.kind) == [.split])
    #expect(home.wait(minutes: 10) == [])
    #expect(home.recorder.slots == [1, 2])
  }

  @Test func `says nothing of where a part was while it was merged`() {
    let parts = [device(1, 20, name: "NAS"), device(2, 21, name: "Backup")]
    var home = RecordedHome(parts[0], parts[1])
    var input = HistoryInput()
    input.devices = [parts[0].recorded(at: home.now)]
    input.removed = [2]
    input.merged = [2: 1]
    input.identities = [IdentityNews(kind: .merged, slot: 1, other: 2)]
    _ = home.record(input, after: 60)
    let merged = home.now
    _ = home.wait(minutes: 60)
    input = HistoryInput()
    input.devices = parts.map { $0.recorded(at: home.now) }
    input.identities = [IdentityNews(kind: .split, slot: 1, other: 2)]
    _ = home.record(input, after: 60)
    let own = home.transitions.filter { $0.slot == 2 }
    #expect(own.map(\.state) == [.present, .unknown, .present])
    #expect(own.dropFirst().map(\.since) == [merged, home.now])
    #expect(home.transitions.filter { $0.slot == 1 }.map(\.state) == [.present])
  }

  @Test func `says why it ends where it was a mistake`() {
    var home = RecordedHome(device(1, 21, name: "Phone"))
    var input = HistoryInput()
    input.devices = [device(1, 20, name: "Phone"), device(2, 21, name: "Tablet")]
      .map { $0.recorded(at: home.now) }
    var news = IdentityNews(kind: .split, slot: 1, other: 2, name: "Phone", otherName: "Tablet")
    news.isMistaken = true
    input.identities = [news]
    let changes = home.record(input, after: 60)
    #expect(changes.map(\.kind) == [.split])
    #expect(changes.first?.reason == .otherKeys && changes.first?.sources == [])
    #expect(changes.first?.message.code == "change.split_other_keys")
  }

  @Test func `tells of a recognised rotation as a new link address`() {
    var home = RecordedHome(device(1, 20, name: "Phone"))
    var input = HistoryInput()
    input.devices = [device(1, 21, name: "Phone").recorded(at: home.now)]
    input.identities = [
      IdentityNews(
        kind: .merged,
        slot: 1,
        other: 2,
        name: "Phone",
        rotation: IdentityNews.Rotation(was: "da:00:00:00:00:20", now: "da:00:00:00:00:21")
      )
    ]
    let changes = home.record(input, after: 60)
    #expect(changes.map(\.kind) == [.newMAC])
    #expect(changes.first?.reason == .sameKeys && changes.first?.now == "da:00:00:00:00:21")
    #expect(home.wait(minutes: 5) == [])
  }

  // MARK: Reading

  private func interval(_ state: PresenceState, _ from: Int64, _ to: Int64) -> PresenceInterval {
    PresenceInterval(state, from: Self.time(from), to: Self.time(to))
  }

  @Test func `has at each moment the presence of the part that saw most`() {
    let own = [interval(.unknown, 0, 100), interval(.away, 100, 200), interval(.present, 200, 400)]
    let former = [interval(.present, 0, 150), interval(.unknown, 150, 250)]
    #expect(
      PresenceIntervals.combined([own, former]) == [
        interval(.present, 0, 150), interval(.away, 150, 200), interval(.present, 200, 400),
      ]
    )
    #expect(PresenceIntervals.combined([own]) == own)
    #expect(PresenceIntervals.combined([own, []]) == own)
    #expect(PresenceIntervals.combined([]) == [])
  }

  @Test func `of a former slot ends with the merge`() {
    let part = HistoryPart(slot: 2, until: Self.time(300))
    let transitions = [
      PresenceTransition(slot: 2, state: .present, since: Self.time(100)),
      PresenceTransition(slot: 2, state: .away, since: Self.time(500)),
    ]
    let intervals = part.intervals(
      of: transitions,
      from: Self.time(0),
      to: Self.time(1000),
      heartbeat: Self.time(1000)
    )
    #expect(intervals == [interval(.unknown, 0, 100), interval(.present, 100, 300)])
    let after = part.intervals(
      of: transitions,
      from: Self.time(400),
      to: Self.time(1000),
      heartbeat: Self.time(1000)
    )
    #expect(after == [])
  }

  @Test func `counts the checks of both parts`() {
    let one = [SamplePoint(time: Self.time(0), n: 2, lost: 1, min: 1, p50: 1, p95: 1, max: 1)]
    let other = [
      SamplePoint(time: Self.time(0), n: 3, lost: 0, min: 2, p50: 2, p95: 2, max: 4),
      SamplePoint(time: Self.time(60), n: 0, lost: 0, unknown: 1),
    ]
    let combined = SamplePoint.combined([one, other])
    #expect(combined.map(\.n) == [5, 0])
    #expect(combined.map(\.lost) == [1, 0])
    #expect(combined.first?.min == 1 && combined.first?.max == 4)
    #expect(combined.last?.unknown == 1)
    #expect(SamplePoint.combined([one]) == one)
  }
}
