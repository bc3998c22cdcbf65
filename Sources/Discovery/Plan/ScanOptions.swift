public import Wire

/// What a person asked a scan to do.
public struct ScanOptions: Hashable, Sendable {
  /// The networks to scan; empty for those that the interfaces are on.
  public var networks: [NetworkSelector] = []
  /// The devices that nothing is sent to.
  public var excluded: [IPPrefix] = []
  /// Whether only addresses and link addresses are wanted.
  public var discoverOnly = false
  /// Whether a scan that only discovers asks for names, too: to find who is meant by one.
  public var asksNames = false
  /// How long to wait for late answers after the last datagram.
  public var settle: Duration = .milliseconds(1200)
  /// When to stop whatever happens; `nil` for as long as the networks' size needs.
  public var timeout: Duration?
  /// Whether addresses on the Internet may be scanned.
  public var allowsPublicTargets = false
  /// Whether resolvers on the Internet may be asked for the names of private addresses.
  public var allowsPublicResolvers = false
  /// Steps of less weight than that are not wanted in a log.
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

  /// As the kernel allows: 1–15 bytes (IFNAMSIZ), no slash, no space, no control characters.
  private static func canBeInterfaceName(_ text: String) -> Bool {
    (1...15).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 32 && $0 != 127 }
  }

  /// An address gone wrong rather than a name: `192.168.1`, `300.1.1.1`.
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
