import Glibc
import Testing

@Suite struct `One entry for each device` {
  /// How many homes; `HOMENET_SEEDS` names another number.
  private static let seeds = getenv("HOMENET_SEEDS").flatMap { Int(String(cString: $0)) } ?? 120

  /// Homes in which everything is heard in any order, much is not, addresses change hands, and the
  /// watch is stopped, suspended and restarted at any moment.
  @Test(arguments: 0..<10)
  func `whatever is lost and in whatever order it comes`(block: Int) {
    for seed in stride(from: block, to: Self.seeds, by: 10) {
      var home = RandomHome(seed: UInt64(seed))
      home.live(rounds: 5)
      home.endQuietly()
      #expect(home.faults.isEmpty, "seed \(seed): \(home.faults.prefix(3))")
    }
  }
}
