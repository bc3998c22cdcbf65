import Model
import Networking
import Wire

extension ScanEngine {
  /// Reports this machine's own addresses and the default gateways.
  mutating func observeLocalHost(_ port: inout NetworkPort<ScanOutput>) {
    for interface in plan.interfaces {
      for address in interface.ownAddresses {
        output(.ownAddress, about: address, from: .interface, &port)
        // `HostName` drops "localhost" and other placeholders.
        if let name = plan.hostName {
          output(.name(name), about: address, from: .interface, &port)
        }
        if !plan.machine.isEmpty {
          output(.system(plan.machine), about: address, from: .system, &port)
        }
        if let mac = interface.mac, mac.isUsable {
          output(.linkAddress(mac), about: address, from: .interface, &port)
        }
      }
    }
    for gateway in plan.gateways where plan.mayAsk(gateway.address) {
      output(.gateway, about: gateway.address, from: .route, &port)
    }
  }

  /// Outputs a report if it is new, and queues the events for the other sources.
  mutating func take(
    _ report: SourceReport,
    from index: Int,
    receivedOn interface: UInt32?,
    _ port: inout NetworkPort<ScanOutput>
  ) {
    let (fact, subject) = (report.fact, report.subject)
    if let subject, scope.excludes(subject), !plan.isOwn(subject) { return }
    let source = report.source ?? sources[index].source
    let isNew = output(fact, about: subject, from: source, &port)
    if isNew, plan.tells(.debug) {
      tell(.learnt(fact, about: subject), of: source, isProbing: sources[index].isProbing, &port)
    }
    defer {
      if isNew, fact.canTellKind { hostEvents.append((.learnt(fact, about: subject), index, .all)) }
    }
    guard let subject, scope.isTarget(subject) else { return }
    let leading = interface ?? scope.interface(of: subject) ?? 0
    if isNew { settle(fact, subject) }
    switch fact {
    case .answered, .linkAddress:
      guard isNew, hosts.noteAnswer(subject, interface: leading) else { return }
      activity.noteAnswer(at: port.now)
      connections.note(subject)
      tell(.found(subject), of: source, &port)
      tell(of: subject, interface: leading, index, now: port.now)
    case .unresolved:
      guard let v4 = subject.v4, hosts.noteSilence(v4) else { return }
      hostEvents.append((.unresolved(v4, interface: leading), index, .all))
    default:
      break
    }
  }

  /// Queues the event for a host that answered; sources that probe hosts get `answered` only if it
  /// was not probed before.
  private mutating func tell(
    of host: IPAddress,
    interface: UInt32,
    _ origin: Int,
    now: MonotonicTime
  ) {
    let answered = HostEvent.answered(host, interface: interface)
    if !plan.checked.isEmpty, !plan.checks(host) { return }
    if let only = plan.only {
      // Sources that probe hosts got the event at the start.
      if host.withoutZone == only.withoutZone { hostEvents.append((answered, origin, .others)) }
      return
    }
    let decision = reprobePolicy.decide(host, interface: interface, now: now)
    guard decision != .ask else { return hostEvents.append((answered, origin, .all)) }
    hostEvents.append((answered, origin, .others))
    let event =
      decision == .skip
      ? HostEvent.settled(host, interface: interface)
      : .undecided(host, interface: interface)
    hostEvents.append((event, -1, .askers))
  }

  /// Completes a pending reprobe decision once the link address is known.
  private mutating func settle(_ fact: Fact, _ host: IPAddress) {
    let mac: MACAddress
    switch fact {
    case .linkAddress(let known), .rememberedLinkAddress(let known): mac = known
    default: return
    }
    guard let (decision, interface) = reprobePolicy.note(mac, at: host) else { return }
    let event =
      decision == .skip
      ? HostEvent.settled(host, interface: interface) : .answered(host, interface: interface)
    hostEvents.append((event, -1, .askers))
  }

