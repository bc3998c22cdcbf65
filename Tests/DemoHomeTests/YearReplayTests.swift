@testable import DemoHome
import Home
import Identification
import Model
import Testing
import Wire

/// A full home's year, made once for all who look at it.
private let fullYear = DemoYear(
  of: DemoYear.Home(.standard, density: YearDensity(devices: 60, departures: 3)),
  until: Timestamp("2026-10-21T15:10:00Z") ?? Timestamp(milliseconds: 0),
  identifier: Identifier()
)

@Suite("A full home's year, day by day")
struct YearReplayTests {
  private let year = fullYear

  @Test func `has as many residents as wanted, who share nothing`() {
    let devices = DemoYear.Home(.standard).home.yearDevices(hasLinkAddresses: true)
    let filled = YearDensity(devices: 60, departures: 3).filled(devices)
    let residents = filled.filter(\.isResident)
    #expect(residents.count == 60)
    #expect(Set(residents.map(\.device.label)).count == 60)
    #expect(Set(residents.map(\.device.mac)).count == 60)
    #expect(Set(residents.map(\.device.address)).count == 60)
    #expect(residents.count { $0.device.isRouter } == 1)
    #expect(residents.count { $0.isSelf } == 1)
    #expect(residents.count { $0.habit.departures == 3 } == 58)
    let identities = year.devices.compactMap(\.identities.first)
    #expect(Set(identities).count == identities.count)
    #expect(year.devices.count >= 60)
  }

  @Test func `a home that is full already stays as it is`() {
    let devices = DemoYear.Home(.standard).home.yearDevices(hasLinkAddresses: true)
    let filled = YearDensity(devices: 1, departures: 0).filled(devices)
    #expect(filled.map(\.device.label) == devices.map(\.device.label))
  }

  @Test func `has in its days all of the year, in order`() {
    var whole = HistoryBatch(time: Timestamp(milliseconds: 0))
    var times: [Timestamp] = []
    let replay = YearReplay(year, after: 10, everyMinutes: 60)
    let days = replay.daysLeft
    for batch in replay {
      // Each is of the time since the one before.
      #expect(batch.changes.allSatisfy { $0.time >= whole.time && $0.time <= batch.time })
      #expect(batch.transitions.allSatisfy { $0.since >= whole.time && $0.since <= batch.time })
      whole.changes += batch.changes
      whole.transitions += batch.transitions
      whole.versions += batch.versions
      whole.time = batch.time
      times.append(batch.time)
    }
    #expect(times.count == days)
    #expect((365...367).contains(days))
    #expect(times == times.sorted())
    #expect(whole.time == year.history.time)
    #expect(whole.transitions == year.history.transitions)
    #expect(whole.versions == year.history.versions)
    #expect(whole.changes.map(\.seq) == year.history.changes.map { $0.seq + 10 })
  }

  @Test func `has a check each five minutes in which a device is there`() throws {
    let transitions = Dictionary(grouping: year.history.transitions, by: \.slot)
    let day = try #require(Array(YearReplay(year).prefix(5)).last)
    #expect(day.samples.count > 30)
    for (slot, samples) in day.samples {
      var reader = YearStateReader(transitions[slot] ?? [])
      for sample in samples {
        let state = reader.state(at: sample.time)
        #expect(state == .present || state == .unknown)
        if state == .unknown { #expect(sample.outcome == .unknown) }
      }
      #expect(
        zip(samples, samples.dropFirst()).allSatisfy {
          ($1.time.milliseconds - $0.time.milliseconds).isMultiple(of: 300_000)
            && $0.time < $1.time
        }
      )
    }
    #expect(day.samples.values.contains { $0.count == 288 })
    let again = try #require(Array(YearReplay(year).prefix(5)).last)
    #expect(day == again)
  }
}
