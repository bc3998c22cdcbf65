public import Wire

/// A fact about an address, with its time and source.
///
/// Everything homenet knows is a set of these; devices are folded from the set, whatever its order.
public struct Observation: Hashable, Sendable {
  /// When it was learnt.
  public var time: Timestamp
  /// The address it is about; `nil` for a service or host name that waits for its address.
  public var subject: IPAddress?
  /// The mechanism that it came from.
  public var source: Source
  /// What was learnt.
  public var fact: Fact

  /// A fact learnt at `time`; without a subject it waits until its host name has an address.
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
  /// It answered. `rttMs` where it was measured from kernel or reactor time.
  case answered(rttMs: Double?)
  /// It has this link address, and proved it after the scan began.
  case linkAddress(MACAddress)
  /// The neighbour table has this link address, unconfirmed since the scan began.
  case rememberedLinkAddress(MACAddress)
  /// ARP or NDP requests for it were not answered.
  case unresolved
  /// It is called this; host names keep their domain, without the trailing dot.
  case name(String)
  /// An mDNS record claims that this host has this address; any sender can claim it.
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
  /// It asked for an address, by broadcast.
  indirect case dhcp(DHCPRequest)
  /// It gives out addresses, or a client says so.
  indirect case dhcpServer(DHCPServer)
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

/// The kind of a stated identifier.
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
  /// Accepts connections.
  case open
  /// The host refuses connections.
  case closed
  /// No answer.
  case filtered
}

/// The mechanism that an observation came from.
public enum Source: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  /// This machine's own firmware and system.
  case system
  /// This machine's own interfaces.
  case interface
  /// The routing table.
  case route
  /// The kernel's neighbour table (ARP and NDP asked by the kernel).
  case neighbours
  /// ARP asked by homenet itself.
  case arp
  /// ICMP or ICMPv6 echo.
  case icmp
  /// TCP connects.
  case tcp
  /// Multicast DNS and DNS-based service discovery.
  case mdns
  /// SSDP (UPnP discovery).
  case ssdp
  /// NetBIOS name service.
  case netbios
  /// Reverse look-ups through the network's own resolver.
  case dns
  /// WS-Discovery.
  case wsDiscovery = "ws_discovery"
  /// DHCP messages received by broadcast.
  case dhcp
  /// HTTP and HTTPS answers.
  case http
  /// Certificates shown over TLS.
  case tls
  /// Greetings of services: SSH, FTP, SIP and others.
  case banner
  /// SNMP.
  case snmp
  /// SMB.
  case smb
  /// The discovery protocols of single makers over UDP.
  case udp
  /// The user.
  case user

  /// Alphabetic order of the raw names.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Observation: Codable {
  private enum CodingKeys: String, CodingKey { case time, source, subject, fact }

  /// Writes a line of a recording.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(time, forKey: .time)
    try json.encode(source, forKey: .source)
    try json.encode(subject, forKey: .subject)
    try json.encode(fact, forKey: .fact)
  }
}

/// An object with one key, the fact's kind: `{"link_address":"a4:cf:12:34:56:78"}`; a fact that has
/// nothing more to say holds `true`.
extension Fact: Codable {
  private enum CodingKeys: String, CodingKey {
    case answered
    case linkAddress = "link_address"
    case rememberedLinkAddress = "remembered_link_address"
    case unresolved, name
    case hostAddress = "host_address"
    case service, ssdp, netbios, port, gateway
    case ownAddress = "own_address"
    case http, certificate, banner, snmp, smb, datagram
    case wsDiscovery = "ws_discovery"
    case description
    case roundTrips = "round_trips"
    case identity, system, dhcp
    case dhcpServer = "dhcp_server"
  }

  private struct Answer: Codable {
    var rtt_ms: Double?
  }

  private struct HostAddress: Codable {
    var host: String
    var address: IPAddress
  }

  private struct Description: Codable {
    var location: String
    var text: String
  }

  private struct Identity: Codable {
    var kind: IdentityKind
    var value: String
  }

  private struct Port: Codable {
    var port: UInt16
    var `protocol`: TransportProtocol
    var state: PortState
  }

