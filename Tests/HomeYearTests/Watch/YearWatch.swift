import Model
import Wire
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

/// That a device is, or may be, a known one with another link address.
struct Recognition: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The watch made one device of the two.
    case told
    /// It asks the user.
    case proposed
    /// The user said so.
    case accepted
  }

  let kind: Kind
  /// The slot of the new one.
  let new: Int
  /// Its link address.
  let mac: MACAddress?
  /// The slot of the known one.
  let known: Int
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
  /// What the device in a slot is said to be.
  func state(of slot: Int) -> PresenceState?

  /// The devices that a store keeps.
  var devices: [StoredDevice] { get }
  /// What was learned of the devices' silences, by slot.
  var silences: [Int: SilenceModel] { get }
  /// How often something was learned of a silence in which this machine could not look.
  var wronglyLearned: Int { get }

  /// Whether it recognises devices that have another link address.
  static var recognises: Bool { get }
  /// What became of such devices since the last call.
  mutating func takeRecognitions() -> [Recognition]
  /// What the user is asked now, by slot.
  var proposals: [Recognition] { get }
  /// The user answers.
  mutating func answer(_ proposal: Recognition, isRight: Bool, at now: Timestamp)
}

extension YearWatch {
  var devices: [StoredDevice] { [] }
  static var recognises: Bool { false }
  mutating func takeRecognitions() -> [Recognition] { [] }
  var proposals: [Recognition] { [] }
  mutating func answer(_ proposal: Recognition, isRight: Bool, at now: Timestamp) {}
}

/// For how long a device without a lasting identity is kept while it is away: as in `WatchState`.
let longestAbsence: Int64 = 90 * 86_400_000
