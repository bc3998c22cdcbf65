import Networking
import Wire

/// A machine that asks for what it is given and hands out every event, until one ends it.
struct ScriptedMachine: NetworkMachine {
  typealias Output = (at: MonotonicTime, event: NetworkEvent)

  var requests: [NetworkRequest]
  /// What it asks for after an event.
  var reaction: @Sendable (NetworkEvent) -> [NetworkRequest] = { _ in [] }
  /// Whether an event is the last.
  var isLast: @Sendable (NetworkEvent) -> Bool = { _ in false }
  /// How many events of `counted` are the last.
  var limit = Int.max
  var counted: @Sendable (NetworkEvent) -> Bool = { _ in true }
  /// When it gives up: later than any probe, and than a machine whose cores are taken for seconds.
  var patience = Duration.seconds(30)

  private var count = 0
  private static let giveUp = Ticket(owner: .max, number: .max)

  init(
    _ requests: [NetworkRequest],
    reaction: @escaping @Sendable (NetworkEvent) -> [NetworkRequest] = { _ in [] },
    isLast: @escaping @Sendable (NetworkEvent) -> Bool = { _ in false },
    limit: Int = .max,
    counted: @escaping @Sendable (NetworkEvent) -> Bool = { _ in true },
    patience: Duration = .seconds(30)
  ) {
    self.requests = requests
    self.reaction = reaction
    self.isLast = isLast
    self.limit = limit
    self.counted = counted
    self.patience = patience
  }

  mutating func start(_ port: inout NetworkPort<Output>) {
    for request in requests { port.request(request) }
    port.request(.wake(Self.giveUp, at: port.now + patience))
    requests = []
  }

  mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    if event.ticket == Self.giveUp { return port.finish() }
    port.output((port.now, event))
    for request in reaction(event) { port.request(request) }
    if counted(event) { count += 1 }
    if count >= limit || isLast(event) { port.finish() }
  }
}

extension Network {
  /// Everything that a machine hands out.
  func collect<Machine: NetworkMachine>(_ machine: Machine) async -> [Machine.Output] {
    var outputs: [Machine.Output] = []
    for await output in run(machine) { outputs.append(output) }
    return outputs
  }

  /// How each of some probes ended, in their order.
  func outcomes(_ probes: [Probe], payload: [UInt8]? = nil) async -> [ProbeOutcome?] {
    let requests = probes.enumerated().map { number, probe -> NetworkRequest in
      let ticket = Ticket(owner: 1, number: UInt32(number))
      if let payload { return .exchange(ticket, probe, payload: payload) }
      return .connect(ticket, probe)
    }
    let isEnd: @Sendable (NetworkEvent) -> Bool = { if case .probed = $0 { true } else { false } }
    let machine = ScriptedMachine(requests, limit: probes.count, counted: isEnd)
    var outcomes = [ProbeOutcome?](repeating: nil, count: probes.count)
    for (_, event) in await collect(machine) {
      if case .probed(let ticket, _, let outcome) = event { outcomes[Int(ticket.number)] = outcome }
    }
    return outcomes
  }
}

extension ProbeOutcome {
  /// What kind of end it is, without the time.
  var kind: String {
    switch self {
    case .open: "open"
    case .refused: "refused"
    case .timedOut: "timed out"
    case .unreachable(let reason): "unreachable: \(reason)"
    case .localFailure(let failure): "local failure: \(failure)"
    }
  }

  /// The round trip, where there was one.
  var roundTrip: Duration? {
    switch self {
    case .open(let rtt), .refused(let rtt): rtt
    default: nil
    }
  }
}

extension Probe {
  /// A probe of an address and port written as text.
  static func to(
    _ address: String,
    _ port: UInt16,
    timeout: Duration = .seconds(15),
    purpose: Purpose = .ports
  ) -> Probe {
    guard let address = IPAddress(address) else { preconditionFailure("no address: \(address)") }
    return Probe(target: Endpoint(address, port: port), timeout: timeout, purpose: purpose)
  }
}
