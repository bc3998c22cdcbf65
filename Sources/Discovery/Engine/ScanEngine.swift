public import Model
public import Networking
import Wire

/// Runs discovery sources side by side, outputs their new observations, and decides the end.
///
/// Sources know nothing of each other. The engine routes network events by the ticket's owner, and
/// sends ``HostEvent``s from one source's reports to the others.
public struct ScanEngine: NetworkMachine {
  /// The machine's output.
  public typealias Output = ScanOutput

  var plan: ScanPlan
  let clock: ScanClock
  var scope: ScanScope
  var sources: [any DiscoverySource]
  var activity: ScanActivity
  var hosts = HostTable()
  /// How many TCP connections may still be opened.
  var connections = ConnectionBudget()
  var filter: ObservationFilter
  var meter: ProgressMeter
  var failures = FailureLog()
  var hostEvents: [(event: HostEvent, origin: Int, audience: Audience)] = []
  /// Which answering hosts need new probes.
  var reprobePolicy: ReprobePolicy
  /// Connections that a source offers to the others.
  var offers: [(connection: OpenConnection, owner: Int)] = []
  /// The source that took over a connection, by its ticket.
  var adopters: [Ticket: Int] = [:]
  /// Failure events for requests to excluded addresses.
  var rejections: [NetworkEvent] = []
  var socketInterfaces: [Ticket: UInt32] = [:]
  var wakeAt: MonotonicTime?
  var isFinished = false
  /// Steps output so far.
  var stepCount = 0
  /// Whether the active part of a lasting scan is over.
  var isSwept = false
  /// Hosts being probed; only kept in a lasting scan.
  var work = ActiveProbes()

  /// Which sources receive an event.
  enum Audience: Hashable {
    /// All sources.
    case all
    /// Sources with `asksHosts`.
    case askers
    /// Sources without `asksHosts`.
    case others
  }

  /// The engine's own tickets; sources are numbered from 0.
  static let owner = UInt16.max

  /// A scan by the given sources; `startedAt` is the universal time at which it is started.
  public init(plan: ScanPlan, startedAt: Timestamp, sources: [any DiscoverySource]) {
    self.plan = plan
    self.sources = sources
    clock = ScanClock(startedAt: startedAt)
    scope = ScanScope(plan)
    activity = ScanActivity(sources: sources.count)
    filter = ObservationFilter(subjectLimit: scope.addressCount + ObservationFilter.spareSubjects)
    reprobePolicy = ReprobePolicy(plan.settled)
    meter = ProgressMeter(total: scope.addressCount)
  }

  /// Starts every source.
  public mutating func start(_ port: inout NetworkPort<ScanOutput>) {
    activity.begin(at: port.now)
    tell(.began(addresses: scope.addressCount, host: plan.only), of: .system, &port)
    observeLocalHost(&port)
    for index in sources.indices {
      let output = call(index, now: port.now) { source, context in source.start(&context) }
      absorb(output, from: index, receivedOn: nil, &port)
    }
    // Its answers say whether it is there. One that was probed lately only answers what all are asked.
    if let only = plan.only, plan.settled.hosts[only] == nil, scope.isTarget(only),
      let leading = scope.interface(of: only)
    {
      hostEvents.append((.answered(only, interface: leading), -1, .askers))
    }
    deliverHostEvents(&port)
    reportRejections(&port)
    conclude(&port)
  }

