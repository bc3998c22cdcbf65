/// A small generator of reproducible numbers (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
/// Generators, 2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  /// The sequence of that seed.
  init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number from zero up to, not including, `bound`; 0 where there is none.
  mutating func below(_ bound: Int) -> Int {
    bound > 0 ? Int(truncatingIfNeeded: next() % UInt64(bound)) : 0
  }
}
