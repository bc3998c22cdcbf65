public import Wire

/// A home as data: its network and its devices; the scanner is not one of them.
public struct SimulatedHome: Sendable {
  /// The home's subnet.
  public var prefix: IPv4Prefix
  /// The address the scanner has in it.
  public var scannerAddress: IPv4Address
  /// The scanner's link address.
  public var scannerMAC: MACAddress
  /// The domain that the router gives names in.
  public var domain: String
  /// The devices, the router included.
  public var devices: [SimulatedDevice]

  /// A home with the given devices.
  public init(
    prefix: IPv4Prefix = SimulatedHome.standardPrefix,
    scannerAddress: IPv4Address = IPv4Address(192, 168, 77, 2),
    scannerMAC: MACAddress = MACAddress(rawValue: 0x0200_5E77_0002),
    domain: String = "fritz.box",
    devices: [SimulatedDevice]
  ) {
    self.prefix = prefix
    self.scannerAddress = scannerAddress
    self.scannerMAC = scannerMAC
    self.domain = domain
    self.devices = devices
  }

  /// `192.168.77.0/24`.
  public static let standardPrefix = IPv4Prefix(IPv4Address(192, 168, 77, 0), length: 24)

  /// Every device there is here.
  public static let large = SimulatedHome(
    devices: reached(
      networkGear + apple + googleAndAmazon + speakers + screens + consoles + computers
        + storageAndPrinters + smartHome + phones + oddities
    )
  )

  /// The home of the demo and the tests: 30 devices of every kind, and every oddity of names.
  public static let standard = SimulatedHome(
    devices: large.devices.filter { !beyondStandard.contains($0.label) }
  )

  /// What the large home has twice, or more than a test needs.
  private static let beyondStandard: Set<String> = [
    "TP-Link switch", "Nest Hub", "Fire TV", "Sonos Beam", "LG TV", "PlayStation 4", "Xbox",
    "Linux laptop", "Brother laser printer", "Roomba", "Car", "Thermostat", "Pixel phone",
  ]

  /// The router: gateway and resolver.
  public var router: SimulatedDevice? { devices.first(where: \.isRouter) }

  /// The device with that label.
  public func device(_ label: String) -> SimulatedDevice? {
    devices.first { $0.label == label }
  }
}
