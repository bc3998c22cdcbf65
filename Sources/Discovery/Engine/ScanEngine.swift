public import Model
public import Networking
import Wire

/// A scan: runs discovery sources side by side, collects what they find, and decides the end.
///
/// The sources know nothing of each other; the engine hands them events by their tickets' owner,
/// tells each what the others' findings mean for it, and passes on what is new.
public struct ScanEngine: NetworkMachine {
  /// What it produces.
  public typealias Output = ScanOutput

  var plan: ScanPlan
  let clock: ScanClock
  var scope: ScanScope
  var sources: [any DiscoverySource]
  var activity: ScanActivity
  var hosts = HostBoard()
  /// How many TCP connections may still be opened.
  var connections = ConnectionBudget()
  var filter: ObservationFilter
  var meter: ProgressMeter
  var troubles = TroubleLog()
  var news: [(news: HostNews, teller: Int, audience: Audience)] = []
  /// Who was asked before.
  var desk: SettlingDesk
  /// Connections that a source offers to the others.
  var offers: [(connection: OpenConnection, owner: Int)] = []
  /// Who took over which connection.
  var adopters: [Ticket: Int] = [:]
  /// What sources asked of excluded addresses, as events that say so.
  var refusals: [NetworkEvent] = []
  var socketInterfaces: [Ticket: UInt32] = [:]
  var wakeAt: MonotonicTime?
  var isFinished = false
  /// Steps told so far.
  var stepCount = 0
  /// Whether the active part of a lasting scan is over.
  var isSwept = false
  /// Who is being asked, in a lasting scan.
  var work = HostWork()

  /// Whom news are for.
  enum Audience: Hashable {
    /// Everybody.
    case all
    /// The sources that ask each host something.
    case askers
    /// The others.
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
    desk = SettlingDesk(plan.settled)
    meter = ProgressMeter(total: scope.addressCount)
  }

  /// Starts every source.
  public mutating func start(_ port: inout NetworkPort<ScanOutput>) {
    activity.begin(at: port.now)
    tell(.began(addresses: scope.addressCount, host: plan.only), of: .system, &port)
    observeOwnSide(&port)
    for index in sources.indices {
      let harvest = call(index, now: port.now) { source, context in source.start(&context) }
      absorb(harvest, from: index, heardOn: nil, &port)
    }
    // Its answers say whether it is there.
    if let only = plan.only, scope.isTarget(only), let leading = scope.interface(of: only) {
      news.append((.answered(only, interface: leading), -1, .askers))
    }
    spreadNews(&port)
    refuse(&port)
    conclude(&port)
  }

