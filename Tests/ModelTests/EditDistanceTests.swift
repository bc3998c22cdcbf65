import Testing

@testable import Model

/// Words that are suggested for misspelt ones.
@Suite struct EditDistanceTests {
  @Test(
    arguments: [
      ("timeout", "timeout_s"), ("intervall_s", "interval_s"), ("TARGET", "target"), ("x", nil),
      ("conditons", nil), ("", nil), (String(repeating: "target", count: 10_000), nil),
    ] as [(String, String?)]
  )
  func `the nearest word is found where it is near`(word: String, nearest: String?) {
    #expect(EditDistance.nearest(word, of: ["interval_s", "timeout_s", "target"]) == nearest)
  }
}
