internal import Networking
internal import Wire

/// Connects to a few ports at once, and says how each ended.
struct PortConnects: NetworkMachine {
  /// A port, and how connecting to it ended.
  struct Output: Hashable, Sendable {
    var target: Endpoint
    var outcome: ProbeOutcome
  }

  private let targets: [Endpoint]
  private let timeout: Duration
  private var left: Int

  /// - Parameters:
  ///   - targets: The hosts to ask, each once.
  ///   - timeout: How long each may take.
  init(_ targets: [Endpoint], timeout: Duration) {
    self.targets = targets
    self.timeout = timeout
    left = targets.count
  }

  mutating func start(_ port: inout NetworkPort<Output>) {
    for (number, target) in targets.enumerated() {
      let probe = Probe(target: target, timeout: timeout, purpose: .path, isInteractive: true)
      port.request(.connect(Ticket(owner: 0, number: UInt32(number)), probe))
    }
    if targets.isEmpty { port.finish() }
  }

  mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    guard case .probed(let ticket, _, let outcome) = event,
      targets.indices.contains(Int(ticket.number))
    else { return }
    port.output(Output(target: targets[Int(ticket.number)], outcome: outcome))
    left -= 1
    if left == 0 { port.finish() }
  }
}

/// Reads the kernel's neighbour table once.
struct NeighbourTable: NetworkMachine {
  mutating func start(_ port: inout NetworkPort<[Neighbour]>) {
    port.request(.readNeighbours(Ticket(owner: 0, number: 0)))
  }

  mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<[Neighbour]>) {
    switch event {
    case .neighbours(_, let all):
      port.output(all)
      port.finish()
    case .failed: port.finish()
    default: break
    }
  }
}
