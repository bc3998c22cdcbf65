public import Networking
public import Wire

/// What a machine did in a simulated network, from its start to its end.
public struct SimulatedRun<Output: Sendable>: Sendable {
  /// What it produced, and when.
  public internal(set) var outputs: [(time: MonotonicTime, output: Output)] = []
  /// When it said that it was done; `nil` where the time limit ended it.
  public internal(set) var finishedAt: MonotonicTime?
  /// What was sent, by address and purpose.
  public internal(set) var traffic = TrafficLedger()
  /// Everything that was sent, in order.
  public internal(set) var sent: [SentPacket] = []
  /// What the devices saw of connections: how many, and how many bytes.
  public internal(set) var counters = HostCounters()
}

/// Something that left the simulated machine.
public struct SentPacket: Hashable, Sendable {
  /// What it was.
  public enum Kind: Hashable, Sendable {
    /// A UDP datagram or an ICMP message.
    case datagram
    /// An empty datagram of a sweep.
    case solicitation
    /// A frame of a link socket.
    case frame
    /// A TCP connect.
    case connection
  }

  /// When.
  public var time: MonotonicTime
  /// To whom; the port is 0 where there is none.
  public var target: Endpoint
  /// What for.
  public var purpose: Purpose
  /// What it was.
  public var kind: Kind
}
