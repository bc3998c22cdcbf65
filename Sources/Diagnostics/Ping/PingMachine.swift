public import Networking
public import Wire

/// Pings many hosts in turn, and outputs each packet's events.
public struct PingMachine: NetworkMachine {
  /// The events of packets.
  public typealias Output = PingEvent

  private let targets: [IPAddress]
  private let options: PingOptions
  private let token: UInt64
  private var lines: [AddressFamily: Line] = [:]
  private var schedule: PingSchedule
  private var outstanding: [UInt32: OutstandingProbe] = [:]
  /// The timeouts, in sending order.
  private var deadlines = Fifo<(number: UInt32, at: MonotonicTime)>()
  /// Timed-out packets of silent hosts, for which an ICMP error may still come.
  private var overdue = Fifo<(number: UInt32, at: MonotonicTime)>()
  private var hasAnswered: Set<Int> = []
  private var endsAt: MonotonicTime?
  private var undecided = 0
  private var newest: [Int]
  private var wakeAt: MonotonicTime?
  private var hasBegun = false
  /// Each target's known open ports, and the search for one that answers.
  private let knownPorts: [[UInt16]]
  private var search: PortSearch?
  private var searchEnd: MonotonicTime?

  /// The socket of an address family.
  private enum Line {
    case opening(PathMethod)
    case open(PathMethod)
    case dead
  }

  private struct OutstandingProbe {
    var target: Int
    var sequence: Int
    var launchedAt: MonotonicTime?
    var isDecided = false
    var isAnswered = false
    var failures = 0
  }

  /// A machine for hosts; TCP connects without a given port try each address's `knownPorts` first.
  public init(
    _ targets: [IPAddress],
    _ options: PingOptions,
    token: UInt64,
    knownPorts: [IPAddress: [UInt16]] = [:]
  ) {
    self.targets = targets
    self.knownPorts = targets.map { knownPorts[$0.withoutZone] ?? [] }
    self.options = options
    self.token = token
    schedule = PingSchedule(targets: targets.count, options)
    newest = [Int](repeating: -1, count: targets.count)
  }

  /// Probes kept to recognise duplicate answers.
  private static let mostOutstanding = 65_536
  /// The time limit of the port search.
  private static let searchTime = Duration.seconds(1)
  /// How late a router's "host unreachable" may come: it sends three ARP requests, a second apart.
  private static let errorPatience = Duration.milliseconds(3300)
  private static let waking = Ticket(owner: 0, number: 0)

  private static func ticket(_ family: AddressFamily, _ method: PathMethod) -> Ticket {
    let number: UInt32 =
      switch method {
      case .icmp: 2
      case .tcp: 4
      case .udp: 6
      }
    return Ticket(owner: 0, number: number + (family == .v6 ? 1 : 0))
  }

  /// Opens a socket for each address family of the targets.
  public mutating func start(_ port: inout NetworkPort<PingEvent>) {
    for family in [AddressFamily.v4, .v6] where targets.contains(where: { $0.family == family }) {
      open(family, options.method ?? .icmp, &port)
    }
    if lines.isEmpty { port.finish() }
  }

  private mutating func open(
    _ family: AddressFamily,
    _ method: PathMethod,
    _ port: inout NetworkPort<PingEvent>
  ) {
    lines[family] = .opening(method)
    let socket = PathSocketOptions(
      family: family,
      method: method,
      interface: options.interface,
      patience: options.awaitsErrors
        ? max(options.timeout, Self.errorPatience) : options.timeout,
      fragmentation: method == .tcp ? .system : options.fragmentation,
      source: options.source
    )
    port.request(.open(Self.ticket(family, method), .path(socket)))
  }

