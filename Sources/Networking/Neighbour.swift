public import Wire

/// An entry of the kernel's neighbour table (ARP for IPv4, NDP for IPv6).
public struct Neighbour: Hashable, Sendable {
  /// The kernel's state of the entry (`NUD_*` in linux/neighbour.h).
  public enum State: Hashable, Sendable {
    /// Asked, no answer yet.
    case incomplete
    /// Answered within the last half minute or so.
    case reachable
    /// Answered once; nobody has checked since.
    case stale
    /// In use, about to be checked.
    case delay
    /// Being checked by unicast requests.
    case probe
    /// Asked three times without an answer.
    case failed
    /// Set by hand; proves nothing.
    case permanent
    /// Needs no resolution (loopback, multicast); proves nothing.
    case noARP
  }

  /// The neighbour's address.
  public var address: IPAddress
  /// The interface's index.
  public var interface: UInt32
  /// Its link address, where it is known.
  public var mac: MACAddress?
  /// The entry's state.
  public var state: State
  /// How long ago the neighbour last proved that it is there (`NDA_CACHEINFO`), where known.
  public var confirmedAgo: Duration?
  /// Whether the neighbour says it is a router (`NTF_ROUTER`, IPv6 only).
  public var isRouter: Bool

  /// The given entry.
  public init(
    address: IPAddress,
    interface: UInt32,
    mac: MACAddress?,
    state: State,
    confirmedAgo: Duration? = nil,
    isRouter: Bool = false
  ) {
    self.address = address
    self.interface = interface
    self.mac = mac
    self.state = state
    self.confirmedAgo = confirmedAgo
    self.isRouter = isRouter
  }
}
