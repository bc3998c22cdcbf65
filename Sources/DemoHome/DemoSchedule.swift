internal import Discovery

/// When devices join, leave, sleep and wake in the demo home.
///
/// An endless sequence, the same for the same home and seed; empty for a home without any of the
/// devices in `habits`.
public struct DemoSchedule: Sequence, IteratorProtocol, Sendable {
  /// What happens.
  public enum Event: Hashable, Sendable {
    /// It connects and announces itself.
    case joins
    /// It sends goodbyes and disconnects.
    case leaves
    /// It disconnects without goodbyes.
    case sleeps
    /// It connects again.
    case wakes
  }

  /// One event of one device.
  public struct Change: Sendable {
    /// Since the start.
    public var time: Duration
    /// What happens to the device.
    public var event: Event
    /// A device of the home, or a guest from ``SimulatedHome/large``.
    public var device: SimulatedDevice
  }

  /// How a device lives.
  struct Habit: Sendable {
    /// A device's label in ``SimulatedHome/large``.
    var label: String
    /// Whether it falls asleep where others leave.
    var sleeps = false
    /// When it first changes, in seconds: the first minute shows something of everything.
    var first: Int
    /// How long it stays, and then how long it is away, in seconds.
    var stays: ClosedRange<Int>
    /// How long it is away; longer than a watcher needs to notice.
    var isAway: ClosedRange<Int>
  }

  fileprivate struct Resident: Sendable {
    var habit: Habit
    var device: SimulatedDevice
    var isHome: Bool
    var next: Duration
    var chance: SplitMix64
  }

  private var residents: [Resident]

  /// The schedule of that home.
  public init(in home: SimulatedHome, seed: UInt64 = 1) {
    self.init(in: home, seed: seed, habits: Self.habits)
  }

  init(in home: SimulatedHome, seed: UInt64, habits: [Habit]) {
    residents = habits.enumerated().compactMap { index, habit in
      guard let device = home.device(habit.label) ?? SimulatedHome.large.device(habit.label)
      else { return nil }
      return Resident(
        habit: habit,
        device: device,
        isHome: home.device(habit.label) != nil,
        next: .seconds(habit.first),
        chance: SplitMix64(seed: seed &+ UInt64(index) << 32)
      )
    }
    // Guests need somebody to visit.
    if !residents.contains(where: \.isHome) { residents = [] }
  }

  /// The next event by time; `nil` only for a home without residents.
  public mutating func next() -> Change? {
    guard let index = residents.indices.min(by: { residents[$0].next < residents[$1].next })
    else { return nil }
    return residents[index].change()
  }

  static let habits: [Habit] = [
    Habit(label: "Galaxy phone", sleeps: true, first: 15, stays: 60...180, isAway: 70...120),
    Habit(label: "Linux laptop", first: 30, stays: 180...400, isAway: 120...240),
    Habit(label: "Pixel phone", first: 40, stays: 120...300, isAway: 120...300),
    Habit(label: "MacBook Pro", first: 50, stays: 150...400, isAway: 90...150),
    Habit(label: "Roomba", first: 65, stays: 120...240, isAway: 150...300),
    Habit(label: "iPad", sleeps: true, first: 80, stays: 120...300, isAway: 80...150),
    Habit(label: "Nintendo Switch", sleeps: true, first: 100, stays: 90...200, isAway: 90...200),
    Habit(label: "Car", first: 120, stays: 150...400, isAway: 200...400),
    Habit(
      label: "iPhone with private address",
      sleeps: true,
      first: 140,
      stays: 90...240,
      isAway: 70...120
    ),
  ]
}

extension DemoSchedule.Resident {
  /// The change due now; draws the time of the opposite one.
  fileprivate mutating func change() -> DemoSchedule.Change {
    let time = next
    isHome.toggle()
    let pause = isHome ? habit.stays : habit.isAway
    next += .milliseconds(Int.random(in: pause, using: &chance) * 1000 + 1)
    let event: DemoSchedule.Event =
      switch (isHome, habit.sleeps) {
      case (true, true): .wakes
      case (true, false): .joins
      case (false, true): .sleeps
      case (false, false): .leaves
      }
    return DemoSchedule.Change(time: time, event: event, device: device)
  }
}
