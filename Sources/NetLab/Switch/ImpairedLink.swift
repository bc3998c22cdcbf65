internal import Discovery
public import Networking

/// One direction of a cable that loses and delays frames, the same ones for the same seed.
///
/// Pure: it says when a frame arrives, and keeps none.
public struct ImpairedLink: Sendable {
  /// What happens to frames.
  public let impairment: Impairment
  private var random: SplitMix64
  private var lastArrival: MonotonicTime?
  private var lastLeaving: MonotonicTime?
  /// How long a station stays awake behind its last frame.
  private static let awake = Duration.seconds(1)

  /// A direction with its own sequence of fates.
  public init(_ impairment: Impairment, seed: UInt64) {
    self.impairment = impairment
    random = SplitMix64(seed: seed)
  }

  /// When a frame that leaves now arrives, never before an earlier one; `nil` where it is lost.
  ///
  /// Each frame takes two numbers from the generator, so that a loss doesn't shift later fates.
  public mutating func arrival(leaving now: MonotonicTime) -> MonotonicTime? {
    let isLost = Double.random(in: 0..<1, using: &random) < impairment.loss
    let share = Double.random(in: 0...1, using: &random)
    if isLost { return nil }
    let least = impairment.delay.lowerBound.wholeNanoseconds
    let span = impairment.delay.upperBound.wholeNanoseconds - least
    var time = now + .nanoseconds(least + Int64(Double(span) * share))
    if let waking = impairment.waking {
      let slept = lastLeaving.map { now - $0 > Self.awake } ?? true
      lastLeaving = now
      if slept {
        let extra = waking.lowerBound.wholeNanoseconds...waking.upperBound.wholeNanoseconds
        time = time + .nanoseconds(Int64.random(in: extra, using: &random))
      }
    }
    let arrival = lastArrival.map { max($0, time) } ?? time
    lastArrival = arrival
    return arrival
  }
}
