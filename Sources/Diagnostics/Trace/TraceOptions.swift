public import Model
public import Networking
public import Wire

/// The options of a trace.
public struct TraceOptions: Hashable, Sendable {
  /// How packets are grouped into flows, which ECMP routers keep on one path.
  public enum Flows: Hashable, Sendable {
    /// A port for each packet: shows parallel routers, not which belong to one path.
    case each
    /// Constant ports, one path (Paris traceroute).
    case paris
    /// That many flows, each with constant ports, several paths (Dublin traceroute).
    case dublin(Int)
  }

  /// What follows where UDP does not reach the target: many firewalls drop only UDP.
  public enum Fallback: Hashable, Sendable {
    /// Nothing.
    case none
    /// The verdict suggests other methods.
    case hint
    /// ICMP, then TCP is tried; only a hint where the rounds are long or endless.
    case otherMethods

    /// `otherMethods` unless the user chose a method, port or flows.
    public init(method: PathMethod?, port: UInt16?, flows: Flows) {
      self = method == nil && port == nil && flows == .each ? .otherMethods : .hint
    }
  }

  /// The probe method.
  public var mode: PathMethod
  /// Rounds; `nil` for endless.
  public var rounds: Int?
  /// The interval of rounds; `nil` for as soon as all have answered.
  public var interval: Duration?
  /// The highest hop limit sent.
  public var maxHops: Int
  /// The time until a packet counts as lost.
  public var timeout: Duration
  /// The (first) destination port; `nil` for the method's default.
  public var port: UInt16?
  /// The grouping into flows.
  public var flows: Flows
  /// Whether the path MTU is measured too.
  public var measuresMTU = false
  /// The lowest hop limit sent.
  public var firstHop = Parameters.firstHop.defaultValue
  /// The source address; `nil` for the routing table's choice.
  public var source: IPAddress?
  /// What follows where UDP does not reach the target.
  public var fallback = Fallback.none
  /// Whether slow rounds may follow quick ones that lost packets (`LossRecheck`).
  public var asksSlowly: Bool

  /// Options with the defaults of `homenet trace`.
  public init(
    mode: PathMethod = .udp,
    rounds: Int? = Parameters.rounds.defaultValue,
    interval: Duration? = nil,
    maxHops: Int = Parameters.maxHops.defaultValue,
    timeout: Duration = Parameters.timeout.defaultValue,
    port: UInt16? = nil,
    flows: Flows = Flows(Parameters.flows.defaultValue),
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

  /// What is invalid, as a usage error; `nil` if nothing.
  public var mistake: Message? {
    if let rounds, !Parameters.rounds.contains(rounds) { return Message(.errorRoundsLeast) }
    if let interval, interval < .milliseconds(10) {
      return Message(.errorIntervalLeast, ["least": "10ms"])
    }
    if !Parameters.timeout.contains(timeout) {
      return Message(.errorTimeoutBetween, Parameters.timeout.bounds)
    }
    if !Parameters.maxHops.contains(maxHops) {
      return Message(.errorHopsRange, Parameters.maxHops.bounds)
    }
    if !(1...maxHops).contains(firstHop) { return Message(.errorFirstHop) }
    if case .dublin(let count) = flows, !Parameters.streams.contains(count) {
      return Message(.errorStreamsRange, Parameters.streams.bounds)
    }
    if mode == .icmp, port != nil { return Message(.errorEchoPortTrace) }
    if mode == .icmp, case .dublin = flows {
      return Message(.errorEchoStreams)
    }
    if mode == .tcp, flows != .each { return Message(.errorConnectFlows) }
    return nil
  }

  /// The least interval of rounds: one second for many rounds, none for a few or one per flow.
  var pace: Duration? { interval ?? ((rounds ?? .max) > max(3, streams) ? .seconds(1) : nil) }

  /// Whether all rounds begin within 10 s, so that a second method may follow.
  var isShort: Bool { rounds.map { (pace ?? .zero) * $0 <= .seconds(10) } ?? false }

  /// The number of flows.
  var streams: Int { if case .dublin(let count) = flows { count } else { 1 } }

  /// Whether rounds are quick and finite, so that slow ones may follow.
  var settlesDoubt: Bool {
    asksSlowly && rounds != nil && (pace.map { $0 < .seconds(1) } ?? true)
  }

  /// Whether packets of one flow keep to one path.
  var hasFixedFlows: Bool { flows != .each || mode == .icmp }
}

/// The flow a probe belongs to, as ECMP routers see it: ports, or an echo's identifier and checksum.
struct TraceFlow: Sendable {
  let number: Int
  /// The destination port.
  let port: UInt16
  private let packet: UInt32
  private let mode: PathMethod

