public import Networking
public import Wire

/// How a route is traced.
public struct TraceOptions: Hashable, Sendable {
  /// Which packets count as one stream to routers that spread streams over several ways.
  public enum Flows: Hashable, Sendable {
    /// A port of its own for each packet: shows that there are several ways, not which belong
    /// together.
    case each
    /// The same ports for every packet: one way, from the first hop to the last.
    case paris
    /// So many streams in turn, each with ports of its own on every hop: several whole ways.
    case dublin(Int)
  }

  /// What is done where datagrams get no answer from the target: many firewalls drop datagrams alone.
  public enum Fallback: Hashable, Sendable {
    /// Nothing.
    case none
    /// The verdict says that other methods may show more.
    case hint
    /// Echoes are tried, and then connects; where the rounds took long, or have no end, a hint has to do.
    case otherMethods

    /// What is done where a trace is asked for so: other methods are tried unless the method, its port or
    /// its streams were chosen.
    public init(method: PathMethod?, port: UInt16?, flows: Flows) {
      self = method == nil && port == nil && flows == .each ? .otherMethods : .hint
    }
  }

  /// What is sent.
  public var mode: PathMethod
  /// How often each hop is asked; `nil` for no end.
  public var rounds: Int?
  /// The time from the beginning of one round to the next; `nil` for as soon as all have answered.
  public var interval: Duration?
  /// How far at most.
  public var maxHops: Int
  /// How long an answer is waited for.
  public var timeout: Duration
  /// The target's port, or the first of them; `nil` for the mode's own.
  public var port: UInt16?
  /// What the streams are.
  public var flows: Flows
  /// Whether the path MTU is measured beside.
  public var measuresMTU = false
  /// The first hop that is asked.
  public var firstHop = 1
  /// The address that packets come from; `nil` leaves it to the routing table.
  public var source: IPAddress?
  /// What is done where datagrams get no answer from the target.
  public var fallback = Fallback.none
  /// Whether hops that lost a few quick packets may be asked some more, slowly.
  public var asksSlowly: Bool

  /// Options with the defaults of `homenet trace`.
  public init(
    mode: PathMethod = .udp,
    rounds: Int? = 3,
    interval: Duration? = nil,
    maxHops: Int = 30,
    timeout: Duration = .seconds(1),
    port: UInt16? = nil,
    flows: Flows = .each,
    asksSlowly: Bool = true
  ) {
    self.mode = mode
    self.rounds = rounds
    self.interval = interval
    self.maxHops = maxHops
    self.timeout = timeout
    self.port = port
    self.flows = flows
    self.asksSlowly = asksSlowly
  }

  /// What no trace can be asked; `nil` where all is well.
  public var mistake: String? {
    if let rounds, rounds < 1 { return "there is one round at least" }
    if let interval, interval < .milliseconds(10) { return "an interval is 10ms at least" }
    if timeout < .milliseconds(10) || timeout > .seconds(60) {
      return "a timeout is between 10ms and 60s"
    }
    if !(1...255).contains(maxHops) { return "a route has 1 to 255 hops" }
    if !(1...maxHops).contains(firstHop) { return "the first hop is one of those that are asked" }
    if case .dublin(let count) = flows, !(1...64).contains(count) {
      return "there are 1 to 64 streams"
    }
    if mode == .icmp, port != nil { return "an echo has no port: that is for udp and tcp" }
    if mode == .icmp, case .dublin = flows {
      return "echoes are one stream all: dublin's are of udp"
    }
    if mode == .tcp, flows != .each { return "connects can't share their ports: use udp or icmp" }
    return nil
  }

  /// How long a round takes at least before the next begins; many rounds are a measurement over
  /// time, a few, or one for each stream, are one look.
  var pace: Duration? { interval ?? ((rounds ?? .max) > max(3, streams) ? .seconds(1) : nil) }

  /// Whether all rounds begin within a time that may be spent once more.
  var isShort: Bool { rounds.map { (pace ?? .zero) * $0 <= .seconds(10) } ?? false }

  /// How many streams are followed.
  var streams: Int { if case .dublin(let count) = flows { count } else { 1 } }

  /// Whether rounds are so quick, and so few, that what is lost in them is asked again slowly.
  var settlesDoubt: Bool {
    asksSlowly && rounds != nil && (pace.map { $0 < .seconds(1) } ?? true)
  }

  /// Whether packets of one stream take one way.
  var hasFixedFlows: Bool { flows != .each || mode == .icmp }
}
