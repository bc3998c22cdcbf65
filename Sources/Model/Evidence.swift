public import Wire

/// Everything known that can identify a device, in the shape of an evidence record.
///
/// A part that is empty or `nil` is not known; it never means *not so*. Verdicts are a pure function
/// of this value.
public struct Evidence: Hashable, Sendable {
  /// Its primary address.
  public var ip: IPAddress?
  /// Whether a default route leads through it.
  public var isGateway = false
  /// Its link address.
  public var mac: MACAddress?
  /// Its name by reverse look-up or as a host name in mDNS.
  public var hostname: String?
  /// The host name's source; `nil` where it is not known, as in records.
  public var hostnameSource: Source?
  /// What it calls itself where it was asked: over makers' own protocols, local APIs, descriptions.
  public var statedNames: [StatedName] = []
  /// The services it announces.
  public var services: [ServiceInstance] = []
  /// What it announced or answered over SSDP.
  public var ssdp: [SSDPAnnouncement] = []
  /// Its NetBIOS names.
  public var netbios: NetBIOSIdentity?
  /// Open TCP ports, ascending.
  public var openPorts: [UInt16] = []
  /// What it asked a DHCP server.
  public var dhcp: DHCPRequest?
  /// What it answered over HTTP.
  public var http: [HTTPAnswer] = []
  /// The certificates it showed.
  public var tls: [CertificateIdentity] = []
  /// How its services greeted.
  public var banners: [ServiceBanner] = []
  /// What its SNMP agent says of the system.
  public var snmp: SNMPIdentity?
  /// What it said in SMB's first negotiation.
  public var smb: SMBIdentity?
  /// Answers to the discovery protocols of single makers.
  public var udp: [DatagramAnswer] = []
  /// What it answered over WS-Discovery.
  public var wsDiscovery: WSDiscoveryAnswer?

  /// What it knows of itself, where it is this machine.
  public var system = MachineDescription()

  /// Nothing known.
  public init() {}
}

/// A name that a device gives itself for people to read.
public struct StatedName: Hashable, Sendable, Comparable {
  /// The name.
  public var text: String
  /// The name's source.
  public var source: Source

  /// A name as the device spelt it; the source decides which of several names is shown.
  public init(_ text: String, from source: Source) {
    self.text = text
    self.source = source
  }

  /// By what the sources are worth, then by the names.
  public static func < (left: Self, right: Self) -> Bool {
    (left.source, left.text) < (right.source, right.text)
  }
}

/// A service of DNS-based service discovery (RFC 6763).
public struct ServiceInstance: Hashable, Sendable, Codable {
  /// `_airplay._tcp`.
  public var type: String
  /// The instance's name, unescaped: `Living Room`.
  public var name: String
  /// The host that offers it, without trailing dot: `Living-Room.local`; `nil` until resolved.
  public var host: String?
  /// Its port; `nil` until resolved.
  public var port: UInt16?
  /// Its attributes by key; keys in lower case, first occurrence wins (RFC 6763, section 6.4).
  public var txt: [String: TXTValue]

  /// Host and port are `nil` until an SRV record resolves the instance (RFC 6763, section 5).
  public init(
    type: String,
    name: String,
    host: String? = nil,
    port: UInt16? = nil,
    txt: [String: TXTValue] = [:]
  ) {
    self.type = type
    self.name = name
    self.host = host
    self.port = port
    self.txt = txt
  }
}

/// The value of a TXT attribute.
public enum TXTValue: Hashable, Sendable {
  /// A key alone, without `=`.
  case present
  /// UTF-8 text.
  case text(String)
  /// Bytes that are no UTF-8.
  case bytes([UInt8])

  /// The text, where it is text.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

/// An SSDP announcement or answer (UPnP Device Architecture 2.0, section 1).
public struct SSDPAnnouncement: Hashable, Sendable, Codable {
  /// What is announced: the NT of an announcement or the ST of an answer.
  public var target: String
  /// The unique service name.
  public var usn: String
  /// The SERVER line.
  public var server: String?
  /// Where the description is.
  public var location: String?
  /// All header fields, names in lower case.
  public var headers: [String: String]
  /// The UPnP device description at that location, where it was fetched.
  public var description: String?

  /// Absent fields are `nil`; the names of `headers` must be in lower case already.
  public init(
    target: String,
    usn: String,
    server: String? = nil,
    location: String? = nil,
    headers: [String: String] = [:],
    description: String? = nil
  ) {
    self.target = target
    self.usn = usn
    self.server = server
    self.location = location
    self.headers = headers
    self.description = description
  }
}

/// What a NetBIOS node status says (RFC 1002, section 4.2.18).
public struct NetBIOSIdentity: Hashable, Sendable, Codable {
  /// The unique names, service suffix dropped, the workstation's first.
  public var names: [String]
  /// The workgroup or domain.
  public var group: String?
  /// The unit's link address; zeros (samba) are dropped.
  public var mac: MACAddress?

  /// Names without padding and suffix; an all-zero link address must be given as `nil`.
  public init(names: [String], group: String? = nil, mac: MACAddress? = nil) {
    self.names = names
    self.group = group
    self.mac = mac
  }
}

extension TXTValue: Codable {
  private enum CodingKeys: String, CodingKey { case hex }

  /// Parses a text, `true`, or `{"hex": "00ff"}`.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if let text = try? container.decode(String.self) {
        self = .text(text)
        return
      }
      if let flag = try? container.decode(Bool.self) {
        guard flag else {
          throw DecodingError.dataCorruptedError(
            in: container,
            debugDescription: "a TXT key alone is true, never false"
          )
        }
        self = .present
        return
      }
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let hex = Array(try container.decode(String.self, forKey: .hex).utf8)
    guard hex.count % 2 == 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .hex,
        in: container,
        debugDescription: "an odd number of hexadecimal digits"
      )
    }
    guard let bytes = Hex.decode(hex) else {
      throw DecodingError.dataCorruptedError(
        forKey: .hex,
        in: container,
        debugDescription: "no hexadecimal digit"
      )
    }
    self = .bytes(bytes)
  }

  /// Writes a text, `true`, or `{"hex": "00ff"}`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .present:
      var container = encoder.singleValueContainer()
      try container.encode(true)
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .bytes(let bytes):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Hex.encode(bytes), forKey: .hex)
    }
  }
}