  /// The flow of packet `number`; several flows take turns by round.
  init(_ options: TraceOptions, number packet: UInt32, round: Int) {
    self.packet = packet
    mode = options.mode
    switch (options.mode, options.flows) {
    case (.icmp, _):
      // The identifier is the socket's; `payload` keeps the checksum constant.
      number = 0
      port = 0
    case (.tcp, _):
      number = Int(packet)
      port = options.port ?? 80
    case (.udp, .each):
      number = Int(packet)
      let first = options.port ?? Self.firstPort
      port = first + UInt16(truncatingIfNeeded: packet % (UInt32(UInt16.max - first) + 1))
    case (.udp, .paris):
      number = 0
      port = options.port ?? Self.firstPort
    case (.udp, .dublin(let count)):
      number = round % count
      let first = options.port ?? Self.firstPort
      port = first + UInt16(min(number, Int(UInt16.max - first)))
    }
  }

  /// traceroute's first port.
  private static let firstPort: UInt16 = 33_434

  func payload(token: UInt64) -> [UInt8] {
    var bytes = ProbePayload.bytes(token: token, number: packet, size: 32)
    if mode == .icmp {
      // The number is in the sequence field (low half) and the payload: the last two bytes
      // compensate (ones' complement), so that the checksum, and the path, stay the same.
      let low = UInt32(packet & 0xFFFF)
      var sum = low + low + UInt32(packet >> 16)
      while sum > 0xFFFF { sum = sum >> 16 + sum & 0xFFFF }
      let rest = ~UInt16(sum)
      bytes[30] = UInt8(rest >> 8)
      bytes[31] = UInt8(rest & 255)
    }
    return bytes
  }
}

extension TraceOptions {
  /// The parameters of `trace`.
  public enum Parameters {
    /// The target.
    public static let host = ToolParameter<String>(
      "host",
      .host,
      default: "",
      isRequired: true,
      spelling: .argument,
      help: "A name or address."
    )
    /// Rounds; the command takes 0 for no end.
    public static let rounds = ToolParameter<Int>(
      "rounds",
      .integer(1...Int.max),
      default: 3,
      help: "How often each hop is asked; 0 for no end (default: {default}, with dublin once a "
        + "stream).",
      served: .integer(1...30),
      isProminent: true
    )
    /// The method; without one UDP, then the others where that gets no answer.
    public static let mode = ToolParameter<PathMethod?>(
      "mode",
      .choice(PathMethod.allCases.map(\.rawValue)),
      default: nil,
      help: "What is sent: udp, icmp or tcp (default: udp; where that gets no answer the others)."
    )
    /// The highest hop limit sent; in the API as far as routes on the Internet reach.
    public static let maxHops = ToolParameter<Int>(
      "max_hops",
      .integer(1...255),
      default: 30,
      short: ["m"],
      help: "How many hops are asked at most.",
      served: .integer(1...64)
    )
    /// The time after which a packet is lost.
    public static let timeout = ToolParameter<Duration>(
      "timeout",
      .seconds(0.01...60),
      default: .seconds(1),
      short: ["t", "W"],
      help: "How long an answer is waited for.",
      served: .seconds(0.1...5)
    )
    /// The first destination port.
    public static let port = ToolParameter<UInt16?>(
      "port",
      .integer(1...65_535),
      default: nil,
      short: ["p"],
      help: "The target's port, or the first of them."
    )
    /// The grouping into flows.
    public static let flows = ToolParameter<FlowGrouping>(
      "flows",
      .choice(FlowGrouping.allCases.map(\.rawValue)),
      default: .each,
      help: "Which packets are one stream to routers: each, paris or dublin (default: {default})."
    )
    /// The number of flows with `dublin`.
    public static let streams = ToolParameter<Int>(
      "streams",
      .integer(1...64),
      default: 8,
      help: "How many streams dublin follows (default: {default})."
    )
    /// Whether the path MTU is measured.
    public static let mtu = ToolParameter<Bool>(
      "mtu",
      .flag,
      default: false,
      help: "Measure the path MTU: how big packets may be."
    )
    /// The lowest hop limit sent.
    public static let firstHop = ToolParameter<Int>(
      "first_hop",
      .integer(1...255),
      default: 1,
      short: ["f"],
      help: "The first hop that is asked (default: {default})."
    )
    /// Whether the names of routers and their autonomous systems are looked up.
    public static let names = ToolParameter<Bool>(
      "names",
      .flag,
      default: true,
      spelling: .negated,
      help: "Don't ask what routers are called, and whose they are."
    )
  }

  /// The names of `Flows`.
  public enum FlowGrouping: String, CaseIterable, Hashable, Sendable {
    /// A port for each packet.
    case each
    /// Constant ports, one path.
    case paris
    /// Several flows, each with constant ports.
    case dublin
  }
}

extension TraceOptions.Flows {
  /// The flows of that name; `streams` of them with `dublin`.
  public init(
    _ grouping: TraceOptions.FlowGrouping,
    streams: Int = TraceOptions.Parameters.streams.defaultValue
  ) {
    self =
      switch grouping {
      case .each: .each
      case .paris: .paris
      case .dublin: .dublin(streams)
      }
  }
}
