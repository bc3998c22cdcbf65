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
  /// Given to the kernel in vain, because its table was full.
  var swallowed = Fifo<Spot>()
  /// To be asked again.
  var again = Fifo<Spot>()
  var unasked = 0
  /// Asked, awaiting the kernel's verdict.
  var pending = PendingNeighbours()
  /// Times an address was given to the kernel in vain.
  var placements: [Spot: Int] = [:]
  /// Remembered ones that nobody has settled yet, by the number of the exchange that may.
  var remembered = RememberedNeighbours()
  /// Addresses whose link addresses the kernel is made to ask for.
  var resolving: Set<IPAddress> = []
  /// How many entries the kernel's table seems to have for us.
  var capacity = SweepPolicy.tableLimit
  /// A full table is left alone until then.
  var pausedUntil: MonotonicTime?
  /// Hosts that answered the sweep, and those of them that took a repetition.
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
    case sending([Spot])
    /// A chunk was sent; a dump will tell whether the kernel took it.
    case checking([Spot])
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
    remembered.holds = !context.plan.discoverOnly && sweeps
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
      // One whose place an earlier one took.
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

  package mutating func learn(_ news: HostNews, _ context: inout SourceContext) {
    guard case .answered(let address, let interface) = news else { return }
    remembered.settle(address)
    resolve(address, on: interface, &context)
  }

  /// Sees to it that `woke` comes at the latest at that time.
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
        // A notification was lost, or the entry was dropped before anyone read it: look again.
        context.request(.readNeighbours(context.ticket(Number.refresh)))
      }
      wake(at: max(overdue, context.now + .milliseconds(500)), &context)
    }
    sendChunk(&context)
  }
}
