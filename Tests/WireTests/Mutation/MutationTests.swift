import Testing

@Suite("Mutations") struct MutationTests {
  /// How many nearly valid messages each codec reads.
  private static let count = 100_000
  /// Every how many of them what was read is written and read again; fuzzing does it always.
  private static let deepEvery = 16

  @Test(arguments: Codec.all.map(\.name))
  func `A codec survives nearly valid messages`(_ name: String) throws {
    let codec = try #require(Codec.all.first { $0.name == name })
    for seed in codec.seeds { #expect(codec.check(seed, true) == .accepted) }
    var mutator = Mutator(codec.seeds, seed: 0x5EED)
    var accepted = 0
    for number in 0..<Self.count {
      let bytes = mutator.next()
      switch codec.check(bytes, number.isMultiple(of: Self.deepEvery)) {
      case .rejected: break
      case .accepted: accepted += 1
      case .broken(let why): Issue.record("\(why) from \(bytes)")
      }
    }
    // Mutations that all fail alike at the first byte would test nothing.
    #expect(accepted > Self.count / 1_000)
    #expect(accepted < Self.count)
  }
}
