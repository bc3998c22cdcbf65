/// What simulated devices have seen at their sockets.
public struct HostCounters: Hashable, Sendable {
  /// A port of a device.
  public struct Port: Hashable, Sendable {
    /// The device's label.
    public var device: String
    /// The TCP or UDP port.
    public var port: UInt16

    /// The given port.
    public init(_ device: String, _ port: UInt16) {
      self.device = device
      self.port = port
    }
  }

  /// TCP connections accepted.
  public internal(set) var connections: [Port: Int] = [:]
  /// Bytes received on TCP connections.
  public internal(set) var bytes: [Port: Int] = [:]
  /// UDP datagrams received.
  public internal(set) var datagrams: [Port: Int] = [:]
  /// UDP datagrams sent.
  public internal(set) var answers: [Port: Int] = [:]

  /// Nothing yet.
  public init() {}

  /// Bytes received where they would come out on paper (515 and 9100–9107), which must stay 0.
  public var printedBytes: Int {
    bytes.reduce(0) { sum, entry in
      entry.key.port == 515 || (9100...9107).contains(entry.key.port) ? sum + entry.value : sum
    }
  }

  /// TCP connections accepted in all.
  public var connectionsInAll: Int { connections.values.reduce(0, +) }
}
