package import Model
package import Networking
import Wire

/// Finds devices by making the kernel ask ARP for every address and reading its neighbour table.
///
/// Needs no privileges and finds what drops every packet. IPv4 addresses of directly connected
/// targets are asked in chunks; IPv6 neighbours are watched, never swept.
package struct NeighbourSweep: DiscoverySource {
  package let source = Source.neighbours

  /// Whether the kernel is made to ask; where homenet asks ARP itself, the table is only read.
  let sweeps: Bool
  var began = MonotonicTime(nanoseconds: 0)
  var phase = Phase.starting
  var table = NeighbourTable()
  /// Never asked so far.
  var queue: AddressQueue?
  /// Addresses that the kernel dropped because its table was full.
  var swallowed = Fifo<TargetAddress>()
  /// To be asked again.
  var again = Fifo<TargetAddress>()
  var unasked = 0
  /// Asked, awaiting the kernel's verdict.
  var pending = PendingNeighbours()
  /// Times an address was given to the kernel in vain.
  var placements: [TargetAddress: Int] = [:]
  /// Unverified remembered devices, by the number of their exchange.
  var remembered = RememberedNeighbours()
  /// Addresses whose link addresses the kernel is made to ask for.
  var resolving: Set<IPAddress> = []
  /// How many entries the kernel's table seems to have for us.
  var capacity = SweepPolicy.tableLimit
  /// A full table is left alone until then.
  var pausedUntil: MonotonicTime?
  /// Hosts that answered the sweep, and those of them that needed a repetition.
  var answers = 0
  var lateAnswers = 0
  /// A scan that only discovers does not end before, since answers are slow and some may be missing.
  var awaitsAnswersUntil: MonotonicTime?
  var isSmall = false
  var discoverOnly = false
  var wakeAt: MonotonicTime?

  package enum Phase: Hashable, Sendable {
    /// The first dump is awaited.
    case starting
    /// No chunk is on its way.
    case idle
    /// A chunk is being sent.
    case sending([TargetAddress])
    /// A chunk was sent; a dump will tell whether the kernel took it.
    case checking([TargetAddress])
    /// The table can't be read.
    case broken
  }

  package enum Number {
    static let watch: UInt32 = 0
    static let wake: UInt32 = 1
    static let read: UInt32 = 2
    static let chunk: UInt32 = 3
    static let refresh: UInt32 = 4
    static let resolve: UInt32 = 5
    /// Of the addresses of a phone that is looked for, in their order.
    static let firstPhone: UInt32 = 100
    static let firstExchange: UInt32 = 1000
  }

  /// A sweep; `sweeps` is false where only the table is to be read.
  package init(sweeps: Bool = true) {
    self.sweeps = sweeps
  }

  /// Whether it will still send, or waits to know whether it must.
  package var isActive: Bool {
    switch phase {
    case .broken: false
    case .starting, .sending, .checking: true
    case .idle: hasWaiting || awaitsVerdict
    }
  }

  var hasWaiting: Bool { unasked > 0 || !swallowed.isEmpty || !again.isEmpty }

  /// In a lossy network silence isn't final before the kernel has asked often enough.
  private var awaitsVerdict: Bool {
    lateAnswers > 0 && pending.hasAny(before: rounds) || remembered.holdsScan
      || awaitsAnswersUntil != nil && !pending.isEmpty
  }

  /// How many rounds of three requests an address gets, as things are.
  var rounds: Int {
    SweepPolicy.rounds(
      hosts: answers,
      late: lateAnswers,
      isSmall: isSmall,
      discoverOnly: discoverOnly
    )
  }

  package mutating func start(_ context: inout SourceContext) {
    began = context.now
    discoverOnly = context.plan.discoverOnly
    remembered.holds = !context.plan.discoverOnly && (sweeps || !context.plan.checked.isEmpty)
    if sweeps {
      let queue = AddressQueue(plan: context.plan) { $0.isOnLink && !$0.interface.isLoopback }
      var counter = queue
      while counter.next() != nil { unasked += 1 }
      self.queue = queue
      isSmall = unasked <= SweepPolicy.tableLimit / 2
    }
    context.request(.watchNeighbours(context.ticket(Number.watch)))
    wake(at: began + SweepPolicy.settlingTime, &context)
  }

  package mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    switch event {
    case .neighbours(let ticket, let entries):
      takeDump(entries, &context)
      dumped(ticket.number, &context)
    case .neighbourChanged(_, let entry, let isRemoved):
      takeChange(entry, isRemoved: isRemoved, &context)
    case .solicited(_, let failed):
      sent(failed: failed, &context)
    case .probed(let ticket, _, let outcome):
      settle(ticket.number, outcome, &context)
    case .woke:
      // Superseded by an earlier wake.
      if let wakeAt, context.now < wakeAt { return }
      wakeAt = nil
      woke(&context)
    case .failed(let ticket, _) where ticket.number == Number.watch:
      phase = .broken
      remembered.giveUp()
    default:
      break
    }
  }

  package mutating func learn(_ event: HostEvent, _ context: inout SourceContext) {
    guard case .answered(let address, let interface) = event else { return }
    remembered.settle(address)
    resolve(address, on: interface, &context)
  }

  /// Requests a wake at that time at the latest.
  mutating func wake(at time: MonotonicTime, _ context: inout SourceContext) {
    if let wakeAt, wakeAt <= time { return }
    wakeAt = time
    context.request(.wake(context.ticket(Number.wake), at: time))
  }

  private mutating func woke(_ context: inout SourceContext) {
    if context.now >= began + SweepPolicy.settlingTime {
      remembered.giveUp()
    } else {
      wake(at: began + SweepPolicy.settlingTime, &context)
    }
    if let until = awaitsAnswersUntil {
      if context.now >= until { awaitsAnswersUntil = nil } else { wake(at: until, &context) }
    }
    guard phase == .idle else { return }
    if let oldest = pending.oldest {
      let overdue = oldest + SweepPolicy.failureTime
      if context.now >= overdue {
        // A notification was lost, or the entry was removed before it was read: dump the table
        // again.
        context.request(.readNeighbours(context.ticket(Number.refresh)))
      }
      wake(at: max(overdue, context.now + .milliseconds(500)), &context)
    }
    sendChunk(&context)
  }
}

