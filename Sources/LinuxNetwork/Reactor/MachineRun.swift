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
  var timers: Set<TimerHeap<Reactor.TimerAction>.ID> = []
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
