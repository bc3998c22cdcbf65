public import Diagnostics
public import Home
public import LinuxNetwork
public import Model
public import NIOCore
public import Networking
public import Wire

/// What checks use: the network, the home, and whom they may ask.
public struct CheckEnvironment: Sendable {
  /// Resolves a host name like `getaddrinfo`.
  public typealias LookUp = ConnectionEnvironment.LookUp

  /// Sends echoes and reads this machine's network; its policy has to permit Internet addresses where
  /// monitors may ask there.
  public var network: any Network
  /// One device of the home, also by an id that it had before.
  public var device: @Sendable (String) async -> InventoryDevice?
  /// Every device of the home.
  public var devices: @Sendable () async -> [InventoryDevice]
  /// The event loops of connections, whose network namespace they belong to; `nil` for the shared ones.
  public var group: (any EventLoopGroup)?
  /// Looks names up; `nil` where only the home's own devices have names, as in the simulated home.
  public var lookUp: LookUp?
  /// Sends DNS queries; `nil` where there are no name servers, as in the simulated home.
  public var questions: (any DNSCarrier)?
  /// The authorities that TLS monitors trust.
  public var roots: TrustRoots
  /// The authorities that HTTPS monitors trust.
  public var trust: StreamSecurity.Trust
  /// Why an address must not be asked; `nil` where it may.
  public var rejection: @Sendable (IPAddress) async -> Message?
  /// The time at which certificates are judged.
  public var now: @Sendable () -> Timestamp

  /// This machine's network; the simulated home gives a network and loops in its namespace, and neither
  /// `lookUp` nor `questions`.
  public init(
    network: any Network,
    home: any HomeWatching,
    group: (any EventLoopGroup)? = nil,
    lookUp: LookUp? = { host, family in await Self.systemLookUp(host, family) },
    questions: (any DNSCarrier)? = SystemDNSCarrier(),
    roots: TrustRoots = .system(),
    trust: StreamSecurity.Trust = .system,
    rejection: @escaping @Sendable (IPAddress) async -> Message? = { _ in nil },
    now: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(
      network: network,
      device: { await home.device($0) },
      devices: { await home.snapshot().devices },
      group: group,
      lookUp: lookUp,
      questions: questions,
      roots: roots,
      trust: trust,
      rejection: rejection,
      now: now
    )
  }

  init(
    network: any Network,
    device: @escaping @Sendable (String) async -> InventoryDevice?,
    devices: @escaping @Sendable () async -> [InventoryDevice],
    group: (any EventLoopGroup)? = nil,
    lookUp: LookUp?,
    questions: (any DNSCarrier)?,
    roots: TrustRoots,
    trust: StreamSecurity.Trust,
    rejection: @escaping @Sendable (IPAddress) async -> Message? = { _ in nil },
    now: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.network = network
    self.device = device
    self.devices = devices
    self.group = group
    self.lookUp = lookUp
    self.questions = questions
    self.roots = roots
    self.trust = trust
    self.rejection = rejection
    self.now = now
  }

  /// The system's look-up.
  public static func systemLookUp(
    _ host: String,
    _ family: AddressFamily?
  ) async -> Result<[IPAddress], HostLookup.Failure> {
    do throws(HostLookup.Failure) {
      return .success(try await HostLookup.addresses(of: host, family))
    } catch {
      return .failure(error)
    }
  }
}
