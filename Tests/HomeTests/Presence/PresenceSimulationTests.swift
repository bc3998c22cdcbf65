import Testing
@testable import Home

@Suite(.timeLimit(.minutes(5))) struct `Presence over weeks` {
  @Test(arguments: [(1, 0.02), (2, 0.05), (3, 0.1), (4, 0.2)])
  func `calls nobody away who is there, and notices within the hour who left`(
    seed: Int,
    loss: Double
  ) {
    var home = PresenceSimulation(seed: UInt64(seed), days: 21, loss: loss)
    home.live(days: 21)
    #expect(home.falseAways.isEmpty, "\(home.falseAways.count): \(home.falseAways.prefix(3))")
    #expect(home.lateLeavings.isEmpty, "\(home.lateLeavings.count): \(home.lateLeavings.prefix(3))")
    // It is not for want of deciding.
    #expect(home.leavings > 60, "\(home.leavings)")
    #expect(home.checks > home.leavings * 2 && home.checks < home.leavings * 40, "\(home.checks)")
    #expect(home.unknownMinutes > 0)
  }
}
