public import LinuxNetwork
import Model
public import Networking
public import Wire

/// The demo home, built and ready to be scanned, on whatever this system permits.
///
/// In namespaces where it can be, and else on loopback. An ordinary user's process enters a user
/// namespace first (`UserNamespace.enter()`, while it has one thread) to have the former. It lasts
/// as long as this value; its traffic never leaves the machine.
public final class DemoHome: Sendable {
  private enum Site: Sendable {
    case namespaces(NamespacedHome)
    case loopback(LoopbackHome, ResolverFile)
  }

  private let site: Site
  /// The way into it.
  public let network: LinuxNetwork
  /// The interface to be scanned.
  public let interface: String
  /// The subnet to be scanned.
  public let prefix: IPv4Prefix
  /// Why it is on loopback; `nil` where it is in namespaces.
  public let namespaceFailure: LocalFailure?

  private init(
    _ site: Site,
    network: LinuxNetwork,
    interface: String,
    prefix: IPv4Prefix,
    namespaceFailure: LocalFailure? = nil
  ) {
    self.site = site
    self.network = network
    self.interface = interface
    self.prefix = prefix
    self.namespaceFailure = namespaceFailure
  }

  /// Whether it is in namespaces, with MACs, stealth and kernels of its own.
  public var isNamespaced: Bool { namespaceFailure == nil }

  /// The devices, with the addresses that they have here.
  public var home: SimulatedHome {
    switch site {
    case .namespaces(let home): home.home
    case .loopback(let home, _): home.home
    }
  }

  /// What the devices have seen at their sockets so far.
  public var counters: HostCounters {
    switch site {
    case .namespaces(let home): home.counters
    case .loopback(let home, _): home.counters
    }
  }

  /// The home in namespaces, where it is; its devices can come and go.
  public var namespacedHome: NamespacedHome? {
    if case .namespaces(let home) = site { home } else { nil }
  }

  /// Lets a device come home and announce itself; nothing where it is there already.
  ///
  /// Blocks for a few milliseconds.
  public func add(_ device: SimulatedDevice) throws(LocalFailure) {
    switch site {
    case .namespaces(let home): try home.add(device)
    case .loopback(let home, _): home.add(device)
    }
  }

  /// Lets a device say goodbye; it is still there, and ought to be removed a moment later.
  public func farewell(_ device: SimulatedDevice) {
    switch site {
    case .namespaces(let home): home.farewell(device)
    case .loopback(let home, _): home.farewell(device)
    }
  }

  /// Takes a device away at once, without a goodbye.
  ///
  /// Blocks for a few milliseconds.
  public func remove(_ device: SimulatedDevice) throws(LocalFailure) {
    switch site {
    case .namespaces(let home): try home.remove(device)
    case .loopback(let home, _): home.remove(device)
    }
  }

  /// Builds a home: in namespaces, or on loopback where they are forbidden.
  ///
  /// Blocks for some 50 ms.
  public static func start(_ home: SimulatedHome = .standard) throws(LocalFailure) -> DemoHome {
    do {
      return try inNamespaces(home)
    } catch {
      return try onLoopback(home, because: error)
    }
  }

  /// What scans the home: a computer in it, whatever machine the home is made in.
  private static var scanner: LinuxNetwork.Pose {
    var machine = MachineDescription()
    machine[.os] = "Linux"
    machine[.chassis] = "Notebook"
    return LinuxNetwork.Pose(hostName: "demo-laptop", machine: machine)
  }

  /// Builds a home in namespaces, or fails.
  static func inNamespaces(_ home: SimulatedHome) throws(LocalFailure) -> DemoHome {
    let built = try NamespacedHome(home, hasRadios: true)
    let network = try LinuxNetwork(
      namespace: built.scannerNamespace,
      resolverPath: built.resolverPath,
      posing: scanner
    )
    return DemoHome(
      .namespaces(built),
      network: network,
      interface: NamespacedHome.scannerInterface,
      prefix: home.prefix
    )
  }

  /// Builds a home on loopback, and notes why.
  static func onLoopback(
    _ home: SimulatedHome,
    because failure: LocalFailure
  ) throws(LocalFailure) -> DemoHome {
    let built = try LoopbackHome(home)
    let resolvers = built.home.router.map { [IPAddress.v4($0.address)] } ?? []
    let file = try ResolverFile(resolvers, domain: home.domain)
    return DemoHome(
      .loopback(built, file),
      network: try LinuxNetwork(resolverPath: file.path, posing: scanner),
      interface: "lo",
      prefix: built.home.prefix,
      namespaceFailure: failure
    )
  }
}
