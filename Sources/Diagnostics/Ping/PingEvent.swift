public import Networking
public import Wire

/// What happens to the packets of a ping; targets are counted from 0, and so are each one's packets.
public enum PingEvent: Hashable, Sendable {
  /// Hosts of a family are asked in this way.
  case method(PathMethod, AddressFamily)
  /// Hosts of a family can't be asked at all.
  case unavailable(AddressFamily, LocalFailure)
  /// Connects to the target go to that port: it answered there first.
  case port(target: Int, UInt16)
  /// A packet went out.
  case sent(target: Int, sequence: Int)
  /// This machine could not send one.
  case notSent(target: Int, sequence: Int, LocalFailure)
  /// It was answered.
  case answered(target: Int, sequence: Int, Answer)
  /// It was answered once more.
  case doubled(target: Int, sequence: Int, Answer)
  /// It was answered after the time allowed.
  case late(target: Int, sequence: Int, Answer)
  /// An ICMP error says that it could not be delivered.
  case failed(target: Int, sequence: Int, from: IPAddress, PathReply.Kind)
  /// No answer came in time.
  case lost(target: Int, sequence: Int)

  /// An answer.
  public struct Answer: Hashable, Sendable {
    /// Who answered.
    public var source: IPAddress
    /// From the moment before the packet was handed to the kernel to the kernel's timestamp.
    public var roundTrip: Duration
    /// The answer's TTL as it arrived, where that is known.
    public var hopLimit: UInt8?
    /// Whether a packet that was sent later had been answered before.
    public var isOutOfOrder: Bool

    /// An answer that was received in order, unless it is said otherwise.
    public init(
      source: IPAddress,
      roundTrip: Duration,
      hopLimit: UInt8? = nil,
      isOutOfOrder: Bool = false
    ) {
      self.source = source
      self.roundTrip = roundTrip
      self.hopLimit = hopLimit
      self.isOutOfOrder = isOutOfOrder
    }
  }
}
