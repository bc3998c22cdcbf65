import Model

/// How many changes are recorded within an hour: a device that makes up services would fill the disk.
///
/// What is left out is not lost: it is compared again later, and counts if it still stands.
struct ChangeAllowance: Hashable, Sendable {
  private var count = 0
  private var since: Timestamp?

  /// The changes of one device.
  static let ofDevice = 60
  /// The changes of all devices together, beyond a few of each.
  static let ofHome = 2000
  /// The changes that a device has whatever others do.
  static let ofDeviceAtLeast = 10

  private static let period: Int64 = 3_600_000

  /// How many changes there were in the present hour.
  func used(at now: Timestamp) -> Int { isCurrent(now) ? count : 0 }

  mutating func take(_ number: Int, at now: Timestamp) {
    if !isCurrent(now) { (count, since) = (0, now) }
    count += number
  }

  private func isCurrent(_ now: Timestamp) -> Bool {
    since.map { abs(now.elapsed(since: $0)) < Self.period } ?? false
  }
}
