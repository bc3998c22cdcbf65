public import Wire

/// A home as data: its network and its devices; the scanner is not one of them.
public struct SimulatedHome: Sendable {
  package typealias Listener = SimulatedDevice.Listener

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
        + storageAndPrinters + smartHome + phones + edgeCaseDevices
    )
  )

  /// The home of the demo and the tests: 30 devices of every kind, and harmless oddities of names.
  public static let standard = SimulatedHome(
    devices: large.devices.filter { !onlyInLarge.contains($0.label) }
  )

  /// What the large home has twice, or more than a test needs.
  private static let onlyInLarge: Set<String> = [
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

extension SimulatedDevice {
  /// By what a device is reached.
  public enum Reach: Hashable, Sendable {
    /// A cable.
    case cable
    /// A link that does this to frames, the same in each direction.
    case link(Impairment)
    /// Wi-Fi.
    case radio
    /// A tunnel to another place, which carries frames as if it were here.
    case tunnel
  }
}

extension SimulatedDevice.Reach {
  /// What it does to frames, the same in each direction; `nil` where it is a plain cable.
  var impairment: Impairment? {
    switch self {
    case .cable: nil
    case .link(let impairment): impairment
    // A few milliseconds, never the same, and more for a station that slept.
    case .radio:
      Impairment(
        loss: 0,
        delay: .milliseconds(1) ... .milliseconds(7),
        waking: .milliseconds(5) ... .milliseconds(40)
      )
    case .tunnel: Impairment(loss: 0, delay: .milliseconds(28) ... .milliseconds(34))
    }
  }
}

extension SimulatedHome {
  /// The devices with what they are reached by.
  static func reached(_ devices: [SimulatedDevice]) -> [SimulatedDevice] {
    devices.map { device in
      var device = device
      if wirelessDevices.contains(device.label) { device.reach = .radio }
      if elsewhere.contains(device.label) { device.reach = .tunnel }
      return device
    }
  }

  /// What is on Wi-Fi, by label.
  private static let wirelessDevices: Set<String> = [
    "HomePod mini", "MacBook Pro", "Linux laptop", "Chromecast", "Nest Hub", "Nest Mini, left",
    "Nest Mini, right", "Echo Dot", "Fire TV", "Sonos One", "Sonos Beam", "Bose SoundTouch", "Roku",
    "Nintendo Switch", "Samsung TV", "HP OfficeJet", "Shelly plug", "Roomba", "Ring doorbell",
    "Thermostat",
    "Xiaomi vacuum", "Car", "iPhone with private address", "Galaxy phone", "Pixel phone", "iPad",
    "Plant sensor",
  ]

  /// What stands in the allotment's hut, behind a tunnel, by label.
  private static let elsewhere: Set<String> = [
    "Raspberry Pi", "Weather station with a long name",
  ]
}

/// What a link does to frames, the same in each direction.
public struct Impairment: Hashable, Sendable {
  /// The share of frames that are lost, 0–1, independently of each other.
  public var loss: Double
  /// How long a frame takes, uniformly distributed; frames don't overtake each other.
  public var delay: ClosedRange<Duration>
  /// How much longer a frame takes to a station that slept for want of frames.
  ///
  /// `nil` where none sleeps; links of a simulated kernel know no such stations.
  public var waking: ClosedRange<Duration>?

  /// An impairment without sleeping stations, unless `waking` is given; `loss` is not checked.
  public init(
    loss: Double,
    delay: ClosedRange<Duration>,
    waking: ClosedRange<Duration>? = nil
  ) {
    self.loss = loss
    self.delay = delay
    self.waking = waking
  }

  /// A cable: nothing is lost, a frame takes 0.05 ms.
  public static let none = Impairment(
    loss: 0,
    delay: .microseconds(50) ... .microseconds(50)
  )
}
