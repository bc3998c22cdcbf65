public import Model
public import Wire

/// A device of a simulated home: what it is called, what it says, and how it behaves.
///
/// The same description lives in memory on a virtual clock and in a network namespace on a real
/// kernel.
public struct SimulatedDevice: Sendable {
  /// How it treats packets.
  public enum Behaviour: Hashable, Sendable {
    /// Answers everything as a kernel does.
    case ordinary
    /// Answers ARP; drops ICMP and TCP, and UDP but for the responders it has.
    case stealthy
    /// Ordinary, but each answer of its services comes this much later.
    case slow(Duration)
  }

  /// A TCP port that accepts, and what it then does.
  public struct Listener: Sendable {
    /// The port.
    public var port: UInt16
    /// What it does with those who connect.
    public var service: any ListenerService

    /// A port with a service.
    public init(port: UInt16, service: any ListenerService) {
      self.port = port
      self.service = service
    }

    /// A port that greets, or says nothing, and then listens.
    public init(port: UInt16, greeting: [UInt8] = []) {
      self.init(port: port, service: GreetingService(greeting))
    }
  }

  /// What a person calls it; unique in its home.
  public var label: String
  /// Its link address.
  public var mac: MACAddress
  /// Its address.
  public var address: IPv4Address
  /// How it treats packets.
  public var behaviour: Behaviour
  /// By what it is reached; only homes in namespaces with radios make a difference of it.
  public var reach = Reach.cable
  /// Its mDNS host name, `Living-Room.local`; `nil` if it speaks no mDNS.
  public var mdnsHost: String?
  /// The services it announces; one whose host is not `mdnsHost` never resolves.
  public var services: [ServiceInstance]
  /// Its SSDP announcements; `location` may hold `{address}`.
  public var ssdp: [SSDPAnnouncement]
  /// Its NetBIOS names.
  public var netbios: NetBIOSIdentity?
  /// Its name in the home's DNS, as the router gives it out.
  public var dnsName: String?
  /// Its open TCP ports.
  public var listeners: [Listener]
  /// Its UDP ports, beside those of mDNS, SSDP, NetBIOS and DNS.
  public var datagrams: [DatagramService]
  /// Whether it is the home's router: gateway and resolver.
  public var isRouter: Bool
  /// What it truly is, for measuring verdicts.
  public var category: Category
  /// Who made it, for measuring verdicts; `nil` where nothing on the network tells.
  public var vendor: String?
  /// Its model, for measuring verdicts; `nil` where nothing on the network tells.
  public var model: String?
  /// The name that a person should see; `nil` where any will do.
  public var shownName: String?

  /// A device with the given properties.
  public init(
    label: String,
    mac: MACAddress,
    address: IPv4Address,
    behaviour: Behaviour = .ordinary,
    mdnsHost: String? = nil,
    services: [ServiceInstance] = [],
    ssdp: [SSDPAnnouncement] = [],
    netbios: NetBIOSIdentity? = nil,
    dnsName: String? = nil,
    listeners: [Listener] = [],
    datagrams: [DatagramService] = [],
    isRouter: Bool = false,
    category: Category = .unknown,
    vendor: String? = nil,
    model: String? = nil,
    shownName: String? = nil
  ) {
    self.label = label
    self.mac = mac
    self.address = address
    self.behaviour = behaviour
    self.mdnsHost = mdnsHost
    self.services = services
    self.ssdp = ssdp
    self.netbios = netbios
    self.dnsName = dnsName
    self.listeners = listeners
    self.datagrams = datagrams
    self.isRouter = isRouter
    self.category = category
    self.vendor = vendor
    self.model = model
    self.shownName = shownName
  }
}

extension SimulatedDevice {
  /// Its IPv6 link-local address, made from the MAC (RFC 4291, appendix A).
  public var linkLocal: IPv6Address {
    let raw = mac.rawValue ^ 0x0200_0000_0000
    return IPv6Address(
      high: 0xFE80_0000_0000_0000,
      low: (raw >> 24) << 40 | 0xFF_FE00_0000 | raw & 0xFF_FFFF
    )
  }
}
