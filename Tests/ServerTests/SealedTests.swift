import Sealing
import Testing

@Suite struct `Tests that need the seal` {
  @Test(
    arguments: [
      ([:], .skip), (["HOMENET_SEALED": "1"], .run), (["HOMENET_SEAL_REQUIRED": "1"], .fail),
      (["HOMENET_SEALED": "1", "HOMENET_SEAL_REQUIRED": "1"], .run),
    ] as [([String: String], Sealed.Outcome)]
  )
  func `run in it, are skipped elsewhere, and fail where it is required`(
    environment: [String: String],
    outcome: Sealed.Outcome
  ) {
    #expect(Sealed.outcome(in: environment) == outcome)
  }

  @Test func `are counted in one line that says how to run them`() {
    let line = Sealed.summary(skipped: 12, in: ["ServerTests", "CommandTests"])
    #expect(line.hasPrefix("sealed: 12 tests of CommandTests, ServerTests skipped"))
    #expect(line.hasSuffix("run scripts/sealed-tests.sh") && !line.contains("\n"))
  }
}
