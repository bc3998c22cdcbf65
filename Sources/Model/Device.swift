public import Wire

/// A device: what the fold makes of all observations that are about one thing.
public struct Device: Hashable, Sendable, Identifiable {
  /// Whether it is there.
  public enum State: String, Hashable, Sendable, Codable {
    /// It answered in this scan.
    case present
    /// Only remembered so far: the neighbour table knows it, nobody has heard it yet.
    case unconfirmed
  }

  /// The same over scans: derived from the strongest identity known.
  public var id: String
  /// This machine itself.
  public var isSelf: Bool
  /// A default route leads through it.
  public var isGateway: Bool
  /// Its main address: the lowest answering IPv4, else a global or unique-local IPv6, else
  /// link-local.
  public var ip: IPAddress
  /// Every address that answered, ascending, then every address that was only claimed.
  public var addresses: [IPAddress]
  /// Whether it is there.
  public var state: State
  /// Its host name, the most telling of those known.
  public var hostname: String?
  /// Its open ports, ascending.
  public var ports: [OpenPort]
  /// The least round trip, in milliseconds: of the series that tells the link, else of any answer.
  public var latencyMs: Double?
  /// How it is connected, as far as its round trips tell.
  public var link: Link?
  /// When it was first and last heard in the observations at hand.
  public var firstSeen: Timestamp
  /// When it was last heard.
  public var lastSeen: Timestamp
  /// The sources that heard it, in order of their names.
  public var discoveredBy: [Source]
  /// What can tell what it is; holds its MAC and services.
  public var evidence: Evidence {
    get { sharedEvidence.value }
    set { sharedEvidence.value = newValue }
  }
  /// What it is taken to be.
  public var verdict: Verdict {
    get { sharedVerdict.value }
    set { sharedVerdict.value = newValue }
  }

  private var sharedEvidence: Shared<Evidence>
  private var sharedVerdict: Shared<Verdict>

  /// An open port.
  public struct OpenPort: Hashable, Sendable {
    /// Its number.
    public var port: UInt16
    /// TCP or UDP.
    public var transport: TransportProtocol
    /// The service that IANA or custom names for it.
    public var service: String?

    /// The given port.
    public init(port: UInt16, transport: TransportProtocol, service: String?) {
      self.port = port
      self.transport = transport
      self.service = service
    }
  }

  /// A device with the given properties.
  public init(
    id: String,
    isSelf: Bool = false,
    isGateway: Bool = false,
    ip: IPAddress,
    addresses: [IPAddress],
    state: State = .present,
    hostname: String? = nil,
    ports: [OpenPort] = [],
    latencyMs: Double? = nil,
    link: Link? = nil,
    firstSeen: Timestamp,
    lastSeen: Timestamp,
    discoveredBy: [Source] = [],
    evidence: Evidence = Evidence(),
    verdict: Verdict = Verdict()
  ) {
    self.id = id
    self.isSelf = isSelf
    self.isGateway = isGateway
    self.ip = ip
    self.addresses = addresses
    self.state = state
    self.hostname = hostname
    self.ports = ports
    self.latencyMs = latencyMs
    self.link = link
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.discoveredBy = discoveredBy
    sharedEvidence = Shared(evidence)
    sharedVerdict = Shared(verdict)
  }
}
