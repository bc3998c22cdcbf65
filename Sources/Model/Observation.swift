public import Wire

/// One thing learnt: when, from whom, about which address, and what.
///
/// Everything homenet knows is a set of these; devices are folded from the set, whatever its order.
public struct Observation: Hashable, Sendable {
  /// When it was learnt.
  public var time: Timestamp
  /// The address it is about; `nil` for a service or host name that waits for its address.
  public var subject: IPAddress?
  /// Who said it.
  public var source: Source
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

extension Observation {
  /// Whether it is about that address of its device, or about its host.
  package func isAbout(_ address: IPAddress) -> Bool {
    if case .hostAddress(_, let claimed) = fact { return claimed == address }
    return subject == nil || subject == address
  }
}

/// What can be learnt about an address.
///
/// Most of what is remembered is small, so the large cases are kept elsewhere.
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
  indirect case hostAddress(host: String, address: IPAddress)
  /// It offers a service; without a subject the service's host has yet to be found.
  indirect case service(ServiceInstance)
  /// It announced itself over SSDP.
  indirect case ssdp(SSDPAnnouncement)
  /// It answered a NetBIOS node status.
  indirect case netbios(NetBIOSIdentity)
  /// It answered over HTTP.
  indirect case http(HTTPAnswer)
  /// It showed a certificate.
  indirect case certificate(CertificateIdentity)
  /// One of its services greeted.
  indirect case banner(ServiceBanner)
  /// Its SNMP agent said what it is.
  indirect case snmp(SNMPIdentity)
  /// It said what it is in SMB's first negotiation.
  indirect case smb(SMBIdentity)
  /// It answered a maker's own discovery protocol.
  indirect case datagram(DatagramAnswer)
  /// It answered over WS-Discovery.
  indirect case wsDiscovery(WSDiscoveryAnswer)
  /// The UPnP description that it announced at that location.
  indirect case description(location: String, text: String)
  /// Round trips in milliseconds, in the order in which they were measured.
  case roundTrips([Double])
  /// It states an identifier of its own, which no other device has.
  case identity(IdentityKind, String)
  /// This port is in this state.
  case port(UInt16, TransportProtocol, PortState)
  /// A default route leads through it.
  case gateway
  /// It is this machine's own.
  case ownAddress
  /// It is this machine's own, and this is what the machine is.
  case system(MachineDescription)
}

/// Where a device states who it is.
public enum IdentityKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// The TXT key `deviceid`, or the prefix of a RAOP instance: a MAC address.
  case deviceID = "deviceid"
  /// The unique device name of UPnP.
  case udn
  /// The TXT key `id` of Google Cast.
  case cast
  /// The TXT key `id` of HomeKit.
  case homeKit = "hap"
  /// SHA-256 of an SSH host key, in hexadecimal (RFC 4253, section 8).
  case sshKey = "ssh_key"
  /// SHA-256 of a certificate's public key, in hexadecimal (RFC 5280, section 4.1).
  case tlsKey = "tls_key"
  /// Maker and serial number.
  case serial
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
