/// How much was lost at which size of the window: what is lost at a small one too is not this
/// machine's doing.
struct LossByWindow: Hashable, Sendable {
  /// So many probes must have ended at a size before it says anything.
  static let enough = 32.0
  /// Old counts lose weight beyond this.
  private static let most = 1024.0

  private struct Count: Hashable, Sendable {
    var probes = 0.0
    var lost = 0.0
  }

  /// By the logarithm of the size.
  private var counts = [Count](repeating: Count(), count: 16)

  /// Takes what became of probes at a size.
  mutating func add(lost: Double, of probes: Double, at size: Double) {
    let place = Self.place(size)
    counts[place].probes += probes
    counts[place].lost += min(lost, probes)
    if counts[place].probes > Self.most {
      counts[place].probes /= 2
      counts[place].lost /= 2
    }
  }

  /// The least share that was lost at smaller sizes; `nil` where nothing is known of them.
  func share(below size: Double) -> Double? {
    counts[..<Self.place(size)].filter { $0.probes >= Self.enough }
      .map { $0.lost / $0.probes }.min()
  }

  private static func place(_ size: Double) -> Int {
    var place = 0
    var bound = 2.0
    while bound <= size, place < 15 {
      bound *= 2
      place += 1
    }
    return place
  }
}
