extension PortScan.Options {
  /// The parameters of `ports`.
  public enum Parameters {
    /// The most times that a silent port is asked again, whatever the miss rate needs.
    static let mostRetries = 15

    /// The hosts to scan.
    public static let hosts = ToolParameter<[String]>(
      "hosts",
      .hosts(most: 64),
      default: [],
      isRequired: true,
      spelling: .argument,
      valueName: "host",
      help: "Names, addresses, networks (192.168.1.0/24) or ranges (192.168.1.10-20)."
    )
    /// The ports, as `PortList` reads them.
    public static let ports = ToolParameter<String>(
      "ports",
      .text(longest: 2048),
      default: "top1000",
      short: ["p"],
      valueName: "ports",
      help: """
        Which ports: 22,80 or 1-65535, top100, top1000, or several by commas (default: {default}; of \
        UDP those of well-known services).
        """,
      isProminent: true
    )
    /// Whether UDP ports are asked.
    public static let udp = ToolParameter<Bool>(
      "udp",
      .flag,
      default: false,
      help: "Ask UDP ports."
    )
    /// Whether services are asked what they are.
    public static let versions = ToolParameter<Bool>(
      "versions",
      .flag,
      default: true,
      help: "Ask services what they are."
    )
    /// Probes a second at most.
    public static let rate = ToolParameter<Double?>(
      "rate",
      .integer(1...10_000_000),
      default: nil,
      valueName: "count",
      help: "Probes a second at most.",
      served: .integer(1...100_000)
    )
    /// The number of times that a silent port is asked again.
    public static let retries = ToolParameter<Int?>(
      "retries",
      .integer(0...mostRetries),
      default: nil,
      valueName: "count",
      help: "How often a silent port is asked again at most (\(mostRetries); of UDP 2)."
    )
    /// The time limit of a host's UDP ports.
    public static let maxTime = ToolParameter<Duration>(
      "max_time",
      .seconds(0...86_400),
      default: .seconds(120),
      valueName: "duration",
      help: "With --udp: how long a host is asked at most (default: {default})."
    )
  }
}
