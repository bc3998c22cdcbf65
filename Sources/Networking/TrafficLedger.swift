public import Wire

/// What was sent, to whom and what for: a device is a guest's appliance, not a target.
public struct TrafficLedger: Hashable, Sendable {
  /// How much of one purpose went to one address.
  public struct Count: Hashable, Sendable {
    /// Datagrams and frames that homenet itself sent.
    public var packets = 0
    /// Connect calls; a connection that is kept counts once, however much is said over it.
    public var connections = 0
    /// Messages sent over connections (`NetworkRequest.write`): requests, handshakes.
    ///
    /// The segments that carry them are the kernel's and not counted.
    public var messages = 0

    /// Nothing yet.
    public init() {}
  }

  /// By address and purpose; multicasts stand under the group's address.
  public private(set) var counts: [IPAddress: [Purpose: Count]] = [:]
  /// Connect calls in all.
  public private(set) var tcpConnections = 0
  /// Datagrams and frames in all.
  public private(set) var packetsSent = 0
  /// The most budgeted sockets that were open at one time, kept connections among them.
  public private(set) var peakSockets = 0
  /// Outputs of machines that nobody got, for their readers were too slow.
  public private(set) var lostOutputs = 0

  /// Nothing yet.
  public init() {}

  /// Notes a datagram or frame.
  public mutating func sentPacket(to address: IPAddress, for purpose: Purpose) {
    packetsSent += 1
    counts[address, default: [:]][purpose, default: Count()].packets += 1
  }

  /// Notes a connect call.
  public mutating func connected(to address: IPAddress, for purpose: Purpose) {
    tcpConnections += 1
    counts[address, default: [:]][purpose, default: Count()].connections += 1
  }

  /// Notes a message sent over a connection.
  public mutating func wrote(to address: IPAddress, for purpose: Purpose) {
    counts[address, default: [:]][purpose, default: Count()].messages += 1
  }

  /// Notes how many budgeted sockets are open.
  public mutating func open(sockets: Int) {
    peakSockets = max(peakSockets, sockets)
  }

  /// Notes outputs that nobody got.
  public mutating func lost(outputs: Int) {
    lostOutputs += outputs
  }

  /// Adds what was counted elsewhere.
  public mutating func add(_ count: Count, to address: IPAddress, for purpose: Purpose) {
    counts[address, default: [:]][purpose, default: Count()].packets += count.packets
    counts[address, default: [:]][purpose, default: Count()].connections += count.connections
    counts[address, default: [:]][purpose, default: Count()].messages += count.messages
    packetsSent += count.packets
    tcpConnections += count.connections
  }

  /// Adds what another run sent.
  public mutating func merge(_ other: TrafficLedger) {
    for (address, purposes) in other.counts {
      for (purpose, count) in purposes { add(count, to: address, for: purpose) }
    }
    peakSockets = max(peakSockets, other.peakSockets)
    lostOutputs += other.lostOutputs
  }
}
