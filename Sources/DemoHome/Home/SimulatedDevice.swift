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

extension IPv4Address {
  /// The standard home's address with that last byte.
  package static func home(_ last: UInt8) -> IPv4Address { IPv4Address(192, 168, 77, last) }
}

extension MACAddress {
  /// The address with those lower 48 bits, written as they are read aloud.
  package static func mac(_ rawValue: UInt64) -> MACAddress { MACAddress(rawValue: rawValue) }
}

extension ServiceInstance {
  /// A resolved service whose attributes are all text.
  package static func service(
    _ type: String,
    _ name: String,
    on host: String,
    port: UInt16,
    _ txt: [String: String] = [:]
  ) -> ServiceInstance {
    ServiceInstance(
      type: type,
      name: name,
      host: host,
      port: port,
      txt: txt.mapValues { $0.isEmpty ? .present : .text($0) }
    )
  }
}

extension SimulatedDevice.Listener {
  /// Ports that accept and wait to be asked.
  package static func silent(_ ports: UInt16...) -> [SimulatedDevice.Listener] {
    ports.map { SimulatedDevice.Listener(port: $0) }
  }

  /// A port with a service.
  package static func serving(
    _ port: UInt16,
    _ service: any ListenerService
  ) -> [SimulatedDevice.Listener] {
    [SimulatedDevice.Listener(port: port, service: service)]
  }

  /// A port with a service behind TLS.
  package static func serving(
    _ port: UInt16,
    _ service: any ListenerService,
    certificate: ServedCertificate
  ) -> [SimulatedDevice.Listener] {
    serving(port, TLSService(wrapping: service, certificate: certificate))
  }

  /// An SSH server that calls itself so.
  package static func ssh(_ identification: String, seed: String) -> [SimulatedDevice.Listener] {
    serving(22, SSHService(identification, seed: seed))
  }

  /// A port that greets with a line, CR and LF added.
  package static func greeting(_ port: UInt16, _ line: String) -> [SimulatedDevice.Listener] {
    [SimulatedDevice.Listener(port: port, greeting: Array("\(line)\r\n".utf8))]
  }
}

extension SSDPAnnouncement {
  /// The announcements of a root device: itself, its UUID, its type, its services (UPnP Device
  /// Architecture 2.0, section 1.2.2).
  package static func rootDevice(
    uuid: String,
    type: String,
    services: [String] = [],
    server: String,
    path: String,
    headers: [String: String] = [:]
  ) -> [SSDPAnnouncement] {
    let udn = "uuid:\(uuid)"
    return (["upnp:rootdevice", udn, type] + services).map { target in
      SSDPAnnouncement(
        target: target,
        usn: target == udn ? udn : "\(udn)::\(target)",
        server: server,
        location: "http://{address}:\(path)",
        headers: headers
      )
    }
  }
}
