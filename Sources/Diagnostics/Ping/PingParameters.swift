public import Networking

extension PingOptions {
  /// The parameters of `ping`.
  public enum Parameters {
    /// The hosts to ping.
    public static let hosts = ToolParameter<[String]>(
      "hosts",
      .hosts(most: 64),
      default: [],
      isRequired: true,
      spelling: .argument,
      valueName: "hosts",
      help: "Names, addresses, networks (192.168.1.0/24) or ranges (192.168.1.10-20)."
    )
    /// Packets for each host; on a terminal the command has no limit by default.
    public static let count = ToolParameter<Int?>(
      "count",
      .integer(1...Int.max),
      default: 4,
      short: ["c"],
      help: "How many packets each host is sent.",
      served: .integer(1...100),
      servedDefault: 10,
      isProminent: true
    )
    /// The time between two packets to one host.
    public static let interval = ToolParameter<Duration>(
      "interval",
      .seconds(0.01...86_400),
      default: .seconds(1),
      short: ["i"],
      help: "The time between two packets to one host.",
      served: .seconds(0.2...10)
    )
    /// The time after which a packet is lost.
    public static let timeout = ToolParameter<Duration>(
      "timeout",
      .seconds(0.001...60),
      default: .seconds(2),
      short: ["W"],
      help: "How long an answer is waited for.",
      served: .seconds(0.1...10)
    )
    /// The payload in bytes; in the API at most what Ethernet carries unfragmented.
    public static let size = ToolParameter<Int>(
      "size",
      .integer(0...65_000),
      default: 56,
      short: ["s"],
      help: "How many bytes a packet carries (default: {default}).",
      served: .integer(0...1472)
    )
    /// The method; without one echoes, or TCP connects where those are not permitted.
    public static let method = ToolParameter<PathMethod?>(
      "method",
      .choice([PathMethod.icmp, .tcp, .udp].map(\.rawValue)),
      default: nil,
      spelling: .absent
    )
    /// The port of connects and datagrams.
    public static let port = ToolParameter<UInt16?>(
      "port",
      .integer(1...65_535),
      default: nil,
      spelling: .absent
    )
    /// The TTL; without one the system's.
    public static let ttl = ToolParameter<UInt8?>(
      "ttl",
      .integer(1...255),
      default: nil,
      short: ["t"],
      help: "How many hops a packet may take."
    )
    /// Whether packets may be fragmented; without a choice as the system does.
    public static let fragmentation = ToolParameter<Fragmentation?>(
      "fragmentation",
      .choice(fragmentations),
      default: nil,
      short: ["M"],
      valueName: fragmentations.joined(separator: "|"),
      help: "Whether packets may be cut into pieces: do (never), want, dont (anywhere), or probe "
        + "(never, whatever MTU is known)."
    )

    private static let fragmentations = Fragmentation.allCases.filter { $0 != .system }
      .map(\.rawValue)
  }
}