  /// Reads a fact of any kind.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    guard let kind = json.allKeys.first, json.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a fact is an object with one known key"
        )
      )
    }
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try json.decode(type, forKey: kind)
    }
    switch kind {
    case .answered: self = .answered(rttMs: try value(Answer.self).rtt_ms)
    case .linkAddress: self = .linkAddress(try value(MACAddress.self))
    case .rememberedLinkAddress: self = .rememberedLinkAddress(try value(MACAddress.self))
    case .unresolved: self = .unresolved
    case .name: self = .name(try value(String.self))
    case .hostAddress:
      let claim = try value(HostAddress.self)
      self = .hostAddress(host: claim.host, address: claim.address)
    case .service: self = .service(try value(ServiceInstance.self))
    case .ssdp: self = .ssdp(try value(SSDPAnnouncement.self))
    case .netbios: self = .netbios(try value(NetBIOSIdentity.self))
    case .port:
      let port = try value(Port.self)
      self = .port(port.port, port.protocol, port.state)
    case .http: self = .http(try value(HTTPAnswer.self))
    case .certificate: self = .certificate(try value(CertificateIdentity.self))
    case .banner: self = .banner(try value(ServiceBanner.self))
    case .snmp: self = .snmp(try value(SNMPIdentity.self))
    case .smb: self = .smb(try value(SMBIdentity.self))
    case .datagram: self = .datagram(try value(DatagramAnswer.self))
    case .wsDiscovery: self = .wsDiscovery(try value(WSDiscoveryAnswer.self))
    case .description:
      let found = try value(Description.self)
      self = .description(location: found.location, text: found.text)
    case .roundTrips: self = .roundTrips(try value([Double].self))
    case .identity:
      let stated = try value(Identity.self)
      self = .identity(stated.kind, stated.value)
    case .gateway: self = .gateway
    case .ownAddress: self = .ownAddress
    case .system: self = .system(try value(MachineDescription.self))
    case .dhcp: self = .dhcp(try value(DHCPRequest.self))
    case .dhcpServer: self = .dhcpServer(try value(DHCPServer.self))
    }
  }

  /// Writes the fact under its kind.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .answered(let rttMs): try json.encode(Answer(rtt_ms: rttMs), forKey: .answered)
    case .linkAddress(let mac): try json.encode(mac, forKey: .linkAddress)
    case .rememberedLinkAddress(let mac): try json.encode(mac, forKey: .rememberedLinkAddress)
    case .unresolved: try json.encode(true, forKey: .unresolved)
    case .name(let name): try json.encode(name, forKey: .name)
    case .hostAddress(let host, let address):
      try json.encode(HostAddress(host: host, address: address), forKey: .hostAddress)
    case .service(let service): try json.encode(service, forKey: .service)
    case .ssdp(let announcement): try json.encode(announcement, forKey: .ssdp)
    case .netbios(let identity): try json.encode(identity, forKey: .netbios)
    case .port(let number, let transport, let state):
      let port = Port(port: number, protocol: transport, state: state)
      try json.encode(port, forKey: .port)
    case .http(let answer): try json.encode(answer, forKey: .http)
    case .certificate(let identity): try json.encode(identity, forKey: .certificate)
    case .banner(let banner): try json.encode(banner, forKey: .banner)
    case .snmp(let identity): try json.encode(identity, forKey: .snmp)
    case .smb(let identity): try json.encode(identity, forKey: .smb)
    case .datagram(let answer): try json.encode(answer, forKey: .datagram)
    case .wsDiscovery(let answer): try json.encode(answer, forKey: .wsDiscovery)
    case .description(let location, let text):
      try json.encode(Description(location: location, text: text), forKey: .description)
    case .roundTrips(let times): try json.encode(times, forKey: .roundTrips)
    case .identity(let kind, let value):
      try json.encode(Identity(kind: kind, value: value), forKey: .identity)
    case .gateway: try json.encode(true, forKey: .gateway)
    case .ownAddress: try json.encode(true, forKey: .ownAddress)
    case .system(let machine): try json.encode(machine, forKey: .system)
    case .dhcp(let request): try json.encode(request, forKey: .dhcp)
    case .dhcpServer(let server): try json.encode(server, forKey: .dhcpServer)
    }
  }
}
