public import Wire

/// Counts what was sent, by address and purpose.
public struct TrafficLedger: Hashable, Sendable {
  /// How much of one purpose went to one address.
  public struct Count: Hashable, Sendable {
    /// Datagrams, frames and half-open SYNs that homenet itself sent.
    public var packets = 0
    /// Connect calls; a connection that is kept counts once, however much is said over it.
    public var connections = 0
    /// Writes to connections: requests, handshakes, TLS records.
    ///
    /// The segments that carry them are the kernel's and not counted.
    public var messages = 0
    /// Bytes handed to the kernel for sending: in datagrams, frames and messages.
    ///
    /// The headers that the kernel adds are not counted.
    public var bytes = 0

    /// Everything counted, whatever its unit.
    var total: Int { packets + connections + messages }

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
  /// Outputs of machines that were dropped because their readers were too slow.
  public private(set) var lostOutputs = 0

  /// Nothing yet.
  public init() {}

  /// Notes a datagram or frame and its size.
  public mutating func sentPacket(to address: IPAddress, for purpose: Purpose, bytes: Int) {
    packetsSent += 1
    counts[address, default: [:]][purpose, default: Count()].packets += 1
    counts[address, default: [:]][purpose, default: Count()].bytes += bytes
  }

  /// Notes a connect call.
  public mutating func connected(to address: IPAddress, for purpose: Purpose) {
    tcpConnections += 1
    counts[address, default: [:]][purpose, default: Count()].connections += 1
  }

  /// Notes a message sent over a connection and its size.
  public mutating func wrote(to address: IPAddress, for purpose: Purpose, bytes: Int) {
    counts[address, default: [:]][purpose, default: Count()].messages += 1
    counts[address, default: [:]][purpose, default: Count()].bytes += bytes
  }

  /// Notes how many budgeted sockets are open.
  public mutating func open(sockets: Int) {
    peakSockets = max(peakSockets, sockets)
  }

  /// Notes dropped outputs.
  public mutating func lost(outputs: Int) {
    lostOutputs += outputs
  }

  /// Adds what was counted elsewhere.
  public mutating func add(_ count: Count, to address: IPAddress, for purpose: Purpose) {
    counts[address, default: [:]][purpose, default: Count()].packets += count.packets
    counts[address, default: [:]][purpose, default: Count()].connections += count.connections
    counts[address, default: [:]][purpose, default: Count()].messages += count.messages
    counts[address, default: [:]][purpose, default: Count()].bytes += count.bytes
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

  /// Drops addresses until only so many are left.
  ///
  /// First go global ones, most of which are on the Internet, then those to which least was sent.
  /// The sums in all stay.
  mutating func keep(mostAddresses most: Int) {
    guard counts.count > most else { return }
    let ranked = counts.map { address, purposes in
      let total = purposes.values.reduce(0) { $0 + $1.total }
      return (isGlobal: address.scope == .global, total: total, address: address)
    }
    .sorted {
      if $0.isGlobal != $1.isGlobal { return $0.isGlobal }
      return ($0.total, $0.address) < ($1.total, $1.address)
    }
    for entry in ranked.prefix(counts.count - most) { counts[entry.address] = nil }
  }
}

/// A traffic ledger that several networks and threads count in.
///
/// It holds a bounded number of addresses: see `TrafficLedger/keep(mostAddresses:)`.
public final class SharedTrafficLedger: Sendable {
  /// What this process' diagnostic tools sent, by whatever means: their own networks, port sweeps,
  /// NIO's connections and datagrams, and the HTTP client.
  ///
  /// One for the process, and what NIO's channels, sweeps and web requests count in by default. A
  /// `LinuxNetwork` has to be given it, since its default is a ledger of its own.
  public static let tools = SharedTrafficLedger(mostAddresses: 16_384)

  private let ledger = Lock(TrafficLedger())
  private let mostAddresses: Int

  /// An empty ledger; the default is enough for a scan of the largest network.
  public init(mostAddresses: Int = 100_000) {
    self.mostAddresses = mostAddresses
  }

  /// What has been counted so far.
  public var current: TrafficLedger { ledger.withLock(\.self) }

  /// Notes a datagram or frame and its size.
  public func sentPacket(to address: IPAddress, for purpose: Purpose, bytes: Int) {
    change { $0.sentPacket(to: address, for: purpose, bytes: bytes) }
  }

  /// Notes a connect call.
  public func connected(to address: IPAddress, for purpose: Purpose) {
    change { $0.connected(to: address, for: purpose) }
  }

  /// Notes a message sent over a connection and its size.
  public func wrote(to address: IPAddress, for purpose: Purpose, bytes: Int) {
    change { $0.wrote(to: address, for: purpose, bytes: bytes) }
  }

  /// Notes how many budgeted sockets are open.
  public func open(sockets: Int) {
    ledger.withLock { $0.open(sockets: sockets) }
  }

  /// Adds what was counted elsewhere.
  public func add(_ count: TrafficLedger.Count, to address: IPAddress, for purpose: Purpose) {
    change { $0.add(count, to: address, for: purpose) }
  }

  private func change(_ body: (inout TrafficLedger) -> Void) {
    ledger.withLock { ledger in
      body(&ledger)
      // A quarter at a time, since sorting them takes long.
      guard ledger.counts.count > mostAddresses else { return }
      ledger.keep(mostAddresses: mostAddresses - mostAddresses / 4)
    }
  }
}