  /// Hands the event to the source that asked for it.
  public mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<ScanOutput>) {
    guard !isFinished else { return }
    let ticket = event.ticket
    if plan.lasting != nil { for change in work.note(event) { port.output(change) } }
    if ticket.owner == Self.owner {
      if let due = wakeAt, due <= port.now { wakeAt = nil }
      for (address, interface) in reprobePolicy.overdue(now: port.now) {
        hostEvents.append((.answered(address, interface: interface), -1, .askers))
      }
      deliverHostEvents(&port)
    } else if Int(ticket.owner) < sources.count {
      let index = adopters[ticket] ?? Int(ticket.owner)
      learnExclusion(from: event, &port)
      note(event, from: index, &port)
      if plan.tells(.debug), let step = ScanStep.Event(event) { tell(step, by: index, &port) }
      let output = call(index, now: port.now) { source, context in
        source.handle(event, &context)
      }
      absorb(output, from: index, receivedOn: event.interface, &port)
      deliverHostEvents(&port)
    }
    reportRejections(&port)
    conclude(&port)
  }

  /// Calls a source with a context.
  ///
  /// The context holds a copy of the host table and is released on return, so that later changes
  /// don't copy the table.
  private mutating func call(
    _ index: Int,
    now: MonotonicTime,
    _ work: (inout any DiscoverySource, inout SourceContext) -> Void
  ) -> SourceOutput {
    var context = SourceContext(
      now: now,
      plan: plan,
      hosts: hosts,
      connections: connections,
      owner: UInt16(index)
    )
    work(&sources[index], &context)
    return SourceOutput(context)
  }

  private mutating func absorb(
    _ output: SourceOutput,
    from index: Int,
    receivedOn interface: UInt32?,
    _ port: inout NetworkPort<ScanOutput>
  ) {
    let source = sources[index].source
    activity.note(
      isActive: sources[index].isActive,
      sends: output.requests.contains(where: \.sends),
      source: index,
      now: port.now
    )
    for question in output.questions { tell(question, by: index, &port) }
    for request in output.requests {
      if case .cancel(let ticket) = request { adopters[ticket] = nil }
      if case .open(let ticket, let kind) = request { socketInterfaces[ticket] = kind.interface }
      // A second check after the sources' own: nothing is sent to an excluded address.
      guard let target = request.target, scope.excludes(target) || isBeside(target) else {
        if plan.tells(.debug),
          let step = ScanStep.Event(request, interfaceName: { plan.interfaceName($0) })
        {
          tell(step, by: index, &port)
        }
        pass(request, &port)
        continue
      }
      if let rejection = request.rejection { rejections.append(rejection) }
    }
    for report in output.reports { take(report, from: index, receivedOn: interface, &port) }
    offers += output.offers.map { ($0, index) }
    for failure in output.failures {
      report(failure.failure, of: source, interface: failure.interface, &port)
    }
    meter.asked += output.newlyAsked
  }

  /// Whether a one-host scan has another target.
  private func isBeside(_ target: IPAddress) -> Bool {
    // Groups and resolvers are asked nothing while one host is looked for.
    if !plan.checked.isEmpty { return !plan.checks(target) }
    guard target.scope != .multicast else { return false }
    guard let only = plan.only else { return false }
    return target.withoutZone != only.withoutZone && !plan.resolvers.contains(target)
  }

  /// Passes a request to the network, and records the hosts being probed.
  private mutating func pass(_ request: NetworkRequest, _ port: inout NetworkPort<ScanOutput>) {
    if plan.lasting != nil { for change in work.note(request) { port.output(change) } }
    if case .connect(_, let probe) = request {
      connections.spend(on: probe.target.address, purpose: probe.purpose)
    }
    port.request(request)
  }

  private mutating func deliverHostEvents(_ port: inout NetworkPort<ScanOutput>) {
    // Terminates: each address makes at most two events, and the filter bounds the facts.
    var next = 0
    while next < hostEvents.count {
      let (item, origin, audience) = hostEvents[next]
      next += 1
      for index in sources.indices
      where index != origin && isRelevant(item, for: index) && isAddressed(index, by: audience) {
        let output = call(index, now: port.now) { source, context in
          source.learn(item, &context)
        }
        absorb(output, from: index, receivedOn: nil, &port)
      }
    }
    hostEvents.removeAll(keepingCapacity: true)
    assignOffers(&port)
  }

  private func isRelevant(_ event: HostEvent, for index: Int) -> Bool {
    if case .learnt = event { sources[index].followsFacts } else { true }
  }

  private func isAddressed(_ index: Int, by audience: Audience) -> Bool {
    switch audience {
    case .all: true
    case .askers: sources[index].asksHosts
    case .others: !sources[index].asksHosts
    }
  }

  /// Gives each offered connection to the first source that takes it, or closes it.
  private mutating func assignOffers(_ port: inout NetworkPort<ScanOutput>) {
    // Adopters offer nothing in turn, so one round places all.
    let placed = offers
    offers = []
    for (connection, owner) in placed {
      var isTaken = false
      for index in sources.indices where index != owner && !isTaken {
        let output = call(index, now: port.now) { source, context in
          isTaken = source.adopt(connection, &context)
        }
        if isTaken { adopters[connection.ticket] = index }
        absorb(output, from: index, receivedOn: nil, &port)
      }
      if !isTaken { pass(.cancel(connection.ticket), &port) }
    }
    if !hostEvents.isEmpty { deliverHostEvents(&port) }
  }

  /// Sends sources the failure events of their rejected requests.
  private mutating func reportRejections(_ port: inout NetworkPort<ScanOutput>) {
    // New rejections that this causes wait for the next event.
    let rejected = rejections
    rejections = []
    for event in rejected {
      let index = Int(event.ticket.owner)
      let output = call(index, now: port.now) { source, context in
        source.handle(event, &context)
      }
      absorb(output, from: index, receivedOn: nil, &port)
    }
    deliverHostEvents(&port)
  }

  private mutating func conclude(_ port: inout NetworkPort<ScanOutput>) {
    var decision = ScanEnd.decide(plan: plan, activity: activity, now: port.now)
    let wasSwept = isSwept
    if let lasting = plan.lasting {
      if case .finish = decision { isSwept = true }
      if isSwept {
        let end = activity.began + lasting
        decision = port.now >= end ? .finish : .wait(until: end)
      }
    }
    if case .finish = decision { isFinished = true }
    let progress = meter.progress(
      active: sources.indices.filter { activity.isActive[$0] }.map { sources[$0].source },
      now: port.now,
      isLast: isFinished || isSwept != wasSwept
    )
    if let progress {
      port.output(.progress(progress))
    }
    if isSwept != wasSwept {
      tell(.swept, of: .system, &port)
      port.output(.swept)
    }
    switch decision {
    case .finish:
      tell(.finished, of: .system, &port)
      port.finish()
    case .wait(let end):
      let until = min(end, reprobePolicy.due ?? end)
      if let wakeAt, wakeAt <= until { return }
      wakeAt = until
      port.request(.wake(Ticket(owner: Self.owner, number: 0), at: until))
    }
  }
}

/// The results of one call of a source.
private struct SourceOutput {
  let requests: [NetworkRequest]
  let reports: [SourceReport]
  let offers: [OpenConnection]
  let failures: [(interface: UInt32, failure: LocalFailure)]
  let newlyAsked: Int
  let questions: [ScanStep.Event]

  init(_ context: SourceContext) {
    requests = context.requests
    reports = context.reports
    offers = context.offers
    failures = context.failures
    newlyAsked = context.newlyAsked
    questions = context.questions
  }
}
