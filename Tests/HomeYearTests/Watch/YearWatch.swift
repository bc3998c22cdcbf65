import Model
@testable import Home

/// A device's answer to a sweep.
struct Sighting: Sendable {
  let appearance: Appearance
  /// How long it took; `nil` where that was not measured.
  let milliseconds: Double?
}

/// What came of a check of one device.
enum CheckOutcome: Sendable {
  case answered, silent
  /// This machine could not ask.
  case spoiled
}

/// What watches a simulated home: the pieces of `HomeWatch` that need no network and no clock.
protocol YearWatch: Sendable {
  init()

  /// The watch begins, or begins anew with what is stored.
  mutating func start(_ stored: HistoryRecording.Stored, at now: Timestamp)
  /// A sweep is complete; `hasFailed` says that this machine knows that it could not sweep, and
  /// `isOwnFault` that it could not, known or not.
  mutating func sweep(
    _ sightings: [Sighting],
    hasFailed: Bool,
    isOwnFault: Bool,
    at now: Timestamp
  )
  /// A device said something between two sweeps.
  mutating func hear(_ appearance: Appearance, at now: Timestamp)
  /// The slots to check now, those that wait for longest first.
  mutating func checksDue(at now: Timestamp) -> [Int]
  /// A check is over.
  mutating func endCheck(of slot: Int, _ outcome: CheckOutcome, at now: Timestamp)
  /// There is no network.
  mutating func loseNetwork(at now: Timestamp)
  /// This machine was suspended.
  mutating func suspend(since time: Timestamp, now: Timestamp)
  /// The clock was set.
  mutating func correct(_ correction: ClockCorrection)

  /// The changes of presence since the last call.
  mutating func takeTransitions() -> [(slot: Int, state: PresenceState)]
  /// Records what changed since the last call.
  mutating func record(_ facts: HomeFacts, at now: Timestamp) -> [HistoryBatch]
  /// The slot of what was seen so.
  func slot(of appearance: Appearance) -> Int?

  /// How often something was learned of a silence in which this machine could not look; `nil` where
  /// that isn't counted.
  var wronglyLearned: Int? { get }
}

/// For how long a device without a lasting identity is kept while it is away: as in `WatchState`.
let longestAbsence: Int64 = 90 * 86_400_000
