internal import CShims
internal import Glibc
import Networking

/// The network's thread: an epoll loop.
///
/// It runs machines, executes their requests and delivers events to them. No state is shared: other
/// threads post jobs.
final class Reactor {
  /// What a timer does, or each turn of the loop.
  typealias Action = (Reactor) -> Void

  let thread: ReactorThread
  /// What else is done in each turn of the loop, before it waits.
  private let eachTurn: [Action]
  let policy: SendingPolicy
  var budget: ProbeBudget
  let ledger: SharedTrafficLedger
  var timers = TimerHeap<Action>()
  var probes: [UInt64: PendingProbe] = [:]
  var solicitations = Fifo<Solicitation>()
  var receiver = DatagramReceiver()
  var streams = StreamReceiver()

  var ownAddresses = OwnAddresses()
  /// Whether no descriptors were left a moment ago.
  var launchesArePaused = false

  private var epoll: Epoll
  private var registrations: [UInt64: Registration] = [:]
  private var runs: [UInt64: MachineRun] = [:]
  private var events = EventQueue()
  private var lastNumber: UInt64 = 0
  private var isStopping = false

  /// A reactor of the calling thread, in that thread's namespace.
  init(
    thread: ReactorThread,
    policy: SendingPolicy,
    budget: ProbeBudget,
    ledger: SharedTrafficLedger,
    eachTurn: [Action]
  ) throws(LocalFailure) {
    self.thread = thread
    self.eachTurn = eachTurn
    self.policy = policy
    self.budget = budget
    self.ledger = ledger
    do throws(SystemError) {
      epoll = try Epoll()
      try epoll.add(thread.wakeUp.descriptor, Epoll.readable, as: Self.wakeUpNumber)
    } catch {
      throw error.localFailure
    }
  }

  private static let wakeUpNumber: UInt64 = 0

  /// A number that nothing else has.
  func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  // MARK: The loop

  /// Runs until it may stop.
  func run() {
    var ready: [Epoll.Readiness] = []
    takeJobs()
    while !(isStopping && runs.isEmpty) {
      deliverEvents()
      for action in eachTurn { action(self) }
      solicitSome()
      // A timer is fired only after a look at what is ready that began when it was due: what came in
      // time is read first, even if this thread was kept from running in between.
      let now = SystemClock.now
      do {
        try epoll.wait(timeUntilNextWork(), &ready)
      } catch {
        // Can't fail, since descriptor and buffer are valid; ends the loop instead of spinning.
        break
      }
      for readiness in ready {
        if readiness.number == Self.wakeUpNumber {
          takeJobs()
        } else {
          registrations[readiness.number]?.ready(readiness.events, self)
        }
      }
      fireTimers(now)
    }
    for run in Array(runs.values) { end(run) }
  }

  private func takeJobs() {
    thread.wakeUp.drain()
    let (jobs, stopsWhenIdle) = thread.takeJobs()
    for job in jobs { job(self) }
    isStopping = stopsWhenIdle
  }

  /// Delivers the events that are waiting; those they cause wait for the next turn, so that one
  /// machine can't starve the others.
  private func deliverEvents() {
    let last = events.last
    while let (run, event) = events.next(upTo: last) {
      if !run.isEnded { run.step(event, self) }
    }
  }

  private func fireTimers(_ now: MonotonicTime) {
    while let action = timers.popDue(now) { action(self) }
  }

  private func timeUntilNextWork() -> Duration? {
    if !events.isEmpty || !solicitations.isEmpty { return .zero }
    if budget.canStart, !launchesArePaused { return .zero }
    return timers.next.map { max(.zero, $0 - SystemClock.now) }
  }

  // MARK: Machines

  /// Starts a machine.
  func begin(_ run: MachineRun) {
    runs[run.number] = run
    run.step(nil, self)
  }

  /// Ends a machine: closes all that is open for it, at once.
  func end(_ run: MachineRun) {
    guard !run.isEnded else { return }
    run.isEnded = true
    runs[run.number] = nil
    for number in run.sockets.values { close(number) }
    run.sockets = [:]
    for ticket in Array(run.probes.keys) { cancel(ticket, of: run) }
    for timer in run.timers { timers.cancel(timer) }
    run.timers = []
    run.finishOutputs(self)
  }

  /// Ends the machine with that number, if it still runs.
  func end(run number: UInt64) {
    if let run = runs[number] { end(run) }
  }

  /// Puts an event in the queue.
  func emit(_ event: NetworkEvent, to run: MachineRun) {
    if !run.isEnded { events.append(event, to: run) }
  }

  /// Drops the queued events of connects, exchanges and connections that a machine has cancelled.
  func silence(_ ticket: Ticket, of run: MachineRun) {
    events.silence(ticket, of: run)
  }

  /// Does something for a machine later, unless it is over by then.
  func schedule(for run: MachineRun, at time: MonotonicTime, _ action: @escaping Action) {
    var id: TimerHeap<Action>.ID?
    id = timers.add(
      { reactor in
        if let id { run.timers.remove(id) }
        action(reactor)
      },
      at: time
    )
    if let id { run.timers.insert(id) }
  }

  // MARK: Descriptors

  /// Watches a descriptor from now on.
  func watch(_ registration: Registration, _ events: UInt32) throws(SystemError) {
    try epoll.add(registration.descriptor, events, as: registration.number)
    registrations[registration.number] = registration
  }

  /// Watches it for other events.
  func rewatch(_ registration: Registration, _ events: UInt32) {
    // Can only fail for lack of memory; then the backlog is sent with the next datagram.
    try? epoll.change(registration.descriptor, events, as: registration.number)
  }

  /// The long-lived socket with that ticket.
  func socket(_ ticket: Ticket, of run: MachineRun) -> Registration? {
    run.sockets[ticket].flatMap { registrations[$0] }
  }

  /// What is watched under that number.
  func registration(_ number: UInt64) -> Registration? {
    registrations[number]
  }

  /// Closes a descriptor.
  func close(_ number: UInt64) {
    registrations.removeValue(forKey: number)?.willClose(self)
  }
}

/// A connect or an exchange, from its request to its outcome or to the end of its connection.
final class PendingProbe {
  let number: UInt64
  let run: MachineRun
  let ticket: Ticket
  let probe: Probe
  /// What is sent, where it is an exchange.
  let payload: [UInt8]?
  /// How often this machine has failed at it.
  var tries = 0
  /// Its time limit, once it is in flight; a kept connection's, once that is there.
  var timer: TimerHeap<Reactor.Action>.ID?
  /// Whether it counts in the budget.
  var isInFlight = false

  init(number: UInt64, run: MachineRun, ticket: Ticket, probe: Probe, payload: [UInt8]?) {
    self.number = number
    self.run = run
    self.ticket = ticket
    self.probe = probe
    self.payload = payload
  }
}

/// Delays between tries after a shortage of descriptors or buffers.
enum Backoff {
  /// The delay before the next try; `nil` after six: 10 ms doubled each time, 630 ms in all, longer
  /// than a burst of our own.
  static func delay(afterTries tries: Int) -> Duration? {
    tries < 1 || tries > 6 ? nil : .milliseconds(10 << (tries - 1))
  }
}
