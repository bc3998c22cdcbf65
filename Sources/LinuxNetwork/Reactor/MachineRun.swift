import Networking

/// A machine on the reactor's thread, with everything that is open for it.
class MachineRun {
  /// Its number in the reactor.
  let number: UInt64
  /// Its long-lived sockets.
  var sockets: [Ticket: UInt64] = [:]
  /// Its connects and exchanges, waiting or in flight, and the connections that it keeps; several
  /// may have one ticket.
  private(set) var probes: [Ticket: Set<UInt64>] = [:]
  /// The timers that it waits for.
  var timers: Set<TimerHeap<Reactor.Action>.ID> = []
  /// Whether it is over; nothing is delivered any more.
  var isEnded = false

  init(number: UInt64) {
    self.number = number
  }

  /// Notes a connect or exchange.
  func add(probe number: UInt64, _ ticket: Ticket) {
    probes[ticket, default: []].insert(number)
  }

  /// Forgets one that has ended.
  func remove(probe number: UInt64, _ ticket: Ticket) {
    guard probes[ticket]?.remove(number) != nil, probes[ticket]?.isEmpty == true else { return }
    probes[ticket] = nil
  }

  /// Forgets all with that ticket, and names them.
  func removeProbes(_ ticket: Ticket) -> Set<UInt64> {
    probes.removeValue(forKey: ticket) ?? []
  }

  /// Starts the machine, or gives it an event.
  func step(_ event: NetworkEvent?, _ reactor: Reactor) {}

  /// Ends the outputs.
  func finishOutputs(_ reactor: Reactor) {}
}

/// A machine of a known type with the stream that its outputs go to.
final class TypedMachineRun<Machine: NetworkMachine>: MachineRun {
  private var machine: Machine
  private let outputs: AsyncStream<Machine.Output>.Continuation

  init(
    number: UInt64,
    machine: Machine,
    outputs: AsyncStream<Machine.Output>.Continuation
  ) {
    self.machine = machine
    self.outputs = outputs
    super.init(number: number)
  }

  override func step(_ event: NetworkEvent?, _ reactor: Reactor) {
    var port = NetworkPort<Machine.Output>(now: SystemClock.now)
    if let event {
      machine.handle(event, &port)
    } else {
      machine.start(&port)
    }
    if !port.outputs.isEmpty {
      reactor.thread.wakeTask { [outputs, given = port.outputs, thread = reactor.thread] in
        var lost = 0
        for output in given {
          if case .dropped = outputs.yield(output) { lost += 1 }
        }
        if lost > 0 { thread.noteLost(outputs: lost) }
      }
    }
    for request in port.requests { reactor.carryOut(request, for: self) }
    if port.isFinished { reactor.end(self) }
  }

  override func finishOutputs(_ reactor: Reactor) {
    reactor.thread.wakeTask { [outputs] in outputs.finish() }
  }
}

/// Events for machines, in order.
///
/// Events of cancelled probes are dropped, even those queued before the cancellation.
struct EventQueue {
  private struct Entry {
    let number: UInt64
    let run: MachineRun
    let event: NetworkEvent
  }

  private struct Source: Hashable {
    let run: UInt64
    let ticket: Ticket
  }

  private var entries = Fifo<Entry>()
  /// Events up to this number are dropped, by source.
  private var discardedUpTo: [Source: UInt64] = [:]

  /// The number of the event that came last.
  private(set) var last: UInt64 = 0

  /// Whether nothing waits.
  var isEmpty: Bool { entries.isEmpty }

  /// Puts an event in the queue.
  mutating func append(_ event: NetworkEvent, to run: MachineRun) {
    last += 1
    entries.append(Entry(number: last, run: run, event: event))
  }

  /// Drops the queued events of a machine's connects, exchanges and connections with that ticket.
  mutating func silence(_ ticket: Ticket, of run: MachineRun) {
    guard !isEmpty else { return }
    discardedUpTo[Source(run: run.number, ticket: ticket)] = last
  }

  /// Takes the oldest event up to the one with that number.
  mutating func next(upTo limit: UInt64) -> (run: MachineRun, event: NetworkEvent)? {
    while let entry = entries.first, entry.number <= limit {
      _ = entries.popFirst()
      let isSilent = isDiscarded(entry)
      if entries.isEmpty { discardedUpTo.removeAll(keepingCapacity: true) }
      if !isSilent { return (entry.run, entry.event) }
    }
    return nil
  }

  private func isDiscarded(_ entry: Entry) -> Bool {
    guard !discardedUpTo.isEmpty else { return false }
    switch entry.event {
    case .probed(let ticket, _, _), .received(let ticket, _), .closed(let ticket, _):
      let source = Source(run: entry.run.number, ticket: ticket)
      return discardedUpTo[source].map { entry.number <= $0 } ?? false
    default:
      return false
    }
  }
}
