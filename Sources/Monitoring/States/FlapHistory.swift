/// How often a monitor went down and came back, as Nagios counts it.
///
/// A state is recorded at each check that agrees with it. Checks that fail before the monitor is down,
/// and those that pass before it is up again, are left out (Nagios leaves out soft states), so that
/// single losses are no flapping.
struct FlapHistory: Hashable, Sendable {
  /// As many states as are kept.
  static let most = 21
  /// The percentage at which flapping begins.
  static let begin = 20.0
  /// The percentage at which it ends.
  static let end = 5.0

  /// The states, the newest in the lowest bit; a bit is set where the monitor was down.
  private var bits: UInt32 = 0
  private var count = 0

  /// Nothing recorded.
  init() {}

  /// Records a state.
  mutating func note(isDown: Bool) {
    bits = (bits << 1 | (isDown ? 1 : 0)) & (1 << UInt32(Self.most) - 1)
    count = min(count + 1, Self.most)
  }

  /// The share of changes between the states, weighed: 0.75 for the oldest of 20, 1.25 for the newest.
  var percent: Double {
    guard count > 1 else { return 0 }
    let changes = bits ^ bits >> 1
    let places = Self.most - 1
    var sum = 0.0
    for age in 0..<(count - 1) where changes >> UInt32(age) & 1 == 1 {
      sum += 0.75 + 0.5 * Double(places - 1 - age) / Double(places - 1)
    }
    return sum * 100 / Double(places)
  }
}

extension FlapHistory: LosslessStringConvertible {
  /// Reads what ``description`` writes; `nil` for any other text.
  init?(_ description: String) {
    guard description.utf8.count <= Self.most else { return nil }
    for letter in description.utf8 {
      switch letter {
      case UInt8(ascii: "U"): note(isDown: false)
      case UInt8(ascii: "D"): note(isDown: true)
      default: return nil
      }
    }
  }

  /// The states, the oldest first: `UUDU`.
  var description: String {
    (0..<count).reversed().map { bits >> UInt32($0) & 1 == 1 ? "D" : "U" }.joined()
  }
}
