public import Networking
import Wire

/// Makes a scan plan from the machine's networks and the user's options.
///
/// Pure; nothing is sent before a plan is made.
public struct ScanPlanner: Sendable {
  /// The machine's network as it is.
  public var configuration: NetworkConfiguration
  /// What was asked.
  public var options: ScanOptions
  /// Whether raw sockets are permitted.
  public var canUseRawSockets: Bool

  /// The longest range that is swept has this prefix length.
  static let shortestPrefix = 16

  /// A planner for the given machine and wishes.
  public init(
    configuration: NetworkConfiguration,
    options: ScanOptions,
    canUseRawSockets: Bool = false
  ) {
    self.configuration = configuration
    self.options = options
    self.canUseRawSockets = canUseRawSockets
  }

  /// The plan, and every network that was considered.
  public func plan() throws(ScanPlanError) -> PlannedScan {
    let networks = options.networks.isEmpty ? try discovered() : try named()
    var targets: [ScanPlan.Target] = []
    for case .scanned(_, let target) in networks where !targets.contains(where: target.isWithin) {
      // Several addresses on one subnet, or a part named beside the whole: each address is scanned
      // once.
      targets.removeAll { $0.isWithin(target) }
      targets.append(target)
    }
    targets.sort { ($0.interface.index, $0.prefix.base) < ($1.interface.index, $1.prefix.base) }
    var listening: [Interface] = []
    for case .listening(_, let interface) in networks where !listening.contains(interface) {
      if !targets.contains(where: { $0.interface.index == interface.index }) {
        listening.append(interface)
      }
    }
    guard !targets.isEmpty || !listening.isEmpty else { throw .noNetwork(networks.map(\.report)) }
    targets = targets.map { target in
      var target = target
      target.interface = Self.used(target.interface, for: targets)
      return target
    }

    var interfaces: [Interface] = []
    for target in targets where !interfaces.contains(target.interface) {
      interfaces.append(target.interface)
    }
    interfaces = (interfaces + listening).sorted { $0.index < $1.index }
    var plan = ScanPlan(
      targets: targets,
      interfaces: interfaces,
      gateways: configuration.gateways,
      resolvers: resolvers,
      hostName: configuration.hostName,
      machine: configuration.machine,
      excluded: Exclusion(options.excluded),
      discoverOnly: options.discoverOnly,
      asksNames: options.asksNames,
      settle: options.settle,
      timeout: options.timeout ?? timeout(for: targets),
      canUseRawSockets: canUseRawSockets
    )
    plan.leastStepLevel = options.leastStepLevel
    return PlannedScan(plan: plan, networks: networks.map(\.report))
  }

  /// The interface as far as the scan uses it.
  ///
  /// If only part of a subnet is named, the rest is left alone: multicast is used only on links
  /// with a target, and IPv6, of which no part can be named, only where a whole subnet is scanned.
  private static func used(_ interface: Interface, for targets: [ScanPlan.Target]) -> Interface {
    let targets = targets.filter { $0.interface.index == interface.index }
    var used = interface
    if !targets.contains(where: \.isOnLink) { used.isMulticast = false }
    let coversSubnet = interface.ipv4.contains { own in
      targets.contains { own.prefix.intersection($0.prefix) == own.prefix }
    }
    if !coversSubnet { used.ipv6 = [] }
    return used
  }

  /// Loopback, gateway and private resolvers: a public one never learns about the home.
  private var resolvers: [IPAddress] {
    let gateways = Set(configuration.gateways.map(\.address))
    return configuration.resolvers.filter { resolver in
      switch resolver.scope {
      case .loopback, .privateUse, .linkLocal: true
      case .global: options.allowsPublicResolvers || gateways.contains(resolver)
      case .unspecified, .multicast, .reserved: false
      }
    }
  }

  /// 15 s, and what sweeping a network larger than the neighbour table takes beyond it.
  private func timeout(for targets: [ScanPlan.Target]) -> Duration {
    let asked = targets.reduce(0) { $0 + $1.prefix.count }
    let beyond = max(0, asked - 1024)
    // About 500 addresses each 3 s, since failed entries stay that long; or ARP at its own pace.
    let perSecond = canUseRawSockets ? 4000 : 120
    return .seconds(15 + beyond / perSecond)
  }
}

extension ScanPlan.Target {
  /// Whether all that it covers is covered by the other.
  fileprivate func isWithin(_ other: Self) -> Bool {
    interface.index == other.interface.index && isOnLink == other.isOnLink
      && prefix.intersection(other.prefix) == prefix
  }
}

/// A plan, with the networks that were considered for it.
public struct PlannedScan: Sendable {
  /// What is scanned.
  public var plan: ScanPlan
  /// The scanned networks and the skipped ones, in order of interface.
  public var networks: [NetworkReport]
}

/// A network that was considered.
enum ConsideredNetwork {
  /// It is scanned.
  case scanned(NetworkReport, ScanPlan.Target)
  /// No address is swept there; multicast and the neighbour table find devices.
  case listening(NetworkReport, Interface)
  /// It isn't.
  case skipped(NetworkReport)

  var report: NetworkReport {
    switch self {
    case .scanned(let report, _), .listening(let report, _), .skipped(let report): report
    }
  }
}

extension IPv4Prefix {
  /// The smaller of the two ranges if it lies in the other; two ranges never overlap in part.
  func intersection(_ other: IPv4Prefix) -> IPv4Prefix? {
    if length >= other.length, other.contains(base) { return self }
    if other.length > length, contains(other.base) { return other }
    return nil
  }

  /// The range without another, as the fewest ranges, ascending.
  func subtracting(_ other: IPv4Prefix) -> [IPv4Prefix] {
    guard let common = intersection(other) else { return [self] }
    if common == self { return [] }
    var rest: [IPv4Prefix] = []
    var length = common.length
    // The other half at each level, up to this range; at most 32 of them.
    while length > self.length {
      let sibling = IPv4Address(rawValue: common.base.rawValue ^ 1 << UInt32(32 - length))
      rest.append(IPv4Prefix(sibling, length: length))
      length -= 1
    }
    return rest.sorted { $0.base < $1.base }
  }
}