/// How many addresses are swept at once, and which again; pure.
enum SweepPolicy {
  /// The neighbour table's size (`gc_thresh3`), for all network namespaces together.
  ///
  /// When it is full, `sendto` succeeds and nothing is asked.
  static let tableLimit = 1024
  /// Smaller chunks wait until more can go at once; each is followed by a dump of the table.
  static let worthwhileChunk = 128
  /// What is tried of a table that seems full.
  static let leastChunk = 16
  /// How long a full table is left alone.
  static let fullTablePause: Duration = .milliseconds(500)
  /// How often an address is given to the kernel when its entry isn't there afterwards.
  static let placements = 24
  /// The chance of having missed a host that the number of rounds aims at.
  static let acceptedMiss = 0.0001
  /// The kernel repeats a lost request after one second; an answer this late means a lost frame or
  /// a sleeping radio.
  static let lateAnswer: Duration = .milliseconds(900)
  /// The kernel repeats its request that long after the first.
  static let repetition: Duration = .seconds(1)
  /// An answer that takes longer than this share of the settling time shows a slow path, or a machine
  /// that has just begun: a frame is easily lost there.
  private static let slowShare = 4
  /// The longest that an answer to the repeated request is awaited.
  private static let longestAnswer: Duration = .milliseconds(500)

  /// How long after the first request a scan that only discovers continues, given an answer's
  /// delay; `nil` if answers are fast.
  ///
  /// Its settling time can be shorter than the kernel's time to repeat a lost request.
  static func secondAnswer(after answer: Duration, settle: Duration) -> Duration? {
    guard answer * slowShare >= settle, answer < repetition else { return nil }
    return repetition + min(answer * 2, longestAnswer)
  }

  /// After this an entry that can't be found again counts as FAILED (three requests, one second
  /// apart, and some).
  static let failureTime: Duration = .milliseconds(3500)
  /// A stale entry is settled by then: 5 s of DELAY and three probes, one second apart.
  static let settlingTime: Duration = .milliseconds(9500)

  /// The size of the next chunk: all that wait, but at most half of what is free in the table,
  /// because other namespaces' entries count and can't be seen; 0 to wait for more room.
  ///
  /// `capacity` is how many entries the table seems to have for us. If no entry of ours is pending,
  /// waiting doesn't help: a few are tried, for which the kernel drops old ones.
  static func chunk(capacity: Int, used: Int, waiting: Int, isPending: Bool) -> Int {
    let room = max(0, capacity - used) / 2
    let worthwhile = isPending ? min(waiting, worthwhileChunk, capacity / 4) : 1
    if room >= worthwhile { return min(room, waiting) }
    return isPending ? 0 : min(leastChunk, waiting)
  }

  /// The estimated capacity after a chunk: what the table holds if it dropped some, else room for a
  /// chunk twice as large.
  static func capacity(_ capacity: Int, used: Int, chunk: Int, swallowed: Int) -> Int {
    swallowed > 0
      ? min(max(used, leastChunk), tableLimit)
      : min(max(capacity, used + 4 * chunk), tableLimit)
  }

  /// How many rounds of three requests an address gets.
  ///
  /// The share of known hosts that answered late is the chance that one request fails, p; r rounds
  /// miss one of h hosts with h·p³ʳ. Another round is free where the network fits in one chunk: the
  /// scan listens on meanwhile. Three requests lost in a row are one device in 16,000 at 2 % of
  /// frames lost each way, too many for thousands of scans; six are none.
  static func rounds(hosts: Int, late: Int, isSmall: Bool, discoverOnly: Bool) -> Int {
    let least = isSmall && !discoverOnly ? 2 : 1
    guard late > 0, hosts > 0 else { return least }
    let miss = min(0.9, Double(late) / Double(hosts))
    var rounds = 1
    var chance = Double(hosts) * miss * miss * miss
    while chance > acceptedMiss, rounds < (isSmall ? 4 : 2) {
      rounds += 1
      chance *= miss * miss * miss
    }
    return max(least, rounds)
  }
}
