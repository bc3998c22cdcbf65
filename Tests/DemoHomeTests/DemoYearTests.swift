@testable import DemoHome
import Discovery
import Home
import Identification
import Model
import Simulation
import Testing
import Wire

/// A year of the demo home, made once for all who only look at it.
private let madeYear = makeYear()

/// A year that ends on a Wednesday afternoon.
private func makeYear(
  seed: UInt64 = 1,
  until end: String = "2026-10-21T15:10:00Z",
  stored: [StoredDevice] = []
) -> DemoYear {
  DemoYear(
    of: DemoYear.Home(.standard, stored: stored),
    until: Timestamp(end) ?? Timestamp(milliseconds: 0),
    seed: seed,
    identifier: Identifier(),
    localOffset: { _ in 7200 }
  )
}

@Suite("A year of the demo home")
struct DemoYearTests {
  private let year = madeYear
  private static let day: Int64 = 86_400_000

  @Test func `is the same for the same seed, and another for another`() {
    let again = makeYear()
    #expect(again.history == year.history)
    #expect(again.devices == year.devices)
    #expect(again.roundTrips == year.roundTrips)
    #expect(makeYear(seed: 2).history.transitions != year.history.transitions)
  }

  @Test func `tells 10 to 60 changes a week, and few in the holidays`() {
    let changes = year.history.changes
    #expect((1000...2600).contains(changes.count), "\(changes.count)")
    let start = year.history.time.milliseconds - 364 * Self.day
    var weeks = Array(repeating: 0, count: 52)
    for change in changes {
      let week = Int((change.time.milliseconds - start) / (7 * Self.day))
      if weeks.indices.contains(week) { weeks[week] += 1 }
    }
    #expect(weeks.allSatisfy { $0 <= 60 }, "\(weeks)")
    #expect(weeks.count { $0 >= 10 } >= 46, "\(weeks)")
    #expect(year.history.transitions.count < 40_000)
    #expect(year.history.versions.count < 300)
  }

  @Test func `has changes of many kinds, numbered in order of time`() {
    let changes = year.history.changes
    #expect(changes.map(\.seq) == (0..<changes.count).map { UInt64($0) + 1 })
    #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(changes.allSatisfy { $0.time <= year.history.time })
    let kinds = Set(changes.map(\.kind))
    let expected: Set<HomeChange.Kind> = [
      .newStation, .returned, .left, .movedAddress, .renamed, .serviceAppeared, .serviceGone,
      .portAppeared, .portGone, .keyChanged, .gatewayMACChanged, .dhcpServerAppeared,
      .ownNetworkLost, .ownNetworkBack, .edited, .forgotten,
    ]
    #expect(expected.subtracting(kinds) == [])
    let gateway = changes.filter { $0.kind == .gatewayMACChanged }
    #expect(gateway.map(\.reason) == [.otherKeys])
    #expect(changes.count { $0.kind == .ownNetworkLost } == 2)
    #expect(changes.count { $0.kind == .dhcpServerAppeared } == 1)
    let certificates = changes.count {
      $0.kind == .keyChanged && $0.now?.hasPrefix("tls:") == true
    }
    #expect((4...14).contains(certificates), "\(certificates)")
    #expect(changes.count { $0.now?.hasPrefix("ssh:") == true } == 1)
    // A sentence has no empty place.
    #expect(changes.allSatisfy { !$0.message.text.contains("  ") })
  }

  @Test func `has for each device one state at a time, which changes`() {
    let bySlot = Dictionary(grouping: year.history.transitions, by: \.slot)
    for (slot, transitions) in bySlot {
      for (before, after) in zip(transitions, transitions.dropFirst()) {
        #expect(before.since < after.since, "\(slot)")
        #expect(before.state != after.state, "\(slot)")
      }
      #expect(transitions.allSatisfy { $0.since <= year.history.time })
    }
    #expect(Set(bySlot.keys) == Set(year.history.versions.map(\.slot)))
  }

