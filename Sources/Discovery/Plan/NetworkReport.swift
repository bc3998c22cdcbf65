package import Model
public import Networking
public import Wire

/// A network that the plan considered: scanned, or skipped and why.
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

  /// Memberwise initialiser.
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
  /// The reason as a message.
  package var message: Message {
    switch self {
    case .notReady(.down): Message(.skippedDown)
    case .notReady: Message(.skippedNoCarrier)
    case .noBroadcast: Message(.skippedNoBroadcast)
    case .madeByEngine(let engine): Message(.skippedMadeByEngine, ["engine": engine])
    case .noAddress: Message(.skippedNoAddress)
    case .publicAddresses: Message(.skippedPublicAddresses)
    case .tooLarge: Message(.skippedTooLarge)
    case .ownAddressOnly: Message(.skippedOwnAddressOnly)
    case .selfAssigned: Message(.skippedSelfAssigned)
    case .notSwept: Message(.skippedNotSwept)
    case .recorded(let reason): .verbatim(reason)
    }
  }

  /// The reason in words.
  public var description: String { message.text }

  /// Whether a person should be told even where other networks are scanned.
  public var isWarning: Bool { self == .tooLarge || self == .notSwept }
}

extension NetworkReport: Codable {
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

  /// Reads an entry of `networks`; why it was skipped stays as it was written.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    let state = try json.decode(String.self, forKey: .state)
    self.init(
      cidr: try json.decodeIfPresent(IPv4Prefix.self, forKey: .cidr),
      interface: try json.decode(String.self, forKey: .interface),
      address: try json.decodeIfPresent(IPv4Address.self, forKey: .address),
      gateway: try json.decodeIfPresent(IPAddress.self, forKey: .gateway),
      state: Interface.Readiness(rawValue: state) ?? .down,
      skipped: try json.decodeIfPresent(String.self, forKey: .skipped).map { .recorded($0) }
    )
  }
}

/// Why a network is not scanned.
extension MessageTemplate {
  static let skippedDown = MessageTemplate("skipped.down", "down")
  static let skippedNoCarrier = MessageTemplate("skipped.no_carrier", "no carrier")
  static let skippedNoBroadcast = MessageTemplate(
    "skipped.no_broadcast",
    "a tunnel, or another link without broadcast"
  )
  static let skippedMadeByEngine = MessageTemplate("skipped.made_by_engine", "made by {engine}")
  static let skippedNoAddress = MessageTemplate("skipped.no_address", "no IPv4 address")
  static let skippedPublicAddresses = MessageTemplate(
    "skipped.public_addresses",
    "not a private network; --allow-public scans it"
  )
  static let skippedTooLarge = MessageTemplate(
    "skipped.too_large",
    "larger than a /16; name a part of it with --network"
  )
  static let skippedOwnAddressOnly = MessageTemplate(
    "skipped.own_address_only",
    "holds no other addresses"
  )
  static let skippedSelfAssigned = MessageTemplate(
    "skipped.self_assigned",
    "self-assigned addresses; name it with --network to scan it"
  )
  static let skippedNotSwept = MessageTemplate(
    "skipped.not_swept",
    "self-assigned addresses are listened to, not swept; name it with --network to sweep it"
  )
}
