import Testing

@testable import Model

@Suite struct `Durations and past moments as text` {
  @Test(
    arguments: [
      ("200ms", 200), ("2s", 2000), ("5m", 300_000), ("24h", 86_400_000), ("7d", 604_800_000),
      ("1.5", 1500), ("0", 0), ("0.5h", 1_800_000),
    ] as [(String, Double)]
  )
  func `are read with every unit`(text: String, milliseconds: Double) {
    #expect(DurationText.milliseconds(text) == milliseconds)
  }

  @Test(arguments: [
    "", "h", "-1s", "+1s", "1e3", "nan", "inf", "1 s", ".", "1..2", "1w", "2h30m",
    String(repeating: "9", count: 400),
  ])
  func `refuse what is no duration`(text: String) {
    #expect(DurationText.milliseconds(text) == nil)
    #expect(Timestamp(text, backFrom: Self.now) == nil)
  }

  private static let now = Timestamp(milliseconds: 1_700_000_000_000)

  @Test func `a moment is a time, or so long ago`() {
    let time = "2023-11-14T12:00:00+01:00"
    #expect(Timestamp(time, backFrom: Self.now) == Timestamp(time))
    let day = Timestamp(milliseconds: Self.now.milliseconds - 86_400_000)
    #expect(Timestamp("24h", backFrom: Self.now) == day)
    #expect(Timestamp("1d", backFrom: Self.now) == day)
    #expect(Timestamp("0", backFrom: Self.now) == Self.now)
  }

  @Test func `what lies before the first year is the first moment, and more is refused`() {
    #expect(Timestamp("3000000d", backFrom: Self.now) == Timestamp(milliseconds: .min))
    #expect(Timestamp("99999999d", backFrom: Self.now) == nil)
  }
}
