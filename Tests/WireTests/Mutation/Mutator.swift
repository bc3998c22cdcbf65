/// Turns valid messages into nearly valid ones.
struct Mutator {
  private var random: SplitMix64
  private let seeds: [[UInt8]]

  /// Values that sit at the edges of lengths, counts, labels and pointers.
  private static let edges: [UInt8] = [
    0, 1, 2, 0x0C, 0x3F, 0x40, 0x7F, 0x80, 0xC0, 0xC1, 0xFE, 0xFF,
  ]

  /// Mutations of the seeds, the same for the same number.
  init(_ seeds: [[UInt8]], seed: UInt64) {
    self.seeds = seeds
    random = SplitMix64(seed: seed)
  }

  /// The next nearly valid message: one to four changes to one of the seeds.
  mutating func next() -> [UInt8] {
    var bytes = seeds[random.below(seeds.count)]
    for _ in 0...random.below(4) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let at = random.below(bytes.count)
    switch random.below(8) {
    case 0 where !bytes.isEmpty: bytes[at] ^= 1 << UInt8(random.below(8))
    case 1 where !bytes.isEmpty: bytes[at] = UInt8(truncatingIfNeeded: random.next())
    case 2 where !bytes.isEmpty: bytes[at] = Self.edges[random.below(Self.edges.count)]
    case 3: bytes.removeSubrange(at...)
    case 4:
      let end = min(at + 1 + random.below(8), bytes.count)
      bytes.removeSubrange(min(at, end)..<end)
    case 5:
      let word = random.next()
      let some = (0...random.below(8)).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
      bytes.insert(contentsOf: some, at: at)
    case 6:
      // A part of the message once more.
      let end = min(at + random.below(48), bytes.count)
      bytes.insert(contentsOf: Array(bytes[at..<end]), at: random.below(bytes.count))
    default:
      let other = seeds[random.below(seeds.count)]
      bytes.replaceSubrange(at..., with: other[random.below(other.count)...])
    }
  }
}
