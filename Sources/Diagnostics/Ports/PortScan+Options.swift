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
