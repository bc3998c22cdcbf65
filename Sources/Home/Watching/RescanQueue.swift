/// Devices that the user wants asked anew and that wait for their turn: whoever clicks on fifty devices
/// must not have all of them asked at one time.
struct RescanQueue: Sendable {
  /// Devices that are asked at one time beside the round.
  static let atOnce = 4
  /// Devices that wait; who wants more wants a scan.
  static let limit = 64

  /// Those that wait, in their order.
  private(set) var slots: [Int] = []

  /// Whether a device waits.
  func contains(_ slot: Int) -> Bool { slots.contains(slot) }

  /// Has a device wait, once; `false` where too many do.
  mutating func add(_ slot: Int) -> Bool {
    guard !slots.contains(slot) else { return true }
    guard slots.count < Self.limit else { return false }
    slots.append(slot)
    return true
  }

  /// Whose turn it is, while that many are being asked.
  mutating func next(asking count: Int) -> Int? {
    count < Self.atOnce && !slots.isEmpty ? slots.removeFirst() : nil
  }

  /// Nobody waits for a device that is gone.
  mutating func remove(_ slot: Int) { slots.removeAll { $0 == slot } }
}
