import Networking

/// Events on their way to machines, in order.
///
/// What a machine has given up is not delivered any more, also where its end was in the queue
/// already.
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
  /// Up to which event what was given up is not heard.
  private var silenced: [Source: UInt64] = [:]

  /// The number of the event that came last.
  private(set) var last: UInt64 = 0

  /// Whether nothing waits.
  var isEmpty: Bool { entries.isEmpty }

  /// Puts an event in the queue.
  mutating func append(_ event: NetworkEvent, to run: MachineRun) {
    last += 1
    entries.append(Entry(number: last, run: run, event: event))
  }

  /// Withdraws what waits of a machine's connects, exchanges and connections with that ticket.
  mutating func silence(_ ticket: Ticket, of run: MachineRun) {
    guard !isEmpty else { return }
    silenced[Source(run: run.number, ticket: ticket)] = last
  }

  /// Takes the oldest event up to the one with that number.
  mutating func next(upTo limit: UInt64) -> (run: MachineRun, event: NetworkEvent)? {
    while let entry = entries.first, entry.number <= limit {
      _ = entries.popFirst()
      let isSilent = isSilenced(entry)
      if entries.isEmpty { silenced.removeAll(keepingCapacity: true) }
      if !isSilent { return (entry.run, entry.event) }
    }
    return nil
  }

  private func isSilenced(_ entry: Entry) -> Bool {
    guard !silenced.isEmpty else { return false }
    switch entry.event {
    case .probed(let ticket, _, _), .received(let ticket, _), .closed(let ticket, _):
      let source = Source(run: entry.run.number, ticket: ticket)
      return silenced[source].map { entry.number <= $0 } ?? false
    default:
      return false
    }
  }
}
