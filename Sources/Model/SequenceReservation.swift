/// Numbers that the store has set aside for the changes of one run.
///
/// Readers are given numbers that the store has not saved yet. A program that was killed must not give
/// them to other changes when it runs again, so a run begins after the last number that the run before
/// could have given.
public struct SequenceReservation: Hashable, Sendable {
  /// Changes with the store, and where numbers can't be reserved.
  public var epoch: UInt64
  /// The last number that may have been given before.
  public var after: UInt64
  /// The last of the reserved numbers.
  public var through: UInt64

  /// How many numbers are reserved at a time: two months of four changes a second.
  public static let count: UInt64 = 1 << 24

  /// The given numbers; by default all there are, in an epoch that ends with the process.
  public init(epoch: UInt64, after: UInt64 = 0, through: UInt64 = .max) {
    self.epoch = epoch
    self.after = after
    self.through = through
  }
}
