internal import CShims
internal import Glibc
public import LinuxNetwork
public import Networking
public import Wire

/// A simulated home on real kernel stacks: a network namespace a device, joined by a bridge.
///
/// Nothing in it can reach the outside, and everything vanishes with this value or the process. It
/// needs `CAP_SYS_ADMIN`, which an ordinary user has after `UserNamespace.enter()`.
///
/// Each device has an interface `eth0` with its MAC, its IPv4 and its IPv6 link-local address.
/// Ordinary ones answer ARP, ICMP and TCP as the kernel does; stealthy ones answer ARP and NDP, and
/// all else that they would say is dropped on its way out, but for the answers of their responders.
public final class NamespacedHome: Sendable {
  /// The home as it was described.
  public let home: SimulatedHome
  /// Where a scanner is to run: it has `scannerInterface`, its own address and a default route.
  public let scannerNamespace: NetworkNamespace
  /// The scanner's interface.
  public static let scannerInterface = "eth0"
  /// The resolvers that `/etc/resolv.conf` would name: the router.
  public var resolvers: [IPAddress] { home.router.map { [.v4($0.address)] } ?? [] }
  /// A resolv.conf(5) that names them, readable as long as the home stands.
  public var resolverPath: String { resolverFile.path }

  private let site: NamespacedSwitch
  private let resolverFile: TemporaryResolverFile
  private let loop: DeviceLoop
  /// The devices that are at home, by label.
  private let present = Lock<[String: NetworkNamespace]>([:])

  /// Builds the home; blocks for about a millisecond a device.
  ///
  /// - Parameters:
  ///   - home: what is there.
  ///   - impairment: what happens to frames on each device's cable, in either direction; the
  ///     scanner's own is clean. Needs `/dev/net/tun`, which root may open. Without, the kernel's
  ///     bridge moves frames at once.
  ///   - hasRadios: whether devices on Wi-Fi and behind a tunnel answer as late as those do
  ///     (``SimulatedDevice/reach``); where packet sockets are not permitted, all are on cables.
  ///   - seed: which frames are lost, and how late the others are.
  /// - Throws: what this machine doesn't permit.
  public init(
    _ home: SimulatedHome = .standard,
    impairment: Impairment? = nil,
    hasRadios: Bool = false,
    seed: UInt64 = 1
  ) throws(LocalFailure) {
    self.home = home
    let router: [IPAddress] = home.router.map { [.v4($0.address)] } ?? []
    resolverFile = try TemporaryResolverFile(router, domain: home.domain)
    let loop = try DeviceLoop()
    self.loop = loop
    do throws(LocalFailure) {
      let site = try NamespacedSwitch(impairment, hasRadios: hasRadios, seed: seed)
      self.site = site
      scannerNamespace = try site.attachScanner(of: home)
      let namespaces = try site.attach(home.devices, of: home, to: loop)
      present.withLock { $0 = namespaces }
    } catch {
      loop.stop()
      throw error
    }
  }

  deinit {
    loop.stop()
  }

  /// The labels of the devices that are at home.
  public var devices: [String] { present.withLock { $0.keys.sorted() } }

  /// What the devices have seen at their sockets so far.
  public var counters: DeviceCounters { loop.counters }

  /// Lets a device come home and announce itself; nothing where it is there already.
  public func add(_ device: SimulatedDevice) throws(LocalFailure) {
    guard present.withLock({ $0[device.label] }) == nil else { return }
    let namespaces = try site.attach([device], of: home, to: loop)
    present.withLock { $0.merge(namespaces) { $1 } }
  }

  /// Lets a device say goodbye; it is still there, and ought to be removed a moment later.
  public func sayGoodbye(_ device: SimulatedDevice) {
    loop.send(.goodbye(device.label))
  }

  /// Removes a device at once, without a goodbye, as if unplugged.
  public func remove(_ device: SimulatedDevice) throws(LocalFailure) {
    guard present.withLock({ $0.removeValue(forKey: device.label) }) != nil else { return }
    try site.detach(device)
    loop.send(.remove(device.label))
  }

  /// The namespace of a device that is at home, to look at it from the inside.
  public func namespace(of label: String) -> NetworkNamespace? {
    present.withLock { $0[label] }
  }

  /// How many frames each device, and `scanner`, has put on the wire so far, and taken off it.
  public func traffic() throws(LocalFailure) -> [String: PortTraffic] {
    let ports = try site.traffic()
    var traffic: [String: PortTraffic] = [:]
    for device in home.devices {
      traffic[device.label] = ports[NamespacedSwitch.port(of: device.address)]
    }
    traffic["scanner"] = ports[NamespacedSwitch.scannerPort]
    return traffic
  }
}

extension NetworkNamespace {
  /// The path by which other processes find the namespace, `/proc/PID/fd/N`, for
  /// `nsenter --net=…`.
  public var path: String { "/proc/\(getpid())/fd/\(descriptor.rawValue)" }
}

/// A resolv.conf(5) in memory, for programs that take its path.
final class TemporaryResolverFile: Sendable {
  private let descriptor: FileDescriptor

  /// A file that names these resolvers and a search domain.
  init(_ resolvers: [IPAddress], domain: String) throws(LocalFailure) {
    let number = shim_memory_file("resolv.conf")
    guard number >= 0 else { throw .system(errno: errno, call: "memfd_create") }
    descriptor = FileDescriptor(owning: number)
    let lines = resolvers.map { "nameserver \($0)\n" }.joined() + "search \(domain)\n"
    let bytes = Array(lines.utf8)
    guard write(number, bytes, bytes.count) == bytes.count else {
      throw .system(errno: errno, call: "write")
    }
  }

  /// Where this process, and others of the same user, can read it.
  var path: String { "/proc/\(getpid())/fd/\(descriptor.rawValue)" }
}
