public import Networking
public import Wire

/// A network as the plan sees it: scanned, or skipped and why.
public struct NetworkReport: Hashable, Sendable {
  /// Its addresses; `nil` where the interface has none.
  public var cidr: IPv4Prefix?
  /// The interface that leads to it.
  public var interface: String
  /// This machine's own address in it.
  public var address: IPv4Address?
  /// The next hop of the default route through it.
  public var gateway: IPAddress?
  /// The interface's state.
  public var state: Interface.Readiness
  /// Why it is not scanned; `nil` if it is.
  public var skipped: SkipReason?

  /// The given network.
  public init(
    cidr: IPv4Prefix?,
    interface: String,
    address: IPv4Address? = nil,
    gateway: IPAddress? = nil,
    state: Interface.Readiness = .up,
    skipped: SkipReason? = nil
  ) {
    self.cidr = cidr
    self.interface = interface
    self.address = address
    self.gateway = gateway
    self.state = state
    self.skipped = skipped
  }
}

extension Interface {
  /// Whether packets can leave through it.
  public enum Readiness: String, Hashable, Sendable {
    /// They can.
    case up
    /// Switched off by its owner.
    case down
    /// No cable, no association.
    case noCarrier = "no_carrier"
  }

  /// Whether packets can leave through it.
  public var readiness: Readiness {
    isUp ? (hasCarrier ? .up : .noCarrier) : .down
  }
}

/// Why a network or an interface is not scanned unless it is named.
public enum SkipReason: Hashable, Sendable {
  /// It is down, or has no carrier.
  case notReady(Interface.Readiness)
  /// A tunnel or another link without broadcast.
  case noBroadcast
  /// A container or VM engine made it.
  case madeByEngine(String)
  /// It has no IPv4 address, and no link-local IPv6 address of its own to find others by.
  case noAddress
  /// Its addresses are on the Internet.
  case publicAddresses
  /// More than 65,536 addresses.
  case tooLarge
  /// It holds this machine alone.
  case ownAddressOnly
  /// Self-assigned addresses (RFC 3927), beside a real network.
  case selfAssigned
  /// Self-assigned addresses without a real network beside: listened to, but not swept.
  case notSwept
  /// As a recording says.
  case recorded(String)
}

extension SkipReason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .notReady(.down): "down"
    case .notReady: "no carrier"
    case .noBroadcast: "a tunnel, or another link without broadcast"
    case .madeByEngine(let engine): "made by \(engine)"
    case .noAddress: "no IPv4 address"
    case .publicAddresses: "not a private network; --allow-public scans it"
    case .tooLarge: "larger than a /16; name a part of it with --network"
    case .ownAddressOnly: "holds no other addresses"
    case .selfAssigned: "self-assigned addresses; name it with --network to scan it"
    case .notSwept:
      "self-assigned addresses are listened to, not swept; name it with --network to sweep it"
    case .recorded(let reason): reason
    }
  }

  /// Whether a person should be told even where other networks are scanned.
  public var isWarning: Bool { self == .tooLarge || self == .notSwept }
}