  /// Extends the exclusion by addresses that the neighbour table maps to excluded MACs, before any
  /// source handles the event.
  mutating func learnExclusion(
    from event: NetworkEvent,
    _ port: inout NetworkPort<ScanOutput>
  ) {
    let added: [IPAddress]
    switch event {
    case .neighbours(_, let entries): added = plan.excluded.learn(entries)
    case .neighbourChanged(_, let entry, false): added = plan.excluded.learn([entry])
    default: return
    }
    scope.exclude(plan.excluded)
    for address in added { port.output(.excluded(address.withoutZone)) }
  }

  /// Outputs an observation if the filter admits it.
  @discardableResult
  private mutating func output(
    _ fact: Fact,
    about subject: IPAddress?,
    from source: Source,
    _ port: inout NetworkPort<ScanOutput>
  ) -> Bool {
    guard filter.admit(fact, about: subject, from: source) else { return false }
    let time = clock.timestamp(of: port.now, startedAt: activity.began)
    port.output(
      .observation(Observation(time: time, source: source, subject: subject, fact: fact))
    )
    return true
  }

  /// Handles the parts of an event that concern the engine.
  mutating func note(
    _ event: NetworkEvent,
    from index: Int,
    _ port: inout NetworkPort<ScanOutput>
  ) {
    switch event {
    case .failed(let ticket, let failure):
      let interface = socketInterfaces.removeValue(forKey: ticket) ?? 0
      report(failure, of: sources[index].source, interface: interface, &port)
    case .solicited:
      activity.noteSending(at: port.now)
    default:
      break
    }
  }

  /// Outputs each failure of a source once.
  mutating func report(
    _ failure: LocalFailure,
    of source: Source,
    interface: UInt32,
    _ port: inout NetworkPort<ScanOutput>
  ) {
    guard failures.isNew(source, interface, failure) else { return }
    let name = plan.interfaceName(interface)
    tell(.failed(interface: name, failure), of: source, &port)
    port.output(.failure(source, interface: name, failure))
  }
}

extension ScanEngine {
  /// Outputs a source's step if the plan wants steps.
  mutating func tell(
    _ event: ScanStep.Event,
    by index: Int,
    _ port: inout NetworkPort<ScanOutput>
  ) {
    tell(event, of: sources[index].source, isProbing: sources[index].isProbing, &port)
  }

  /// Outputs a step if the plan wants steps, up to `ScanStep.most`.
  mutating func tell(
    _ event: ScanStep.Event,
    of source: Source,
    isProbing: Bool = false,
    _ port: inout NetworkPort<ScanOutput>
  ) {
    // Always output: it separates the scans in a log.
    let isBegin = if case .began = event { plan.tellsSteps } else { false }
    guard isBegin || plan.tells(event.level) else { return }
    let step = ScanStep(source, isProbing: isProbing, event)
    let isNeeded = step.level == .warning || event == .swept || event == .finished
    guard isNeeded || stepCount < ScanStep.most else {
      guard stepCount == ScanStep.most else { return }
      stepCount += 1
      return port.output(.step(ScanStep(.system, .cut)))
    }
    if !isNeeded { stepCount += 1 }
    port.output(.step(step))
  }
}

extension ScanPlan {
  /// The interface's name; empty if the plan lacks it.
  func interfaceName(_ index: UInt32) -> String {
    interfaces.first { $0.index == index }?.name ?? ""
  }
}

extension Fact {
  /// Whether it helps to identify a device.
  fileprivate var canTellKind: Bool {
    switch self {
    case .answered, .unresolved, .roundTrips, .ownAddress, .system, .dhcpServer: false
    case .port(_, _, let state): state == .open
    default: true
    }
  }
}

/// Failures that have been output.
struct FailureLog: Sendable {
  private struct Failure: Hashable {
    var source: Source
    var interface: UInt32
    var failure: LocalFailure
  }

  private var reported: Set<Failure> = []
  /// Bounds the lines that a user has to read.
  private static let limit = 64

  mutating func isNew(_ source: Source, _ interface: UInt32, _ failure: LocalFailure) -> Bool {
    reported.count < Self.limit
      && reported.insert(Failure(source: source, interface: interface, failure: failure)).inserted
  }
}