  /// Takes one event.
  public mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<PingEvent>) {
    switch event {
    case .opened(let ticket, _): opened(ticket, &port)
    case .failed(let ticket, let failure): failed(ticket, failure, &port)
    case .launched(_, let number, let moment): outstanding[number]?.launchedAt = moment
    case .pathProbeFailed(_, let number, let failure):
      if let connect = search?.connect(number) {
        search?.failed(connect)
      } else {
        pathProbeFailed(number, failure, &port)
      }
    case .pathReply(_, let reply):
      if let connect = reply.number.flatMap({ search?.connect($0) }) {
        take(reply, of: connect, &port)
      } else {
        take(reply, &port)
      }
    case .woke: if let wakeAt, wakeAt <= port.now { self.wakeAt = nil }
    default: break
    }
    goOn(&port)
  }

  private mutating func opened(_ ticket: Ticket, _ port: inout NetworkPort<PingEvent>) {
    for (family, line) in lines {
      guard case .opening(let method) = line, Self.ticket(family, method) == ticket else {
        continue
      }
      lines[family] = .open(method)
      port.output(.method(method, family))
    }
  }

  private mutating func failed(
    _ ticket: Ticket,
    _ failure: LocalFailure,
    _ port: inout NetworkPort<PingEvent>
  ) {
    for (family, line) in lines {
      switch line {
      case .opening(let method) where Self.ticket(family, method) == ticket:
        if failure == .notPermitted, method == .icmp, options.method == nil {
          open(family, .tcp, &port)
        } else {
          lines[family] = .dead
          port.output(.unavailable(family, failure))
        }
      case .open(let method) where Self.ticket(family, method) == ticket:
        lines[family] = .dead
        port.output(.unavailable(family, failure))
      default: continue
      }
    }
  }

  /// Sends due packets, expires unanswered ones, and sets the next wakeup.
  private mutating func goOn(_ port: inout NetworkPort<PingEvent>) {
    if !hasBegun {
      let isOpening = lines.values.contains { if case .opening = $0 { true } else { false } }
      if isOpening || isSearching(&port) { return }
      hasBegun = true
      schedule.begin(at: port.now)
      endsAt = options.deadline.map { port.now + $0 }
    }
    if let endsAt, endsAt <= port.now { return end(&port) }
    while let due = schedule.next(at: port.now) { launch(due.target, due.sequence, &port) }
    while let first = deadlines.first, first.at <= port.now {
      _ = deadlines.popFirst()
      expire(first.number, &port)
    }
    while let first = overdue.first, first.at <= port.now {
      _ = overdue.popFirst()
      lose(first.number, &port)
    }
    let isAlive = lines.values.contains { if case .open = $0 { true } else { false } }
    if !isAlive || schedule.isOver && undecided == 0 { return port.finish() }
    let next = [schedule.nextTime, deadlines.first?.at, overdue.first?.at, endsAt]
      .compactMap(\.self).min()
    guard let next, wakeAt.map({ next < $0 }) ?? true else { return }
    wakeAt = next
    port.request(.wake(Self.waking, at: next))
  }

  /// Whether the port search is running; starts it.
  private mutating func isSearching(_ port: inout NetworkPort<PingEvent>) -> Bool {
    guard options.port == nil else { return false }
    if search == nil {
      let isTCP = targets.map { target in
        if case .open(.tcp) = lines[target.family] { true } else { false }
      }
      let search = PortSearch(known: knownPorts, searched: isTCP)
      self.search = search
      guard !search.isOver else { return false }
      let end = port.now + min(Self.searchTime, options.timeout)
      searchEnd = end
      for connect in search.connects {
        let address = targets[connect.target]
        let packet = PathProbe(
          number: connect.number,
          target: Endpoint(address, port: connect.port),
          payload: []
        )
        port.request(.launch(Self.ticket(address.family, .tcp), packet))
      }
      port.request(.wake(Self.waking, at: end))
      return true
    }
    guard search?.isOver == false, let searchEnd else { return false }
    return port.now < searchEnd
  }

  /// Takes the answer to a connect of the search.
  private mutating func take(
    _ reply: PathReply,
    of connect: PortSearch.Connect,
    _ port: inout NetworkPort<PingEvent>
  ) {
    guard reply.isAnswer(of: targets[connect.target]) else {
      search?.failed(connect)
      return
    }
    // Once pings are sent the port stays fixed.
    guard !hasBegun, search?.answered(connect) == true else { return }
    port.output(.port(target: connect.target, connect.port))
  }

  private mutating func launch(
    _ target: Int,
    _ sequence: Int,
    _ port: inout NetworkPort<PingEvent>
  ) {
    guard case .open(let method) = lines[targets[target].family] else { return }
    let number = UInt32(truncatingIfNeeded: sequence * targets.count + target)
    outstanding[number] = OutstandingProbe(target: target, sequence: sequence)
    if let old = Self.oldest(before: number), outstanding[old]?.isDecided == true {
      outstanding[old] = nil
    }
    undecided += 1
    deadlines.append((number, port.now + options.timeout))
    port.output(.sent(target: target, sequence: sequence))
    request(number, method, &port)
  }

  private static func oldest(before number: UInt32) -> UInt32? {
    number >= UInt32(mostOutstanding) ? number - UInt32(mostOutstanding) : nil
  }

  private func request(
    _ number: UInt32,
    _ method: PathMethod,
    _ port: inout NetworkPort<PingEvent>
  ) {
    guard let probe = outstanding[number] else { return }
    let address = targets[probe.target]
    let found = method == .tcp && options.port == nil ? search?.ports[probe.target] : nil
    let packet = PathProbe(
      number: number,
      target: Endpoint(address, port: found ?? options.port(of: method)),
      hopLimit: options.hopLimit,
      payload: ProbePayload.bytes(token: token, number: number, size: options.size)
    )
    port.request(.launch(Self.ticket(address.family, method), packet))
  }

  private mutating func pathProbeFailed(
    _ number: UInt32,
    _ failure: LocalFailure,
    _ port: inout NetworkPort<PingEvent>
  ) {
    guard var probe = outstanding[number], !probe.isDecided else { return }
    probe.failures += 1
    outstanding[number] = probe
    if failure == .noBuffers, probe.failures < 3,
      case .open(let method) = lines[targets[probe.target].family]
    {
      return request(number, method, &port)
    }
    decide(number)
    port.output(.notSent(target: probe.target, sequence: probe.sequence, failure))
  }

  private mutating func decide(_ number: UInt32) {
    guard outstanding[number]?.isDecided == false else { return }
    outstanding[number]?.isDecided = true
    undecided -= 1
  }

  private mutating func expire(_ number: UInt32, _ port: inout NetworkPort<PingEvent>) {
    guard let probe = outstanding[number], !probe.isDecided else { return }
    guard options.awaitsErrors, options.timeout < Self.errorPatience,
      !hasAnswered.contains(probe.target), let at = probe.launchedAt
    else { return lose(number, &port) }
    overdue.append((number, max(port.now, at + Self.errorPatience)))
  }

  /// Ends at the deadline: open packets of hosts that never answered are lost, others undecided.
  private mutating func end(_ port: inout NetworkPort<PingEvent>) {
    for (number, probe) in outstanding.sorted(by: { $0.key < $1.key })
    where !probe.isDecided && !hasAnswered.contains(probe.target) { lose(number, &port) }
    port.finish()
  }

  private mutating func lose(_ number: UInt32, _ port: inout NetworkPort<PingEvent>) {
    guard let probe = outstanding[number], !probe.isDecided else { return }
    decide(number)
    port.output(.lost(target: probe.target, sequence: probe.sequence))
  }

  private mutating func take(_ reply: PathReply, _ port: inout NetworkPort<PingEvent>) {
    guard let number = reply.number, let probe = outstanding[number],
      let launchedAt = probe.launchedAt
    else { return }
    let (target, sequence) = (probe.target, probe.sequence)
    guard reply.isAnswer(of: targets[target]) else {
      guard !probe.isDecided else { return }
      decide(number)
      return port.output(
        .failed(target: target, sequence: sequence, from: reply.source, reply.kind)
      )
    }
    let roundTrip = max(.zero, reply.receivedAt - launchedAt)
    let answer = PingEvent.Answer(
      source: reply.source,
      roundTrip: roundTrip,
      hopLimit: reply.hopLimit,
      isOutOfOrder: sequence < newest[target]
    )
    newest[target] = max(newest[target], sequence)
    hasAnswered.insert(target)
    if probe.isAnswered {
      return port.output(.doubled(target: target, sequence: sequence, answer))
    }
    outstanding[number]?.isAnswered = true
    if probe.isDecided || roundTrip > options.timeout {
      if !probe.isDecided {
        decide(number)
        port.output(.lost(target: target, sequence: sequence))
      }
      return port.output(.late(target: target, sequence: sequence, answer))
    }
    decide(number)
    port.output(.answered(target: target, sequence: sequence, answer))
  }
}

extension PathReply {
  /// Whether the reply shows that the packet reached the target.
  func isAnswer(of target: IPAddress) -> Bool {
    switch kind {
    case .echoed, .answered, .open, .refused: true
    case .portUnreachable: source.withoutZone == target.withoutZone
    case .timeExceeded, .unreachable: false
    }
  }
}
