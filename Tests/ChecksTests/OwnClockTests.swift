import Model
import Testing

@testable import Checks

@Suite struct `This machine's clock` {
  private static let day: Int64 = 86_400_000
  /// The right time.
  private static let now = Timestamp(milliseconds: OwnClock.floor.milliseconds + 300 * day)
  private static let start = ContinuousClock.now

  /// So many days before or after the right time.
  private static func time(_ days: Int64) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds + days * day)
  }

  /// The machines of the home; all others are on the Internet.
  private static let devices: Set = ["nas", "camera"]

  /// What is known after machines said times, by their names.
  private func reading(
    own: Int64,
    _ said: [String: Int64] = [:],
    after: Duration = .zero
  ) -> ClockReading {
    var witnesses = ClockWitnesses()
    for (machine, days) in said {
      witnesses.note(
        Self.time(days),
        from: machine,
        host: machine,
        isOutside: !Self.devices.contains(machine),
        at: Self.start
      )
    }
    return witnesses.reading(own: Self.time(own), at: Self.start + after)
  }

  private func code(_ reading: ClockReading, from: Int64, until: Int64) -> String? {
    reading.failure(from: Self.time(from), until: Self.time(until))?.code
  }

  @Test func `is right as long as nothing shows that it is wrong`() {
    let reading = self.reading(own: 0)
    #expect(reading.time == Self.now && reading.told == nil)
    #expect(code(reading, from: -10, until: 80) == nil)
    #expect(code(reading, from: 1, until: 80) == nil)
    #expect(code(reading, from: -90, until: -1) == nil)
  }

  @Test func `is wrong before this program was written, which nobody has to say`() {
    let early = ClockReading(own: Timestamp(milliseconds: 0))
    let valid = early.failure(from: Self.time(-10), until: Self.time(80))
    #expect(valid?.code == "check.own_clock")
    #expect(valid?.values["clock_time"] == .text("1970-01-01T00:00:00.000Z"))
    #expect(early.time == OwnClock.floor)
    // A certificate that a clock which is behind calls expired has expired.
    let old = early.failure(
      from: Timestamp(milliseconds: -2 * Self.day),
      until: Timestamp(milliseconds: -Self.day)
    )
    #expect(old == nil)
  }

  @Test(arguments: [-90, 400]) func `is wrong where two machines agree on another day`(own: Int64) {
    let reading = self.reading(own: own, ["nas": 0, "web": 0])
    #expect(reading.told == Self.now && reading.time == Self.now)
    #expect(reading.hosts == ["nas", "web"])
    #expect(code(reading, from: -10, until: 80) == "check.own_clock_differs")
    // By the others' time it has expired, too.
    #expect(code(reading, from: -80, until: -5) == nil)
  }

  @Test func `isn't doubted because of one machine, nor of several that disagree`() {
    #expect(reading(own: 40, ["nas": 0]).told == nil)
    #expect(reading(own: 40, ["nas": 0, "web": -30]).told == nil)
    #expect(reading(own: 40, ["a": 0, "b": 0, "c": -30, "d": 90]).told == nil)
    #expect(reading(own: 40, ["a": 0, "b": 0, "c": -30]).told == Self.now)
    // Two devices of one maker may both start at the date of their firmware.
    #expect(reading(own: 40, ["nas": 0, "camera": 0]).told == nil)
  }

  @Test func `isn't doubted where any machine agrees with it`() {
    let reading = self.reading(own: 0, ["nas": -200, "camera": -200, "web": 0])
    #expect(reading.told == nil && reading.time == Self.now)
    #expect(code(reading, from: -90, until: -1) == nil)
  }

  @Test func `isn't doubted because of machines whose own clock is at its beginning`() {
    var witnesses = ClockWitnesses()
    for machine in ["nas", "camera"] {
      let time = Timestamp(milliseconds: 0)
      witnesses.note(time, from: machine, host: machine, isOutside: true, at: Self.start)
    }
    #expect(witnesses.reading(own: Self.now, at: Self.start).told == nil)
  }

  @Test func `may be set meanwhile: what was said goes on with the time`() {
    let hours = Duration.seconds(10 * 3600)
    let set = reading(own: 0, ["nas": 0, "web": 0], after: hours)
    #expect(set.told == nil)
    let wrong = reading(own: 50, ["nas": 0, "web": 0], after: hours)
    #expect(wrong.told?.milliseconds == Self.now.milliseconds + 36_000_000)
    let late = reading(own: 50, ["nas": 0, "web": 0], after: .seconds(90_000))
    #expect(late.told == nil)
  }

  @Test func `listens to a bounded number of machines, each of which counts once`() {
    var witnesses = ClockWitnesses()
    for _ in 0..<5 {
      witnesses.note(Self.time(0), from: "nas", host: "nas", isOutside: true, at: Self.start)
    }
    #expect(witnesses.reading(own: Self.time(9), at: Self.start).told == nil)
    for number in 0..<500 {
      let name = "\(number)"
      witnesses.note(Self.time(0), from: name, host: name, isOutside: true, at: Self.start)
    }
    let reading = witnesses.reading(own: Self.time(9), at: Self.start)
    #expect(reading.told == Self.now && reading.hosts.count == 3)
    #expect(witnesses.count == ClockWitnesses.most)
  }
}
