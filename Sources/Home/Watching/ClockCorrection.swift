package import Model
import Networking

/// Corrects times of a wrong clock: a board without a battery begins in 1970, a mistyped year is ahead.
///
/// Times before ``earliest`` or in the future are impossible. A step moves what the clock gave before it
/// only if that clock gave such times: else it may have stood still, as in a paused virtual machine.
/// Other impossible times become the device's earliest possible one, or the present.
package struct ClockCorrection: Sendable {
  let now: Timestamp
  var step: ClockStep?

  /// There was no homenet before 2023.
  package static let earliest = Timestamp(milliseconds: 1_672_531_200_000)

  private var canCorrect: Bool { now >= Self.earliest }

  /// The time as the clock would have given it, had it been right.
  func moved(_ time: Timestamp) -> Timestamp {
    guard let step, isWrong(step), step.given.contains(time) else { return time }
    return Timestamp(milliseconds: time.milliseconds + step.milliseconds)
  }

  /// Whether the times that the clock gave before it was set were evidently wrong.
  private func isWrong(_ step: ClockStep) -> Bool {
    step.given.lowerBound < Self.earliest || step.given.upperBound > now
  }

  func isPossible(_ time: Timestamp) -> Bool { (Self.earliest...now).contains(time) }

  /// The earlier of two times, but for one that no clock can have given rightly.
  static func earlier(_ one: Timestamp, _ other: Timestamp) -> Timestamp {
    switch (one < earliest, other < earliest) {
    case (true, false): other
    case (false, true): one
    default: min(one, other)
    }
  }

  func corrected(_ device: StoredDevice) -> StoredDevice {
    guard canCorrect else { return device }
    var device = device
    guard device.wasSeen else {
      if !isPossible(device.firstSeen) { device.firstSeen = now }
      return device
    }
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

struct ClockStep: Hashable, Sendable {
  /// The times that it gave since the watch began, as it went before it was set.
  var given: ClosedRange<Timestamp>
  /// By how much it was set forward, in milliseconds; negative where it was set back.
  var milliseconds: Int64
}

/// Detects that the system's clock was set, by comparison with a monotonic clock.
///
/// A clock that is adjusted by less than a minute at a time is left to itself.
struct ClockStepDetector: Sendable {
  private var last: (wall: Timestamp, elapsed: Duration)?

  /// The smallest step that counts, in milliseconds.
  private static let least: Int64 = 60_000

  /// The step of the clock since the last call; `nil` if there was none.
  ///
  /// `elapsed` is the time since the watch began, on the clock that only goes forward.
  mutating func step(wall: Timestamp, elapsed: Duration) -> ClockStep? {
    defer { last = (wall, elapsed) }
    guard let last else { return nil }
    let expected = last.wall.milliseconds + Int64((elapsed - last.elapsed).milliseconds)
    let milliseconds = wall.milliseconds - expected
    guard abs(milliseconds) >= Self.least else { return nil }
    let began = Timestamp(milliseconds: expected - Int64(elapsed.milliseconds))
    return ClockStep(
      given: began...max(began, Timestamp(milliseconds: expected)),
      milliseconds: milliseconds
    )
  }
}
