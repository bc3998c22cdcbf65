public import Wire

/// One thing learnt: when, from whom, about which address, and what.
///
/// Everything homenet knows is a set of these; devices are folded from the set, whatever its order.
public struct Observation: Hashable, Sendable {
  /// When it was learnt.
  public var time: Timestamp
  /// Who said it.
  public var source: Source
  /// The address it is about; `nil` for a service or host name that waits for its address.
  public var subject: IPAddress?
  /// What was learnt.
  public var fact: Fact

  /// The given observation.
  public init(time: Timestamp, source: Source, subject: IPAddress?, fact: Fact) {
    self.time = time
    self.source = source
    self.subject = subject
    self.fact = fact
  }
}

/// What can be learnt about an address.
public enum Fact: Hashable, Sendable {
  /// It answered: somebody is there. `rttMs` where it was measured from kernel or reactor time.
  case answered(rttMs: Double?)
  /// It has this link address, and proved it after the scan began.
  case linkAddress(MACAddress)
  /// The neighbour table remembers this link address; nobody has proved it since the scan began.
  case rememberedLinkAddress(MACAddress)
  /// It was asked by ARP or NDP and nobody answered.
  case unresolved
  /// It is called this; host names keep their domain, without the trailing dot.
  case name(String)
  /// mDNS says that this host has this address (a claim, made by whoever sent the record).
  case hostAddress(host: String, address: IPAddress)
  /// It offers a service; without a subject the service's host has yet to be found.
  case service(ServiceInstance)
  /// It announced itself over SSDP.
  case ssdp(SSDPAnnouncement)
  /// It answered a NetBIOS node status.
  case netbios(NetBIOSIdentity)
  /// This port is in this state.
  case port(UInt16, TransportProtocol, PortState)
  /// A default route leads through it.
  case gateway
  /// It is this machine's own.
  case ownAddress
}

/// TCP or UDP.
public enum TransportProtocol: String, Hashable, Sendable, Codable {
  /// TCP.
  case tcp
  /// UDP.
  case udp
}

/// A port's state, in nmap's words.
public enum PortState: String, Hashable, Sendable, Codable {
  /// Somebody accepts.
  case open
  /// The host refuses.
  case closed
  /// Nothing comes back.
  case filtered
}
