/// Which phases the monitors of one interval have.
///
/// The slots of an interval are those of van der Corput's sequence: 0, 1/2, 1/4, 3/4, 1/8 … of it. However
/// many are taken, they lie nearly evenly, and a new one moves none of the others. A slot that becomes free
/// is the next one to be taken.
struct PhaseSpread: Sendable {
  /// How many slots are taken.
  private(set) var taken = 0
  private var fresh = 0
  private var free: [Int] = []
  private var isSorted = true

  /// Takes a slot.
  mutating func take() -> Int {
    taken += 1
    if !isSorted {
      free.sort(by: >)
      isSorted = true
    }
    if let slot = free.popLast() { return slot }
    fresh += 1
    return fresh - 1
  }

  /// Gives a slot back.
  mutating func release(_ slot: Int) {
    taken -= 1
    free.append(slot)
    isSorted = false
  }

  /// The phase of a slot in an interval of so many nanoseconds.
  ///
  /// Intervals are turned against each other by a hash, so that the first slots of many intervals don't
  /// fall on one moment.
  static func phase(of slot: Int, in interval: Int64, seed: UInt64) -> Int64 {
    var reversed: UInt64 = 0
    for bit in 0..<32 where slot & (1 << bit) != 0 { reversed |= 1 << (63 - UInt64(bit)) }
    let turned = reversed &+ ScheduleHash.mixed(seed ^ UInt64(clamping: interval))
    return Int64(clamping: UInt64(clamping: interval).multipliedFullWidth(by: turned).high)
  }
}

/// Hashes that are the same in every run, unlike the standard library's.
enum ScheduleHash {
  /// Of an id, with a seed: FNV-1a, then mixed.
  static func hash(_ id: String, seed: UInt64) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return mixed(hash ^ seed)
  }

  /// The finalizer of SplitMix64: each bit depends on all.
  static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
