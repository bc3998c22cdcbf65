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
  private let site: any DemoSite
  /// Named to ``network`` where the home is on loopback.
  private let resolverFile: TemporaryResolverFile?
  /// The way into it.
  public let network: LinuxNetwork
  /// The interface to be scanned.
  public let interface: String
  /// The subnet to be scanned.
  public let prefix: IPv4Prefix
  /// Why it is on loopback; `nil` where it is in namespaces.
  public let namespaceFailure: LocalFailure?

  private init(
    _ site: any DemoSite,
    _ resolverFile: TemporaryResolverFile? = nil,
    network: LinuxNetwork,
    interface: String,
    prefix: IPv4Prefix,
    namespaceFailure: LocalFailure? = nil
  ) {
    self.site = site
    self.resolverFile = resolverFile
    self.network = network
    self.interface = interface
    self.prefix = prefix
    self.namespaceFailure = namespaceFailure
  }

  /// Whether it is in namespaces, with MACs, stealth and kernels of its own.
  public var isNamespaced: Bool { namespaceFailure == nil }

  /// The devices, with the addresses that they have here.
  public var home: SimulatedHome { site.home }

  /// What the devices have seen at their sockets so far.
  public var counters: DeviceCounters { site.counters }

  /// The home in namespaces, where it is; its devices can come and go.
  public var namespacedHome: NamespacedHome? { site as? NamespacedHome }

  /// Lets a device come home and announce itself; nothing where it is there already.
  ///
  /// Blocks for a few milliseconds.
  public func add(_ device: SimulatedDevice) throws(LocalFailure) {
    try site.add(device)
  }

  /// Lets a device say goodbye; it is still there, and ought to be removed a moment later.
  public func sayGoodbye(_ device: SimulatedDevice) {
    site.sayGoodbye(device)
  }

  /// Takes a device away at once, without a goodbye.
  ///
  /// Blocks for a few milliseconds.
  public func remove(_ device: SimulatedDevice) throws(LocalFailure) {
    try site.remove(device)
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
  private static var scanner: LinuxNetwork.MachineIdentity {
    var machine = MachineDescription()
    machine[.os] = "Linux"
    machine[.chassis] = "Notebook"
    return LinuxNetwork.MachineIdentity(hostName: "demo-laptop", machine: machine)
  }

  /// Builds a home in namespaces, or fails.
  static func inNamespaces(_ home: SimulatedHome) throws(LocalFailure) -> DemoHome {
    let built = try NamespacedHome(home, hasRadios: true)
    let network = try LinuxNetwork(
      namespace: built.scannerNamespace,
      resolverPath: built.resolverPath,
      machineIdentity: scanner
    )
    return DemoHome(
      built,
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
    let file = try TemporaryResolverFile(resolvers, domain: home.domain)
    return DemoHome(
      built,
      file,
      network: try LinuxNetwork(resolverPath: file.path, machineIdentity: scanner),
      interface: "lo",
      prefix: built.home.prefix,
      namespaceFailure: failure
    )
  }
}

/// Where a demo home's devices live: namespaces, or loopback.
private protocol DemoSite: Sendable {
  var home: SimulatedHome { get }
  var counters: DeviceCounters { get }
  func add(_ device: SimulatedDevice) throws(LocalFailure)
  func sayGoodbye(_ device: SimulatedDevice)
  func remove(_ device: SimulatedDevice) throws(LocalFailure)
}

extension NamespacedHome: DemoSite {}
extension LoopbackHome: DemoSite {}

extension DemoHome {
  /// Applies the schedule's events in real time, until it ends or the task is cancelled.
  public func live(_ life: DemoSchedule) async {
    let beginning = ContinuousClock.now
    for change in life {
      do {
        try await Task.sleep(until: beginning + change.time, clock: .continuous)
        if change.event == .leaves {
          sayGoodbye(change.device)
          // The goodbye goes out before the cable is pulled.
          try await Task.sleep(for: .milliseconds(200))
        }
      } catch {
        return
      }
      await perform(change)
    }
  }

  /// Plugs a device in or out, on a thread that may block; one that can't come in stays out.
  private func perform(_ change: DemoSchedule.Change) async {
    await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        switch change.event {
        case .joins, .wakes:
          if (try? self.add(change.device)) != nil { self.askForAddress(change.device) }
        case .leaves, .sleeps: try? self.remove(change.device)
        }
        continuation.resume()
      }
      do {
        try SystemThread.start(name: "life", work)
      } catch {
        continuation.resume()
      }
    }
  }
}