  @Test func `has no address of two devices that are there, whenever one looks`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<100 {
      let back = Int64.random(in: 0..<365 * Self.day, using: &random)
      let time = Timestamp(milliseconds: year.history.time.milliseconds - back)
      let profiles = held(at: time)
      var states: [Int: PresenceState] = [:]
      for transition in year.history.transitions where transition.since <= time {
        states[transition.slot] = transition.state
      }
      let present = profiles.filter { states[$0.key] == .present || states[$0.key] == .asleep }
      #expect(Set(present.map(\.value.ip)).count == present.count, "\(time)")
      #expect(Set(present.compactMap(\.value.mac)).count == present.count, "\(time)")
    }
  }

  /// The profiles that held then, by slot.
  private func held(at time: Timestamp) -> [Int: DeviceProfile] {
    var last: [Int: ProfileVersion] = [:]
    for version in year.history.versions where version.since <= time {
      last[version.slot] = version
    }
    return last.compactMapValues(\.profile)
  }

  @Test func `ends with the devices of the home present, and guests away`() throws {
    let home = SimulatedHome.standard
    var states: [Int: PresenceState] = [:]
    for transition in year.history.transitions { states[transition.slot] = transition.state }
    let profiles = held(at: year.history.time)
    let present = profiles.filter { states[$0.key] == .present }
    let expected = home.devices.map(\.address.description) + [home.scannerAddress.description]
    #expect(Set(present.map(\.value.ip)) == Set(expected))
    #expect(present.count == expected.count)
    // What is stored is what the history has.
    #expect(Set(year.devices.map { Int($0.key) }) == Set(profiles.keys))
    for device in year.devices {
      let profile = try #require(profiles[Int(device.key)])
      #expect(device.identities.first == profile.id)
      #expect(device.marks.name == nil || device.marks.name == profile.name)
      #expect(device.firstSeen <= device.lastSeen)
    }
    let addresses = profiles.map(\.value.ip)
    #expect(Set(addresses).count == addresses.count)
    #expect(profiles.values.count { $0.isGateway } == 1)
  }

  @Test func `keeps the slots and names of devices that are stored already`() throws {
    let router = try #require(SimulatedHome.standard.router)
    let stored = StoredDevice(
      key: 40,
      identities: ["mac-" + router.mac.description.filter { $0 != ":" }],
      marks: Annotations(name: "The box"),
      firstSeen: Timestamp(milliseconds: 0),
      lastSeen: Timestamp(milliseconds: 0)
    )
    let year = makeYear(stored: [stored])
    let kept = try #require(year.devices.first { $0.key == 40 })
    #expect(kept.marks.name == "The box")
    #expect(kept.identities.first == stored.identities.first)
    #expect(year.devices.allSatisfy { $0.key >= 40 })
    #expect(year.history.versions.contains { $0.slot == 40 && $0.profile?.name == "The box" })
  }

  @Test(arguments: [
    "2026-01-01T00:00:30Z", "2026-07-11T11:00:00Z", "2024-02-29T23:59:59Z", "1970-01-12T13:46:40Z",
  ])
  func `can end at any moment`(end: String) {
    let year = makeYear(until: end)
    #expect(year.devices.count >= 31)
    #expect(year.history.changes.count >= 900, "\(year.history.changes.count)")
    let addresses = year.devices.map { $0.identities.last }
    #expect(Set(addresses).count == addresses.count)
    #expect(year.history.changes.allSatisfy { $0.time <= year.history.time })
  }

  @Test func `has single checks of the last days, and summaries before, which don't overlap`() {
    let end = year.history.time.milliseconds
    for (slot, past) in year.roundTrips {
      let first = past.samples.first?.time.milliseconds ?? end
      #expect(end - first <= 14 * Self.day, "\(slot)")
      let hours = Set(past.samples.map { $0.time.milliseconds / 3_600_000 })
      #expect(hours.isDisjoint(with: past.hourly.keys), "\(slot)")
      let days = Set(past.hourly.keys.map { $0 / 24 }).union(hours.map { $0 / 24 })
      #expect(days.isDisjoint(with: past.daily.keys), "\(slot)")
      #expect(past.hourly.count <= 90 * 24 && past.daily.count <= 366)
    }
    for samples in year.history.samples.values {
      #expect(samples.allSatisfy { end - $0.time.milliseconds < 2 * 3_600_000 })
    }
    #expect(!year.history.samples.isEmpty)
  }
}

@Suite("The days of the demo's year")
struct YearCalendarTests {
  private let calendar = YearCalendar(
    until: Timestamp("2026-10-21T15:10:00Z") ?? Timestamp(milliseconds: 0)
  ) { _ in 3600 }

  @Test func `are local`() throws {
    let christmas = try #require(calendar.time(YearDate(12, 24, 18, 30)))
    #expect(christmas.description == "2025-12-24T17:30:00.000Z")
    #expect(calendar.weekday(calendar.days.upperBound) == 2)
    #expect(calendar.time(YearDate(2, 29)) == nil)
    #expect(calendar.time(YearDate(10, 20)) == nil)
  }

  @Test func `of absences at one time the one counts that says least`() {
    func at(_ minute: Int64) -> Timestamp { Timestamp(milliseconds: minute * 60_000) }
    let transitions = YearPresence.transitions(
      of: 3,
      from: at(0),
      to: at(100),
      but: [
        YearAbsence(state: .asleep, from: at(10), to: at(60)),
        YearAbsence(state: .away, from: at(20), to: at(40)),
        YearAbsence(state: .unknown, from: at(30), to: at(50)),
        YearAbsence(state: .away, from: at(90), to: at(200)),
      ]
    )
    #expect(transitions.map(\.since) == [0, 10, 20, 30, 50, 60, 90].map(at))
    #expect(
      transitions.map(\.state) == [
        .present, .asleep, .away, .unknown, .asleep, .present, .away,
      ]
    )
  }
}
