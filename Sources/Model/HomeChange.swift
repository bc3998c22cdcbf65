/// An entry of the home's history: what changed at a moment, and from what to what.
///
/// It holds values; ``message`` says it in words.
public struct HomeChange: Hashable, Sendable, Identifiable {
  /// Its number in the home's one sequence of changes.
  public var seq: UInt64
  /// When it was noticed.
  public var time: Timestamp
  /// The device's slot; `nil` where the home as a whole changed.
  public var slot: Int?
  /// What the device was called then.
  public var name: String?
  /// What happened.
  public var kind: Kind
  /// The value before, if there was one: an address, a name, a port, a duration in seconds.
  public var was: String?
  /// The value since.
  public var now: String?
  /// Why it is taken to be so, where several things could be.
  public var reason: Reason?
  /// The sources of what changed.
  public var sources: [Source]

  /// What happened; the words are arpwatch's where it has one.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A device that was never seen before.
    case newStation = "new_station"
    /// It is back; `was` is the number of seconds since it was last seen.
    case returned
    /// It is away; `was` is the time when it was last seen.
    case left
    /// Its main address changed.
    case movedAddress = "moved_address"
    /// A known device has another link address.
    case newMAC = "new_mac"
    /// Its link address changes to and fro between two.
    case flipFlop = "flip_flop"
    /// It calls itself something else.
    case renamed
    /// Its kind, maker or model is taken to be another.
    case identifiedAnew = "identified_anew"
    /// It announces a service that it didn't.
    case serviceAppeared = "service_appeared"
    /// It no longer announces a service.
    case serviceGone = "service_gone"
    /// A port is open that wasn't.
    case portAppeared = "port_appeared"
    /// A port is no longer open.
    case portGone = "port_gone"
    /// It shows another certificate or host key.
    case keyChanged = "key_changed"
    /// The gateway's address belongs to another link address.
    case gatewayMACChanged = "gateway_mac_changed"
    /// Two link addresses claim one address.
    case addressConflict = "address_conflict"
    /// A DHCP server was heard that wasn't known.
    case dhcpServerAppeared = "dhcp_server_appeared"
    /// This machine asks other name servers.
    case resolverChanged = "resolver_changed"
    /// This machine's default route leads elsewhere.
    case routeChanged = "route_changed"
    /// This machine lost its network: what happens meanwhile is unknown.
    case ownNetworkLost = "own_network_lost"
    /// This machine has its network again.
    case ownNetworkBack = "own_network_back"
    /// The user paused the watch: what happens meanwhile is unknown.
    case watchPaused = "watch_paused"
    /// The watch goes on; `was` is the number of seconds that it was paused.
    case watchResumed = "watch_resumed"
    /// Two entries turned out to be one device.
    case merged
    /// An entry turned out to be two devices.
    case split
    /// The user changed its name, kind or note, or hid it; `now` says which property.
    case edited
    /// The user forgot it.
    case forgotten
  }

  /// Why a change is taken for what it is.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// Certificate, host key or device id are as before: the same machine with another card.
    case sameKeys = "same_keys"
    /// They are others: another machine.
    case otherKeys = "other_keys"
    /// Two link addresses take turns, as when somebody pretends to be the other.
    case alternating
    /// Nothing that could tell was seen.
    case unproven
  }

  /// Memberwise initialiser.
  public init(
    seq: UInt64 = 0,
    time: Timestamp,
    slot: Int? = nil,
    name: String? = nil,
    kind: Kind,
    was: String? = nil,
    now: String? = nil,
    reason: Reason? = nil,
    sources: [Source] = []
  ) {
    self.seq = seq
    self.time = time
    self.slot = slot
    self.name = name
    self.kind = kind
    self.was = was
    self.now = now
    self.reason = reason
    self.sources = sources
  }

  /// Its number.
  public var id: UInt64 { seq }
}
