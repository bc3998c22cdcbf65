import Wire

extension Observation: Codable {
  private enum CodingKeys: String, CodingKey { case time, source, subject, fact }

  /// Reads a line of a recording.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      time: try json.decode(Timestamp.self, forKey: .time),
      source: try json.decode(Source.self, forKey: .source),
      subject: try json.decodeIfPresent(IPAddress.self, forKey: .subject),
      fact: try json.decode(Fact.self, forKey: .fact)
    )
  }

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
    case identity, system
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
    }
  }
}
