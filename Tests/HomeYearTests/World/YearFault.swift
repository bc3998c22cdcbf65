import Discovery

/// What goes wrong in a simulated home, other than that its devices come and go.
struct YearFault: Sendable {
  enum Kind: String, Sendable {
    /// This machine's interface is down, which it knows.
    case knownOutage
    /// Nobody can be reached from this machine, whose interface is up.
    case unknownOutage
    /// The power is cut, this machine's too.
    case powerCut
    /// The router is replaced by another.
    case routerSwap
    /// This machine is suspended.
    case suspend
    case clockForward, clockBack
    /// The kernel's neighbour table is full.
    case fullTable

    /// Whether this machine goes on meanwhile, and its clock, too.
    var isOfNetwork: Bool {
      switch self {
      case .knownOutage, .unknownOutage, .routerSwap, .fullTable: true
      case .powerCut, .suspend, .clockForward, .clockBack: false
      }
    }
  }

  let kind: Kind
  let minutes: Range<Int>

  private static let all: [(kind: Kind, minutes: Int)] = [
    (.knownOutage, 9), (.unknownOutage, 3), (.unknownOutage, 45), (.knownOutage, 200),
    (.powerCut, 30), (.powerCut, 240), (.routerSwap, 15), (.suspend, 480), (.suspend, 480),
    (.suspend, 480), (.clockForward, 1), (.clockBack, 1), (.fullTable, 40),
  ]

  /// The faults of so many days in their order: thirteen from two weeks on, else one a day.
  ///
  /// One after the other, with most of a day between, so that each is what it is called.
  static func plan(days: Int, _ random: inout SplitMix64) -> [YearFault] {
    let apart = max(1, days / (all.count + 1))
    return all.shuffled(using: &random).prefix(max(0, days - 1)).enumerated().map { place, fault in
      let day = (place + 1) * apart
      // The nights from half past eleven, everything else by day.
      let hour = fault.kind == .suspend ? 23 * 60 + 30 : random.minutes(10 * 60..<16 * 60)
      let begin = day * 1440 + hour
      return YearFault(kind: fault.kind, minutes: begin..<(begin + fault.minutes))
    }
  }
}

extension SplitMix64 {
  /// Whether something happens that has that chance.
  mutating func chance(_ probability: Double) -> Bool { share() < probability }

  /// An even share of one.
  mutating func share() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// An even number of the range, which is not empty.
  mutating func minutes(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// One of the values, of which there is one at least.
  mutating func pick(_ values: [Int]) -> Int { values[minutes(0..<values.count)] }
}
