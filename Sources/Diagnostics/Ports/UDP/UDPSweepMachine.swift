internal import LinuxNetwork
internal import Networking
internal import Wire

/// Scans UDP ports with service-specific probes.
///
/// Closed ports show by ICMP errors, which Linux limits to one a second. So all ports are probed once,
/// quickly; silent ones again only while the host's error allowance covers each outstanding probe.
/// Only silence then means open or filtered.
struct UDPSweepMachine: NetworkMachine {
  /// A host and its ports.
  struct Target: Hashable, Sendable {
    var address: IPAddress
    var ports: [UInt16]
    /// Whether it is a fragile device: probed slowly, without follow-up probes.
    var isFragile = false
  }

  struct Options: Hashable, Sendable {
    /// Repeats for a silent port.
    var retries = 2
    /// Per host; ports still silent then stay unknown.
    var mostTime = Duration.seconds(120)
    /// Whether open ports get follow-up probes for the version.
    var readsVersions = true
  }

  enum Output: Sendable {
    /// A probe timed out.
    case silent(host: Int, place: Int)
    /// A port's state; `isCertain` is false where silence may be rate limiting.
    case settled(host: Int, place: Int, PortReason, isCertain: Bool)
    /// The service of an open port.
    case identified(host: Int, place: Int, ServiceIdentity)
    /// The host is down.
    case absent(host: Int, PortReason)
    /// This machine failed.
    case failed(host: Int, LocalFailure)
    /// The total time spent waiting for the host's error allowance.
    case waited(host: Int, Duration)
  }

  /// Hosts scanned in parallel.
  static let mostHosts = 32
  /// Outstanding probes per host.
  static let mostAtOnce = 8
  /// Outstanding probes per fragile host.
  static let mostAtOnceOfFragile = 2
  /// The timeout before a round-trip time is known.
  static let firstTimeout = Duration.seconds(1)

  /// After this the kernel has reported a missing neighbour: three ARP or NDP requests, a second apart.
  static let absenceTime = Duration.milliseconds(3300)

  private let options: Options
  private var hosts: [Host]
  private var outstanding: [UInt32: OutstandingProbe] = [:]
  private var running: [Int] = []
  private var begun = 0
  private var number: UInt32 = 0

  private struct OutstandingProbe {
    var host: Int
    var place: Int
    var question: Int
    var isFollowUp: Bool
  }

  private struct Port {
    var number: UInt16
    var tries = 0
    var isSettled = false
    /// Indices of the questions sent.
    var asked: Set<Int> = []
  }

  private struct Host {
    let address: IPAddress
    let isFragile: Bool
    var ports: [Port]
    var startedAt = MonotonicTime(nanoseconds: 0)
    /// Indices of ports to probe.
    var queue: [Int]
    var next = 0
    var underWay = 0
    /// 0 the first time, then the repeat.
    var round = 0
    var portUnreachables = 0
    var hasAnswered = false
    var unreachable = 0
    /// Local failures.
    var failures = 0
    var allowance = ICMPErrorAllowance(emptyAt: MonotonicTime(nanoseconds: 0))
    var longestRoundTrip = Duration.zero
    var waitingSince: MonotonicTime?
    var waited = Duration.zero
    var wakesAt: MonotonicTime?
    var isOver = false

    init(_ target: Target) {
      address = target.address
      isFragile = target.isFragile
      ports = target.ports.map { Port(number: $0) }
      queue = Array(ports.indices)
    }
  }

  init(_ targets: [Target], _ options: Options) {
    self.options = options
    hosts = targets.map(Host.init)
  }

  mutating func start(_ port: inout NetworkPort<Output>) {
    proceed(&port)
  }

  mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    switch event {
    case .datagram(let ticket, let datagram): receive(ticket, datagram.payload, &port)
    case .probed(let ticket, _, let outcome): conclude(ticket, outcome, &port)
    case .woke(let ticket): hosts[Int(ticket.owner)].wakesAt = nil
    default: break
    }
    proceed(&port)
  }

  // MARK: Receiving

  private mutating func receive(
    _ ticket: Ticket,
    _ payload: [UInt8],
    _ port: inout NetworkPort<Output>
  ) {
    guard let probe = outstanding[ticket.number] else { return }
    let service = service(probe.host, probe.place)
    guard service.questions.indices.contains(probe.question),
      let identity = service.questions[probe.question].read(payload).identity
    else { return }
    port.output(.identified(host: probe.host, place: probe.place, identity))
    // With a version no further question is needed.
    if identity.version != nil, service.questions[probe.question].isFinal {
      hosts[probe.host].ports[probe.place].asked = Set(service.questions.indices)
    }
  }

  private mutating func conclude(
    _ ticket: Ticket,
    _ outcome: ProbeOutcome,
    _ port: inout NetworkPort<Output>
  ) {
    guard let probe = outstanding.removeValue(forKey: ticket.number) else { return }
    let number = probe.host
    hosts[number].underWay -= 1
    guard !hosts[number].isOver else { return }
    switch outcome {
    case .open(let rtt):
      answered(number, after: rtt)
      settle(probe, .datagramReceived, &port)
      followUp(probe, &port)
    case .refused(let rtt):
      answered(number, after: rtt)
      hosts[number].portUnreachables += 1
      hosts[number].allowance.spend(at: port.now)
      settle(probe, .portUnreachable, &port)
    case .unreachable(let reason):
      let word: PortReason =
        switch reason {
        case .host: .hostUnreachable
        case .noRoute: .networkUnreachable
        case .prohibited: .prohibited
        }
      settle(probe, word, &port)
      guard reason != .prohibited else { break }
      hosts[number].unreachable += 1
      // Other ports would give the same error.
      let enough = min(3, hosts[number].ports.count)
      if !hosts[number].hasAnswered, hosts[number].unreachable >= enough {
        port.output(.absent(host: number, word))
        hosts[number].isOver = true
      }
    case .timedOut:
      guard !hosts[number].ports[probe.place].isSettled else { break }
      port.output(.silent(host: number, place: probe.place))
    case .localFailure(let failure):
      guard !probe.isFollowUp else { break }
      fail(probe, failure, &port)
    }
  }

  /// Nothing was sent; the port is tried again only after transient failures.
  ///
  /// A local firewall may block some ports: the host has failed only if nothing can be sent.
  private mutating func fail(
    _ probe: OutstandingProbe,
    _ failure: LocalFailure,
    _ port: inout NetworkPort<Output>
  ) {
    let number = probe.host
    hosts[number].ports[probe.place].tries -= 1
    if !failure.isTransient { hosts[number].ports[probe.place].isSettled = true }
    hosts[number].failures += 1
    let enough = min(3, hosts[number].ports.count)
    guard !hosts[number].hasAnswered, hosts[number].failures >= enough else { return }
    port.output(.failed(host: number, failure))
    hosts[number].isOver = true
  }

  private mutating func answered(_ number: Int, after rtt: Duration) {
    hosts[number].hasAnswered = true
    hosts[number].longestRoundTrip = max(hosts[number].longestRoundTrip, rtt)
  }

  private mutating func settle(
    _ probe: OutstandingProbe,
    _ reason: PortReason,
    _ port: inout NetworkPort<Output>
  ) {
    guard !hosts[probe.host].ports[probe.place].isSettled else { return }
    hosts[probe.host].ports[probe.place].isSettled = true
    port.output(.settled(host: probe.host, place: probe.place, reason, isCertain: true))
  }

  /// Sends an open port without a version the service's other questions.
  private mutating func followUp(_ probe: OutstandingProbe, _ port: inout NetworkPort<Output>) {
    guard options.readsVersions, !hosts[probe.host].isFragile else { return }
    let asked = hosts[probe.host].ports[probe.place].asked
    let questions = service(probe.host, probe.place).questions
    guard let question = questions.indices.first(where: { !asked.contains($0) }) else { return }
    ask(probe.host, probe.place, question, isFollowUp: true, &port)
  }

  // MARK: Sending

  private mutating func proceed(_ port: inout NetworkPort<Output>) {
    for number in running { proceed(number, &port) }
    running.removeAll { hosts[$0].isOver && hosts[$0].underWay == 0 }
    while running.count < Self.mostHosts, begun < hosts.count {
      hosts[begun].startedAt = port.now
      running.append(begun)
      begun += 1
      proceed(begun - 1, &port)
    }
    running.removeAll { hosts[$0].isOver && hosts[$0].underWay == 0 }
    if running.isEmpty, begun == hosts.count { port.finish() }
  }

  private mutating func proceed(_ number: Int, _ port: inout NetworkPort<Output>) {
    while !hosts[number].isOver {
      guard hosts[number].next < hosts[number].queue.count else {
        // The next round begins when all probes of this one have concluded.
        guard hosts[number].underWay == 0 else { return }
        beginRound(number, &port)
        continue
      }
      if isOutOfTime(number, port.now) {
        guard hosts[number].underWay == 0 else { return }
        end(number, isCertain: false, &port)
        return
      }
      guard hosts[number].underWay < window(number, port.now) else {
        if hosts[number].underWay == 0 { wait(number, &port) }
        return
      }
      if let since = hosts[number].waitingSince {
        hosts[number].waitingSince = nil
        hosts[number].waited += port.now - since
        port.output(.waited(host: number, hosts[number].waited))
      }
      let place = hosts[number].queue[hosts[number].next]
      hosts[number].next += 1
      guard !hosts[number].ports[place].isSettled else { continue }
      let questions = max(1, service(number, place).questions.count)
      let question = hosts[number].ports[place].tries % questions
      ask(number, place, question, isFollowUp: false, &port)
      hosts[number].ports[place].tries += 1
    }
  }

  private func isOutOfTime(_ number: Int, _ now: MonotonicTime) -> Bool {
    now - hosts[number].startedAt >= options.mostTime
  }

  /// The outstanding-probe limit: in repeats, the error allowance of a host that limits errors.
  private func window(_ number: Int, _ now: MonotonicTime) -> Int {
    let host = hosts[number]
    let most = host.isFragile ? Self.mostAtOnceOfFragile : Self.mostAtOnce
    guard host.round > 0, isLimited(host, now) else { return most }
    return min(most, host.allowance.available(at: now))
  }

  /// Whether the host may limit errors: it has sent some, but no more than Linux's limit allows.
  private func isLimited(_ host: Host, _ now: MonotonicTime) -> Bool {
    let seconds = (now - host.startedAt).milliseconds / 1000
    return host.portUnreachables > 0
      && Double(host.portUnreachables) <= ICMPErrorAllowance.most + seconds + 1
  }

  private mutating func wait(_ number: Int, _ port: inout NetworkPort<Output>) {
    if hosts[number].waitingSince == nil { hosts[number].waitingSince = port.now }
    guard hosts[number].wakesAt == nil else { return }
    let end = hosts[number].startedAt + options.mostTime
    let moment = min(end, hosts[number].allowance.moment(of: 1, after: port.now))
    hosts[number].wakesAt = moment
    port.request(.wake(Ticket(owner: UInt16(number), number: 0), at: moment))
  }

  private mutating func beginRound(_ number: Int, _ port: inout NetworkPort<Output>) {
    let silent = hosts[number].ports.indices.filter { !hosts[number].ports[$0].isSettled }
    guard !silent.isEmpty, hosts[number].round < options.retries else {
      end(number, isCertain: true, &port)
      return
    }
    if hosts[number].round == 0 { hosts[number].allowance = ICMPErrorAllowance(emptyAt: port.now) }
    hosts[number].round += 1
    hosts[number].queue = silent
    hosts[number].next = 0
  }

  private mutating func end(
    _ number: Int,
    isCertain: Bool,
    _ port: inout NetworkPort<Output>
  ) {
    for place in hosts[number].ports.indices {
      let one = hosts[number].ports[place]
      guard !one.isSettled, one.tries > 0 else { continue }
      // Certain if repeated within the allowance, or the host's errors aren't limited.
      let isSure = isCertain && (one.tries > 1 || !isLimited(hosts[number], port.now))
      port.output(.settled(host: number, place: place, .silence, isCertain: isSure))
    }
    hosts[number].isOver = true
  }

  private mutating func ask(
    _ number: Int,
    _ place: Int,
    _ question: Int,
    isFollowUp: Bool,
    _ port: inout NetworkPort<Output>
  ) {
    // Hold no copy of the host here: mutating would copy up to 65,535 ports.
    let target = Endpoint(hosts[number].address, port: hosts[number].ports[place].number)
    let timeout = timeout(hosts[number], port.now)
    let service = service(number, place)
    guard service.questions.indices.contains(question) else { return }
    hosts[number].ports[place].asked.insert(question)
    hosts[number].underWay += 1
    self.number &+= 1
    outstanding[self.number] = OutstandingProbe(
      host: number,
      place: place,
      question: question,
      isFollowUp: isFollowUp
    )
    let probe = Probe(
      target: target,
      timeout: timeout,
      purpose: .ports,
      isInteractive: true
    )
    let ticket = Ticket(owner: UInt16(number), number: self.number)
    port.request(.exchange(ticket, probe, payload: service.questions[question].bytes))
  }

  private func service(_ number: Int, _ place: Int) -> UDPService {
    UDPService(port: hosts[number].ports[place].number, of: hosts[number].address)
  }

  /// Adapts to the host's longest round trip.
  private func timeout(_ host: Host, _ now: MonotonicTime) -> Duration {
    guard host.hasAnswered else {
      let left = host.round == 0 ? .zero : Self.absenceTime - (now - host.startedAt)
      return max(Self.firstTimeout, left)
    }
    guard host.round > 0 else { return Self.firstTimeout }
    return min(Self.firstTimeout, max(.milliseconds(400), host.longestRoundTrip * 4))
  }
}
