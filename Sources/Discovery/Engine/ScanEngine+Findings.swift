import Model
import Networking
import Wire

extension ScanEngine {
  /// Says what this machine knows without asking: its own addresses and the default gateways.
  mutating func observeOwnSide(_ port: inout NetworkPort<ScanOutput>) {
    for interface in plan.interfaces {
      for address in interface.ownAddresses {
        output(.ownAddress, about: address, from: .interface, &port)
        // "localhost" and the like are dropped where names are taken in.
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

  /// Passes a finding on where it is new, and remembers what it means for the other sources.
  mutating func take(
    _ finding: Finding,
    from index: Int,
    heardOn interface: UInt32?,
    _ port: inout NetworkPort<ScanOutput>
  ) {
    let (fact, subject) = (finding.fact, finding.subject)
    if let subject, scope.excludes(subject), !plan.isOwn(subject) { return }
    let source = finding.source ?? sources[index].source
    let isNew = output(fact, about: subject, from: source, &port)
    if isNew, plan.tells(.debug) {
      tell(.learnt(fact, about: subject), of: source, isProbing: sources[index].isProbing, &port)
    }
    defer {
      if isNew, fact.canTellKind { news.append((.learnt(fact, about: subject), index, .all)) }
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
      news.append((.unresolved(v4, interface: leading), index, .all))
    default:
      break
    }
  }

  /// Tells the sources of a host that answered; those that ask hosts only where it was not asked
  /// before.
  private mutating func tell(
    of host: IPAddress,
    interface: UInt32,
    _ teller: Int,
    now: MonotonicTime
  ) {
    let answered = HostNews.answered(host, interface: interface)
    if let only = plan.only {
      // The askers were told at the start.
      if host.withoutZone == only.withoutZone { news.append((answered, teller, .others)) }
      return
    }
    let decision = desk.decide(host, interface: interface, now: now)
    guard decision != .ask else { return news.append((answered, teller, .all)) }
    news.append((answered, teller, .others))
    let told =
      decision == .spare
      ? HostNews.settled(host, interface: interface)
      : .undecided(host, interface: interface)
    news.append((told, -1, .askers))
  }

  /// Decides of hosts whose link address is known now.
  private mutating func settle(_ fact: Fact, _ host: IPAddress) {
    let mac: MACAddress
    switch fact {
    case .linkAddress(let known), .rememberedLinkAddress(let known): mac = known
    default: return
    }
    guard let (decision, interface) = desk.note(mac, at: host) else { return }
    let told =
      decision == .spare
      ? HostNews.settled(host, interface: interface) : .answered(host, interface: interface)
    news.append((told, -1, .askers))
  }

  /// Adds what the neighbour table tells of the excluded devices, before any source makes use of it.
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

  /// Outputs an observation unless the filter knows it already or has had enough.
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

  /// Looks at an event for what concerns the scan as a whole.
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

  /// Says once that a source can't do all of its part.
  mutating func report(
    _ failure: LocalFailure,
    of source: Source,
    interface: UInt32,
    _ port: inout NetworkPort<ScanOutput>
  ) {
    guard troubles.isNew(source, interface, failure) else { return }
    let name = plan.interfaceName(interface)
    tell(.failed(interface: name, failure), of: source, &port)
    port.output(.trouble(source, interface: name, failure))
  }
}

extension ScanEngine {
  /// Tells a source's step, where steps are wanted.
  mutating func tell(
    _ event: ScanStep.Event,
    by index: Int,
    _ port: inout NetworkPort<ScanOutput>
  ) {
    tell(event, of: sources[index].source, isProbing: sources[index].isProbing, &port)
  }

  /// Tells a step, where steps are wanted and there haven't been too many.
  mutating func tell(
    _ event: ScanStep.Event,
    of source: Source,
    isProbing: Bool = false,
    _ port: inout NetworkPort<ScanOutput>
  ) {
    // The begin is always told: by it a log knows one scan's failures from another's.
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
  /// What an interface is called; empty for one that the plan doesn't know.
  func interfaceName(_ index: UInt32) -> String {
    interfaces.first { $0.index == index }?.name ?? ""
  }
}

extension Fact {
  /// Whether it tells more of a device than that it is there.
  fileprivate var canTellKind: Bool {
    switch self {
    case .answered, .unresolved, .roundTrips, .ownAddress, .system: false
    case .port(_, _, let state): state == .open
    default: true
    }
  }
}

/// Which troubles have been told.
struct TroubleLog: Sendable {
  private struct Trouble: Hashable {
    var source: Source
    var interface: UInt32
    var failure: LocalFailure
  }

  private var told: Set<Trouble> = []
  /// A user reads a few lines, not hundreds.
  private static let limit = 64

  mutating func isNew(_ source: Source, _ interface: UInt32, _ failure: LocalFailure) -> Bool {
    told.count < Self.limit
      && told.insert(Trouble(source: source, interface: interface, failure: failure)).inserted
  }
}
