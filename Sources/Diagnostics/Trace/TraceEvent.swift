public import Networking
public import Wire

/// What happens during a trace.
public enum TraceEvent: Hashable, Sendable {
  /// Nothing can be sent at all.
  case unavailable(LocalFailure)
  /// A packet went out.
  case sent(Packet)
  /// It was answered.
  case answered(number: UInt32, Answer)
  /// No answer came in time; one may still come.
  case lost(number: UInt32)
  /// A round's packets have all been sent.
  case round(Int)

  /// A packet.
  public struct Packet: Hashable, Sendable {
    /// Its number; no other packet of the trace has it.
    public var number: UInt32
    /// How many hops it may take.
    public var hop: Int
    /// Which time the hop is asked, from 0.
    public var round: Int
    /// Which stream it belongs to.
    public var flow: Int
    /// When it went out.
    public var at: MonotonicTime
  }

  /// An answer.
  public struct Answer: Hashable, Sendable {
    /// Who answered.
    public var source: IPAddress
    /// What it says.
    public var kind: PathReply.Kind
    /// How long it took.
    public var roundTrip: Duration
    /// The labels that the packet had when its hops were used up.
    public var labels: [MPLSLabel]
    /// Whether it shows that the packet arrived.
    public var isTarget: Bool
  }
}
