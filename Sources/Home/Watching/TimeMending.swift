import Model

/// Mends times that a wrong clock gave: a board without a battery begins in 1970, a mistyped year lies
/// far ahead.
///
/// What the clock gave since the watch began, before it was set, is moved with it where that clock was
/// evidently wrong: it gave a time before ``earliest``, or one that lies in the future now. A clock
/// that is set forward from one possible time to another may have stood still, as that of a virtual
/// machine that was paused, and been right before. What lies in the future then, or before
/// ``earliest``, can't be: it becomes the earliest time that can, of those which are known of the
/// device, and the present where none is. While the clock itself can't be right nothing is mended.
struct TimeMending: Sendable {
  /// The present.
  let now: Timestamp
  /// How the clock was set, if it was.
  var step: ClockStep?

  /// There was no homenet before 2023.
  static let earliest = Timestamp(milliseconds: 1_672_531_200_000)

  /// Whether the clock can be right now.
  private var canMend: Bool { now >= Self.earliest }

  /// The time as the clock would have given it, had it been right.
  func moved(_ time: Timestamp) -> Timestamp {
    guard let step, isWrong(step), step.given.contains(time) else { return time }
    return Timestamp(milliseconds: time.milliseconds + step.milliseconds)
  }

  /// Whether the times that the clock gave before it was set were evidently wrong.
  private func isWrong(_ step: ClockStep) -> Bool {
    step.given.lowerBound < Self.earliest || step.given.upperBound > now
  }

  /// Whether something can have happened then.
  func isPossible(_ time: Timestamp) -> Bool { (Self.earliest...now).contains(time) }

  /// The earlier of two times, but for one that no clock can have given rightly.
  static func earlier(_ one: Timestamp, _ other: Timestamp) -> Timestamp {
    switch (one < earliest, other < earliest) {
    case (true, false): other
    case (false, true): one
    default: min(one, other)
    }
  }

  /// The device with times that can be.
  func mended(_ device: StoredDevice) -> StoredDevice {
    guard canMend else { return device }
    var device = device
    let first = moved(device.firstSeen)
    let last = moved(device.lastSeen)
    let probed = device.probedAt.map(moved)
    let observed = device.observations.map { moved($0.time) }
    let possible = ([first, last] + [probed].compactMap(\.self) + observed).filter(isPossible)
    device.firstSeen = isPossible(first) ? first : possible.min() ?? now
    device.lastSeen = isPossible(last) ? last : last > now ? now : possible.max() ?? now
    device.probedAt = probed.flatMap { isPossible($0) ? $0 : nil }
    for (index, time) in observed.enumerated() {
      device.observations[index].time =
        isPossible(time) ? time : time > now ? now : device.firstSeen
    }
    return device
  }
}
