import Model
import Testing
@testable import Server

@Suite("The answer about a device's presence")
struct PresenceAnswerTests {
  private static func time(_ hours: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_790_000_000_007 + hours * 3_600_000)
  }

  /// None, some without gaps, and some with.
  private static let lists: [[PresenceInterval]] = [
    [],
    [PresenceInterval(.present, from: time(0), to: time(9))],
    [
      PresenceInterval(.unknown, from: time(0), to: time(2)),
      PresenceInterval(.asleep, from: time(2), to: time(3)),
      PresenceInterval(.away, from: time(3), to: time(9)),
    ],
    [
      PresenceInterval(.away, from: time(1), to: time(2)),
      PresenceInterval(.present, from: time(4), to: time(5)),
    ],
  ]

  @Test(arguments: lists) func `has the bytes that an encoder would write`(
    intervals: [PresenceInterval]
  ) throws {
    let (from, to) = (Self.time(0), Self.time(9))
    let object: JSONObject = ["from": from, "to": to, "intervals": intervals]
    let encoded = String(decoding: try JSONBytes.encode(object), as: UTF8.self)
    let answer = PresenceAnswer(from: from, to: to, intervals: intervals)
    #expect(String(decoding: answer.json, as: UTF8.self) == encoded)
  }
}