  /// Hands the event to the source that asked for it.
  public mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<ScanOutput>) {
    guard !isFinished else { return }
    let ticket = event.ticket
    if plan.lasting != nil { for change in work.note(event) { port.output(change) } }
    if ticket.owner == Self.owner {
      if let due = wakeAt, due <= port.now { wakeAt = nil }
      for (address, interface) in desk.overdue(now: port.now) {
        news.append((.answered(address, interface: interface), -1, .askers))
      }
      spreadNews(&port)
    } else if Int(ticket.owner) < sources.count {
      let index = adopters[ticket] ?? Int(ticket.owner)
      learnExclusion(from: event, &port)
      note(event, from: index, &port)
      if plan.tells(.debug), let step = ScanStep.Event(event) { tell(step, by: index, &port) }
      let harvest = call(index, now: port.now) { source, context in
        source.handle(event, &context)
      }
      absorb(harvest, from: index, heardOn: event.interface, &port)
      spreadNews(&port)
    }
    refuse(&port)
    conclude(&port)
  }

  /// Lets a source work.
  ///
  /// The context, and with it the copy of the board, is gone on return, so that
  /// the board is never copied for a change.
  private mutating func call(
    _ index: Int,
    now: MonotonicTime,
    _ work: (inout any DiscoverySource, inout SourceContext) -> Void
  ) -> Harvest {
    var context = SourceContext(
      now: now,
      plan: plan,
      hosts: hosts,
      connections: connections,
      owner: UInt16(index)
    )
    work(&sources[index], &context)
    return Harvest(context)
  }

  private mutating func absorb(
    _ harvest: Harvest,
    from index: Int,
    heardOn interface: UInt32?,
    _ port: inout NetworkPort<ScanOutput>
  ) {
    let source = sources[index].source
    activity.note(
      isActive: sources[index].isActive,
      sends: harvest.requests.contains(where: \.sends),
      source: index,
      now: port.now
    )
    for question in harvest.questions { tell(question, by: index, &port) }
    for request in harvest.requests {
      if case .cancel(let ticket) = request { adopters[ticket] = nil }
      if case .open(let ticket, let kind) = request { socketInterfaces[ticket] = kind.interface }
      // Sources look themselves; nothing leaves for an excluded address even where one forgets.
      guard let target = request.target, scope.excludes(target) || isBeside(target) else {
        if plan.tells(.debug),
          let step = ScanStep.Event(request, interfaceName: { plan.interfaceName($0) })
        {
          tell(step, by: index, &port)
        }
        pass(request, &port)
        continue
      }
      if let refusal = request.refusal { refusals.append(refusal) }
    }
    for finding in harvest.findings { take(finding, from: index, heardOn: interface, &port) }
    offers += harvest.offers.map { ($0, index) }
    for trouble in harvest.troubles {
      report(trouble.failure, of: source, interface: trouble.interface, &port)
    }
    meter.asked += harvest.newlyAsked
  }

  /// Whether a scan of one host is about somebody else.
  private func isBeside(_ target: IPAddress) -> Bool {
    guard let only = plan.only, target.scope != .multicast else { return false }
    return target.withoutZone != only.withoutZone && !plan.resolvers.contains(target)
  }

  /// Passes a request on, and notes who is being asked.
  private mutating func pass(_ request: NetworkRequest, _ port: inout NetworkPort<ScanOutput>) {
    if plan.lasting != nil { for change in work.note(request) { port.output(change) } }
    if case .connect(_, let probe) = request {
      connections.spend(on: probe.target.address, purpose: probe.purpose)
    }
    port.request(request)
  }

  private mutating func spreadNews(_ port: inout NetworkPort<ScanOutput>) {
    // Each address makes at most two pieces of news in a scan, and facts are bounded by the filter,
    // so this ends.
    var next = 0
    while next < news.count {
      let (item, teller, audience) = news[next]
      next += 1
      for index in sources.indices
      where index != teller && isNews(item, for: index) && isMeant(index, by: audience) {
        let harvest = call(index, now: port.now) { source, context in
          source.learn(item, &context)
        }
        absorb(harvest, from: index, heardOn: nil, &port)
      }
    }
    news.removeAll(keepingCapacity: true)
    placeOffers(&port)
  }

  private func isNews(_ news: HostNews, for index: Int) -> Bool {
    if case .learnt = news { sources[index].followsFacts } else { true }
  }

  private func isMeant(_ index: Int, by audience: Audience) -> Bool {
    switch audience {
    case .all: true
    case .askers: sources[index].asksHosts
    case .others: !sources[index].asksHosts
    }
  }

  /// Gives each connection that is offered to the first source that takes it, or hangs it up.
  private mutating func placeOffers(_ port: inout NetworkPort<ScanOutput>) {
    // Adopters offer nothing in turn, so one round places all.
    let placed = offers
    offers = []
    for (connection, owner) in placed {
      var isTaken = false
      for index in sources.indices where index != owner && !isTaken {
        let harvest = call(index, now: port.now) { source, context in
          isTaken = source.adopt(connection, &context)
        }
        if isTaken { adopters[connection.ticket] = index }
        absorb(harvest, from: index, heardOn: nil, &port)
      }
      if !isTaken { pass(.cancel(connection.ticket), &port) }
    }
    if !news.isEmpty { spreadNews(&port) }
  }

  /// Tells sources of the connects and exchanges that were not let out.
  private mutating func refuse(_ port: inout NetworkPort<ScanOutput>) {
    // A source that asks again at once does so in vain; the rest is told with the next event.
    let told = refusals
    refusals = []
    for event in told {
      let index = Int(event.ticket.owner)
      let harvest = call(index, now: port.now) { source, context in
        source.handle(event, &context)
      }
      absorb(harvest, from: index, heardOn: nil, &port)
    }
    spreadNews(&port)
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
      let until = min(end, desk.due ?? end)
      if let wakeAt, wakeAt <= until { return }
      wakeAt = until
      port.request(.wake(Ticket(owner: Self.owner, number: 0), at: until))
    }
  }
}

/// What a source's call yielded.
private struct Harvest {
  let requests: [NetworkRequest]
  let findings: [Finding]
  let offers: [OpenConnection]
  let troubles: [(interface: UInt32, failure: LocalFailure)]
  let newlyAsked: Int
  let questions: [ScanStep.Event]

  init(_ context: SourceContext) {
    requests = context.requests
    findings = context.findings
    offers = context.offers
    troubles = context.troubles
    newlyAsked = context.newlyAsked
    questions = context.questions
  }
}
