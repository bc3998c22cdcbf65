package import Model
public import Networking
public import Wire

/// What a person asked a scan to do.
public struct ScanOptions: Hashable, Sendable {
  /// The networks to scan; empty for those that the interfaces are on.
  public var networks: [NetworkSelector] = []
  /// The devices that nothing is sent to.
  public var excluded: [IPPrefix] = []
  /// Whether only addresses and link addresses are wanted.
  public var discoverOnly = false
  /// Whether a scan that only discovers also asks for names, to find a device by its name.
  public var asksNames = false
  /// How long to wait for late answers after the last datagram.
  public var settle: Duration = .milliseconds(1200)
  /// The time limit; `nil` for one that depends on the networks' size.
  public var timeout: Duration?
  /// Whether addresses on the Internet may be scanned.
  public var allowsPublicTargets = false
  /// Whether resolvers on the Internet may be asked for the names of private addresses.
  public var allowsPublicResolvers = false
  /// The least level of steps to report.
  public var leastStepLevel = ScanStep.Level.trace

  /// The design's defaults.
  public init() {}
}

/// A network as a person names it: by its addresses, or by the interface that is on it.
public enum NetworkSelector: Hashable, Sendable {
  /// `192.168.1.0/24`.
  case prefix(IPv4Prefix)
  /// `eth0`.
  case interface(String)
}

extension NetworkSelector: CustomStringConvertible {
  /// Parses `a.b.c.d/n`, a single address, or an interface's name.
  public init(parsing text: String) throws(ScanPlanError) {
    if let prefix = IPv4Prefix(text) {
      self = .prefix(prefix)
    } else if let address = IPv4Address(text) {
      self = .prefix(IPv4Prefix(address, length: 32))
    } else if text.contains(":") {
      throw .ipv6Range(text)
    } else if text.contains("/") || !Self.canBeInterfaceName(text) || Self.isNumeric(text) {
      throw .malformedNetwork(text)
    } else {
      self = .interface(text)
    }
  }

  /// The kernel's rules: 1–15 bytes (IFNAMSIZ), no slash, no space, no control characters.
  private static func canBeInterfaceName(_ text: String) -> Bool {
    (1...15).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 32 && $0 != 127 }
  }

  /// A malformed address rather than a name: `192.168.1`, `300.1.1.1`.
  private static func isNumeric(_ text: String) -> Bool {
    text.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
  }

  /// The range or the interface's name.
  public var description: String {
    switch self {
    case .prefix(let prefix): prefix.description
    case .interface(let name): name
    }
  }
}

extension IPPrefix {
  /// Parses what `--exclude` takes: a range or a single address, of either family.
  public init(excluding text: String) throws(ScanPlanError) {
    guard let prefix = IPPrefix(text) else { throw .malformedExclusion(text) }
    self = prefix
  }
}

/// Why nothing can be scanned, and what to do.
public enum ScanPlanError: Error, Hashable, Sendable {
  /// Neither a range, nor an address, nor something that can be an interface.
  case malformedNetwork(String)
  /// An IPv6 range: nobody can sweep one.
  case ipv6Range(String)
  /// Neither a range nor an address.
  case malformedExclusion(String)
  /// No interface has this name.
  case unknownInterface(String, known: [String])
  /// A range of more than 65,536 addresses.
  case tooLarge(IPv4Prefix)
  /// Addresses on the Internet, without leave.
  case publicTarget(IPv4Prefix)
  /// Multicast, broadcast or unspecified addresses: no device has one.
  case notDevices(IPv4Prefix)
  /// The interface is there, but can't be used.
  case interfaceDown(String, Interface.Readiness)
  /// The interface has no IPv4 address, and no IPv6 address that others could be found by.
  case noAddress(interface: String)
  /// Nothing leads to the range.
  case noRoute(IPv4Prefix)
  /// No interface is on a network that can be scanned.
  case noNetwork([NetworkReport])

  /// Whether the arguments are wrong, rather than the state of the network.
  public var isUsage: Bool {
    switch self {
    case .malformedNetwork, .ipv6Range, .malformedExclusion, .unknownInterface, .tooLarge,
      .publicTarget, .notDevices:
      true
    case .interfaceDown, .noAddress, .noRoute, .noNetwork:
      false
    }
  }
}

extension ScanPlanError: CustomStringConvertible {
  /// One line: what is wrong, then what to do.
  public var description: String {
    switch self {
    case .malformedNetwork(let text):
      "'\(text)' is neither a network like 192.168.1.0/24 nor an interface"
    case .ipv6Range(let text):
      "'\(text)' can't be swept, IPv6 networks are too large; name the interface to find its IPv6"
        + " devices"
    case .malformedExclusion(let text):
      "'\(text)' is neither an address nor a network like 192.168.1.0/28 or fd00::/64"
    case .unknownInterface(let name, let known):
      "there is no interface '\(name)'; there is " + known.joined(separator: ", ")
    case .tooLarge(let prefix):
      "\(prefix) is larger than a /16; name a part of it, such as"
        + " \(IPv4Prefix(prefix.base, length: 24))"
    case .publicTarget(let prefix):
      "\(prefix) is not a private network; only those are scanned unless --allow-public is given"
    case .notDevices(let prefix):
      "\(prefix) holds no addresses that devices can have"
    case .interfaceDown, .noAddress, .noRoute, .noNetwork: message.text
    }
  }

  /// The error as a message; usage errors have no code, since only the terminal shows them.
  package var message: Message {
    switch self {
    case .interfaceDown(let name, .down): Message(.problemInterfaceDown, ["interface": name])
    case .interfaceDown(let name, _): Message(.problemNoCarrier, ["interface": name])
    case .noAddress(let name): Message(.problemNoAddress, ["interface": name])
    case .noRoute(let prefix): Message(.problemNoRoute, ["network": "\(prefix)"])
    case .noNetwork(let reports):
      reports.isEmpty
        ? Message(.problemNoInterface)
        : Message(.problemNothingToScan, ["networks": .texts(reports.map(Self.words))])
    case .malformedNetwork, .ipv6Range, .malformedExclusion, .unknownInterface, .tooLarge,
      .publicTarget, .notDevices:
      .verbatim(description)
    }
  }

  /// A network with why it is not scanned.
  private static func words(_ report: NetworkReport) -> String {
    let network = report.cidr.map { " \($0)" } ?? ""
    return "\(report.interface)\(network): \(report.skipped?.description ?? "nothing to scan")"
  }
}

/// Why there is nothing to scan.
extension MessageTemplate {
  static let problemInterfaceDown = MessageTemplate(
    "problem.interface_down",
    "interface {interface} is down; bring it up with: ip link set {interface} up"
  )
  static let problemNoCarrier = MessageTemplate(
    "problem.no_carrier",
    "interface {interface} has no carrier; connect its cable or join its Wi-Fi network"
  )
  static let problemNoAddress = MessageTemplate(
    "problem.no_address",
    "interface {interface} has no address; is it connected to a network that gives one?"
  )
  static let problemNoRoute = MessageTemplate(
    "problem.no_route",
    "no route leads to {network}; this machine is not connected to a network"
  )
  static let problemNoInterface = MessageTemplate(
    "problem.no_interface",
    "no network: there is no interface but loopback"
  )
  static let problemNothingToScan = MessageTemplate(
    "problem.nothing_to_scan",
    "no network to scan ({networks|; })"
  )
}
