public import Model
public import Networking

/// What a scan found in the end.
public struct ScanResult: Sendable {
  /// The networks that were scanned, and those that were skipped.
  public var networks: [NetworkReport]
  /// When it began.
  public var started: Timestamp
  /// How long it took.
  public var duration: Duration
  /// Whether it was stopped before its end.
  public var interrupted: Bool
  /// How much was sent.
  public var counters: ScanCounters
  /// What was sent to whom and what for.
  public var traffic: TrafficLedger
  /// Every device, in order of address.
  public var devices: [Device]
  /// What a source could not do.
  public var troubles: [ScanTrouble]

  /// The given findings.
  public init(
    networks: [NetworkReport],
    started: Timestamp,
    duration: Duration,
    interrupted: Bool = false,
    counters: ScanCounters = ScanCounters(),
    traffic: TrafficLedger = TrafficLedger(),
    devices: [Device],
    troubles: [ScanTrouble] = []
  ) {
    self.networks = networks
    self.started = started
    self.duration = duration
    self.interrupted = interrupted
    self.counters = counters
    self.traffic = traffic
    self.devices = devices
    self.troubles = troubles
  }
}

/// How much a scan sent and told.
public struct ScanCounters: Hashable, Sendable {
  /// Connect calls.
  public var tcpConnections = 0
  /// The most budgeted sockets that were open at one time.
  public var peakSockets = 0
  /// Datagrams and frames.
  public var packetsSent = 0
  /// Updates made.
  public var updates = 0

  /// Nothing yet.
  public init() {}

  /// What the ledger says, and how many updates were made.
  public init(_ traffic: TrafficLedger, updates: Int) {
    tcpConnections = traffic.tcpConnections
    peakSockets = traffic.peakSockets
    packetsSent = traffic.packetsSent
    self.updates = updates
  }
}

extension ScanCounters: Codable {
  private enum CodingKeys: String, CodingKey {
    case tcpConnections = "tcp_connections"
    case peakSockets = "peak_sockets"
    case packetsSent = "packets_sent"
    case updates
  }
}

/// A source that could not do its part on an interface.
public struct ScanTrouble: Hashable, Sendable {
  /// Which source.
  public var source: Source
  /// On which interface.
  public var interface: String
  /// Why.
  public var failure: LocalFailure

  /// The given trouble.
  public init(source: Source, interface: String, failure: LocalFailure) {
    self.source = source
    self.interface = interface
    self.failure = failure
  }
}
