public import Networking
public import Wire

/// Why there is nothing to scan, and what to do about it.
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

  /// Whether what was asked is wrong, rather than the state of the network.
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
    case .interfaceDown(let name, .down):
      "interface \(name) is down; bring it up with: ip link set \(name) up"
    case .interfaceDown(let name, _):
      "interface \(name) has no carrier; connect its cable or join its Wi-Fi network"
    case .noAddress(let name):
      "interface \(name) has no address; is it connected to a network that gives one?"
    case .noRoute(let prefix):
      "no route leads to \(prefix); this machine is not connected to a network"
    case .noNetwork(let reports):
      Self.describe(noNetwork: reports)
    }
  }

  private static func describe(noNetwork reports: [NetworkReport]) -> String {
    let reasons = reports.map { report in
      let network = report.cidr.map { " \($0)" } ?? ""
      return "\(report.interface)\(network): \(report.skipped?.description ?? "nothing to scan")"
    }
    return reasons.isEmpty
      ? "no network: there is no interface but loopback"
      : "no network to scan (" + reasons.joined(separator: "; ") + ")"
  }
}
