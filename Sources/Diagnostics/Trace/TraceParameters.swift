public import Networking

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
