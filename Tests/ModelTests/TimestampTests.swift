import Model
import Testing

@Suite struct `Timestamps` {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"),
      (951_782_399_999, "2000-02-28T23:59:59.999Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (1_740_832_496_789, "2025-03-01T12:34:56.789Z"),
      (-1, "1969-12-31T23:59:59.999Z"),
      (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, String)]
  )
  func `are written and read as RFC 3339`(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).description == text)
    #expect(Timestamp(text) == Timestamp(milliseconds: milliseconds))
  }

  @Test(arguments: [
    ("1996-12-19T16:39:57-08:00", "1996-12-20T00:39:57.000Z"),
    ("1985-04-12t23:20:50.52z", "1985-04-12T23:20:50.520Z"),
    ("1990-12-31T23:59:60Z", "1990-12-31T23:59:59.000Z"),
    ("2024-02-29T00:00:00.1234567+00:30", "2024-02-28T23:30:00.123Z"),
  ])
  func `accept every form of RFC 3339`(text: String, utc: String) {
    #expect(Timestamp(text)?.description == utc)
  }

  @Test(arguments: [
    "", "2025-03-01", "2025-13-01T00:00:00Z", "2025-02-29T00:00:00Z", "2025-03-01T24:00:00Z",
    "2025-03-01T00:00:00", "2025-03-01T00:00:00.Z", "2025-03-01T00:00:00Zx", "25-03-01T00:00:00Z",
    "2025-04-31T00:00:00Z",
  ])
  func `refuse what is no time`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func `lie in the years that can be written, whatever a clock says`() {
    let (first, last) = (Timestamp(milliseconds: .min), Timestamp(milliseconds: .max))
    #expect(first.description == "0000-01-01T00:00:00.000Z")
    #expect(last.description == "9999-12-31T23:59:59.999Z")
    #expect(last.milliseconds - first.milliseconds == 315_569_519_999_999)
  }

  @Test func `survive a round trip over five centuries`() {
    for day in stride(from: Int64(-60_000), to: 120_000, by: 1) {
      let time = Timestamp(milliseconds: day * 86_400_000 + 43_200_123)
      #expect(Timestamp(time.description) == time)
    }
  }
}
