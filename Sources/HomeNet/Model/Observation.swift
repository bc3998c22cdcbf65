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
  /// It answered over HTTP.
  case http(HTTPAnswer)
  /// It showed a certificate.
  case certificate(CertificateIdentity)
  /// One of its services greeted.
  case banner(ServiceBanner)
  /// Its SNMP agent said what it is.
  case snmp(SNMPIdentity)
  /// It said what it is in SMB's first negotiation.
  case smb(SMBIdentity)
  /// It answered a maker's own discovery protocol.
  case datagram(DatagramAnswer)
  /// It answered over WS-Discovery.
  case wsDiscovery(WSDiscoveryAnswer)
  /// The UPnP description that it announced at that location.
  case description(location: String, text: String)
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
