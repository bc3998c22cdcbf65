public import Model
public import Networking

/// The result of a finished scan.
public struct ScanResult: Sendable {
  /// The networks that were scanned, and those that were skipped.
  public var networks: [NetworkReport]
  /// When it began.
  public var started: Timestamp
  /// How long it took.
  public var duration: Duration
  /// Whether it was stopped before its end.
  public var interrupted = false
  /// How much was sent.
  public var counters = ScanCounters()
  /// Packets and connections by destination and purpose.
  public var traffic = TrafficLedger()
  /// Every device, in order of address.
  public var devices: [Device]
  /// The sources' failures.
  public var failures: [SourceFailure] = []
}

/// Counters of a scan's traffic and updates.
public struct ScanCounters: Hashable, Sendable {
  /// Connect calls.
  public var tcpConnections = 0
  /// The most budgeted sockets that were open at one time.
  public var peakSockets = 0
  /// Datagrams and frames.
  public var packetsSent = 0
  /// Updates made.
  public var updates = 0
}

extension ScanCounters: Codable {
  /// Counters from the ledger, and the number of updates.
  init(_ traffic: TrafficLedger, updates: Int) {
    tcpConnections = traffic.tcpConnections
    peakSockets = traffic.peakSockets
    packetsSent = traffic.packetsSent
    self.updates = updates
  }

  private enum CodingKeys: String, CodingKey {
    case tcpConnections = "tcp_connections"
    case peakSockets = "peak_sockets"
    case packetsSent = "packets_sent"
    case updates
  }
}

/// A source that could not do its part on an interface.
public struct SourceFailure: Hashable, Sendable {
  /// Which source.
  public var source: Source
  /// On which interface.
  public var interface: String
  /// Why.
  public var failure: LocalFailure

  /// Memberwise initialiser.
  public init(source: Source, interface: String, failure: LocalFailure) {
    self.source = source
    self.interface = interface
    self.failure = failure
  }
}

extension ScanResult: Encodable {
  private enum CodingKeys: String, CodingKey {
    case schema, networks, started
    case durationMs = "duration_ms"
    case interrupted, counters, devices
  }

  /// Writes `homenet.scan/1`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode("homenet.scan/1", forKey: .schema)
    try json.encode(networks, forKey: .networks)
    try json.encode(started, forKey: .started)
    try json.encode(duration.milliseconds.rounded(places: 3), forKey: .durationMs)
    try json.encode(interrupted, forKey: .interrupted)
    try json.encode(counters, forKey: .counters)
    try json.encode(devices, forKey: .devices)
  }
}
