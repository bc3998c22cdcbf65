import Net

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
    try json.encode(ScanCounters(self), forKey: .counters)
    try json.encode(devices, forKey: .devices)
  }
}

/// The entry `counters` of `homenet.scan/1`.
struct ScanCounters: Hashable, Sendable, Codable {
  var tcp_connections: Int
  var peak_sockets: Int
  var packets_sent: Int
  var updates: Int

  init(_ result: ScanResult) {
    tcp_connections = result.traffic.tcpConnections
    peak_sockets = result.traffic.peakSockets
    packets_sent = result.traffic.packetsSent
    updates = result.updates
  }
}

extension NetworkReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case cidr, interface, address, gateway, state, skipped
  }

  /// Writes an entry of `networks`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(cidr, forKey: .cidr)
    try json.encode(interface, forKey: .interface)
    try json.encode(address, forKey: .address)
    try json.encode(gateway, forKey: .gateway)
    try json.encode(state.rawValue, forKey: .state)
    try json.encode(skipped?.description, forKey: .skipped)
  }
}
