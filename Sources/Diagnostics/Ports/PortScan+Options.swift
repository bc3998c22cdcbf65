public import LinuxNetwork
public import Model

extension PortScan {
  /// What is asked, and how.
  public struct Options: Hashable, Sendable {
    /// TCP or UDP.
    public var transport: TransportProtocol
    /// The ports of each.
    public var ports: PortList
    /// How ports are asked; `nil` for half-open SYNs where they are permitted.
    public var method: PortSweeper.Method?
    /// The share of open ports that may be missed.
    public var mostMissRate: Double
    /// How often a silent port is asked again at most; `nil` for as often as the miss rate needs.
    public var retries: Int?
    /// Probes a second at most.
    public var rate: Double?
    /// Whether closed and filtered ports are listed too.
    public var listsAll: Bool
    /// Whether services are asked what they are.
    public var readsVersions: Bool
    /// How long a host's UDP ports are asked at most; those that are silent then stay unknown.
    public var mostUDPTime: Duration
    /// Whether printers are scanned like other hosts, except for their raw printing ports.
    public var includesPrinters: Bool

    /// Options with the defaults of `homenet ports`.
    public init(
      transport: TransportProtocol = .tcp,
      ports: PortList = .top1000,
      method: PortSweeper.Method? = nil,
      mostMissRate: Double = 1e-4,
      retries: Int? = nil,
      rate: Double? = nil,
      listsAll: Bool = false,
      readsVersions: Bool = Parameters.versions.defaultValue,
      mostUDPTime: Duration = Parameters.maxTime.defaultValue,
      includesPrinters: Bool = false
    ) {
      self.transport = transport
      self.ports = ports
      self.method = method
      self.mostMissRate = mostMissRate
      self.retries = retries
      self.rate = rate
      self.listsAll = listsAll
      self.readsVersions = readsVersions
      self.mostUDPTime = mostUDPTime
      self.includesPrinters = includesPrinters
    }
  }
}

extension PortScan.Options {
  /// What the engine is told of them.
  var sweep: PortSweep.Options {
    var sweep = PortSweep.Options()
    sweep.mostMissRate = mostMissRate
    sweep.mostTries = min(Parameters.mostRetries, retries ?? Parameters.mostRetries) + 1
    sweep.rate = rate
    return sweep
  }

  /// Says what of them makes no sense.
  func check() throws(DiagnosticError) {
    guard mostMissRate > 0, mostMissRate < 1 else {
      throw .usage(Message(.errorMissRate))
    }
    guard Parameters.retries.contains(retries ?? 0) else {
      throw .usage(Message(.errorRetriesRange, Parameters.retries.bounds))
    }
    guard Parameters.rate.contains(rate ?? 1) else {
      throw .usage(Message(.errorRateRange, Parameters.rate.bounds))
    }
  }
}

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
