import Testing
@testable import Home
@testable import Model

private let minute: Int64 = 60_000

/// 2026-03-02 at that hour of a day, counted from it.
private func time(day: Int64 = 0, hour: Int64, minute: Int64 = 0) -> Timestamp {
  Timestamp(milliseconds: 1_772_409_600_000 + ((day * 24 + hour) * 60 + minute) * 60_000)
}

@Suite struct `What is learned of silences` {
  /// A plug: each sweep is answered, all day.
  private func steady(days: Int64) -> SilenceModel {
    var model = SilenceModel()
    for day in 0..<days {
      for slot in Int64(0)..<288 {
        model.learn(SilenceModel.unit, since: time(day: day, hour: 0, minute: slot * 5))
      }
    }
    return model
  }

  @Test func `is what the kind of device lets expect, as long as nothing is known`() {
    let model = SilenceModel()
    #expect(model.usual(since: time(hour: 3), expecting: 0) == 0)
    #expect(model.usual(since: time(hour: 3), expecting: 20 * minute) == 20 * minute)
    #expect(model.usual(since: time(hour: 3), expecting: .max) == SilenceModel.longest)
  }

  @Test func `is nothing for a device that answers every sweep`() {
    let model = steady(days: 4)
    for hour in Int64(0)..<24 {
      #expect(model.usual(since: time(day: 5, hour: hour), expecting: 30 * minute) == 0)
    }
  }

  @Test func `needs days to be shorter than expected, and little to be longer`() {
    let oneDay = steady(days: 1)
    #expect(oneDay.usual(since: time(day: 1, hour: 3), expecting: 30 * minute) == 30 * minute)
    var sensor = SilenceModel()
    for quarter in Int64(0)..<4 {
      sensor.learn(15 * minute, since: time(hour: 9, minute: quarter * 15))
    }
    let usual = sensor.usual(since: time(hour: 10), expecting: 0)
    #expect(usual >= 15 * minute && usual < 20 * minute)
  }

  @Test func `is learned for the hour, and holds for its neighbours`() {
    var model = steady(days: 10)
    for day in Int64(0)..<10 {
      for third in Int64(0)..<3 {
        model.learn(21 * minute, since: time(day: day, hour: 2, minute: third * 20))
      }
    }
    for hour in [Int64(1), 2, 3] {
      let usual = model.usual(since: time(day: 10, hour: hour), expecting: 0)
      #expect(usual >= 21 * minute, "\(hour)")
    }
    #expect(model.usual(since: time(day: 10, hour: 14), expecting: 0) == 0)
    // Midnight has neighbours, too.
    #expect(model.usual(since: time(day: 10, hour: 0), expecting: 0) == 0)
  }

  @Test func `is not changed by what happens once in a hundred days`() {
    var model = steady(days: 12)
    model.learn(11 * minute, since: time(day: 12, hour: 12))
    #expect(model.usual(since: time(day: 12, hour: 12), expecting: 0) == 0)
  }

  @Test func `is forgotten within weeks`() {
    var model = SilenceModel()
    for day in Int64(0)..<7 {
      for slot in Int64(0)..<3 {
        model.learn(25 * minute, since: time(day: day, hour: 20, minute: slot * 20))
      }
    }
    #expect(model.usual(since: time(day: 7, hour: 20), expecting: 0) >= 25 * minute)
    for day in Int64(7)..<120 {
      for slot in Int64(0)..<36 {
        model.learn(5 * minute, since: time(day: day, hour: 19, minute: slot * 5))
      }
    }
    #expect(model.usual(since: time(day: 120, hour: 20), expecting: 0) == 0)
  }

  @Test func `is never longer than half an hour, and learns nothing of absences`() {
    var model = SilenceModel()
    for day in Int64(0)..<10 {
      model.learn(55 * minute, since: time(day: day, hour: 4))
      model.learn(8 * 60 * minute, since: time(day: day, hour: 12))
      model.learn(0, since: time(day: day, hour: 12))
      model.learn(-5, since: time(day: day, hour: 12))
    }
    #expect(model.usual(since: time(day: 10, hour: 4), expecting: 0) == SilenceModel.longest)
    var absences = SilenceModel()
    absences.learn(8 * 60 * minute, since: time(hour: 12))
    #expect(absences == SilenceModel())
  }

  @Test func `survives any time and any weight`() {
    var model = SilenceModel()
    for time in [Int64.min, -1, 0, .max] {
      for _ in 0..<300 { model.learn(59 * minute, since: Timestamp(milliseconds: time)) }
      _ = model.usual(since: Timestamp(milliseconds: time), expecting: 0)
    }
    #expect(model.usual(since: time(hour: 0), expecting: 0) <= SilenceModel.longest)
  }

  @Test func `is kept in 176 bytes at most, and read again`() throws {
    #expect(SilenceModel().blob.isEmpty)
    #expect(SilenceModel(blob: []) == SilenceModel())
    var few = SilenceModel()
    few.learn(7 * minute, since: time(hour: 23))
    #expect(few.blob.count == 15)
    #expect(SilenceModel(blob: few.blob) == few)
    let full = steady(days: 3)
    #expect(full.blob.count == 176)
    #expect(SilenceModel(blob: full.blob) == full)
    var old = SilenceModel()
    old.learn(7 * minute, since: Timestamp(milliseconds: -86_400_000 * 400))
    #expect(SilenceModel(blob: old.blob) == old)
  }

  @Test func `of two entries of one device is what both taught`() {
    var one = SilenceModel()
    var other = SilenceModel()
    for third in Int64(0)..<2 {
      one.learn(15 * minute, since: time(hour: 9, minute: third * 20))
      other.learn(15 * minute, since: time(hour: 9, minute: third * 20))
    }
    #expect(one.usual(since: time(hour: 9), expecting: 0) == 0, "too little is known")
    var both = one
    both.merge(other)
    #expect(both.usual(since: time(hour: 9), expecting: 0) >= 15 * minute)
    var none = SilenceModel()
    none.merge(both)
    #expect(none == both)
    both.merge(SilenceModel())
    #expect(both == none)
  }

  @Test func `of two entries stays within its bytes, and what is elder weighs half`() {
    var full = steady(days: 60)
    full.merge(steady(days: 60))
    #expect(full.blob.count == 176 && SilenceModel(blob: full.blob) == full)
    var elder = SilenceModel()
    for _ in 0..<8 { elder.learn(15 * minute, since: time(hour: 9)) }
    var younger = SilenceModel()
    younger.learn(5 * minute, since: time(day: 15, hour: 9))
    var merged = elder
    merged.merge(younger)
    var other = younger
    other.merge(elder)
    #expect(merged == other)
    #expect(merged.usual(since: time(day: 15, hour: 9), expecting: 0) >= 15 * minute)
  }

  @Test func `is not read from what is none`() {
    var full = steady(days: 1).blob
    #expect(SilenceModel(blob: Array(full.dropLast())) == nil)
    #expect(SilenceModel(blob: full + [0]) == nil)
    #expect(SilenceModel(blob: [1]) == nil)
    full[0] = 2
    #expect(SilenceModel(blob: full) == nil)
  }
}
