@testable import Networking
/// A link that carries so many packets a second, delays them, and drops those that find its queue full.
///
/// As tc's `tbf` and `netem` do: the queue holds what waits for its turn and what is delayed.
struct SimulatedLink {
  /// Packets a second; `nil` for as many as come.
  var perSecond: Double?
  /// How many packets may be in it.
  var queue: Int
  /// How long it takes beside that, anything in between; packets keep their order.
  var delay: ClosedRange<Duration> = .zero ... .zero

  /// Packets that found it full.
  private(set) var dropped = 0
  /// The longest time that a packet waited for its turn.
  private(set) var longestWait = Duration.zero
  /// When those in it leave it.
  private var leaving: [Int64] = []
  private var head = 0
  private var busyUntil: Int64 = 0

  init(perSecond: Double? = nil, queue: Int, delay: ClosedRange<Duration> = .zero ... .zero) {
    self.perSecond = perSecond
    self.queue = queue
    self.delay = delay
  }

  /// A link of so many bits a second, for the 74 bytes of a SYN's frame.
  init(bitsPerSecond: Double, queue: Int) {
    self.init(perSecond: bitsPerSecond / 592, queue: queue)
  }

  /// When a packet leaves it; `nil` where it is dropped.
  ///
  /// `chance`, from 0 to 1, says which of the delays it gets.
  mutating func arrival(sentAt now: Int64, chance: Double) -> Int64? {
    while head < leaving.count, leaving[head] <= now { head += 1 }
    guard leaving.count - head < queue else {
      dropped += 1
      return nil
    }
    let least = delay.lowerBound.wholeNanoseconds
    let span = delay.upperBound.wholeNanoseconds - least
    var time = now
    if let perSecond {
      time = max(now, busyUntil) + Int64(1e9 / perSecond)
      busyUntil = time
      longestWait = max(longestWait, .nanoseconds(time - now))
    }
    time += least + Int64(Double(span) * chance)
    time = max(time, leaving.last ?? 0)
    leaving.append(time)
    return time
  }
}
