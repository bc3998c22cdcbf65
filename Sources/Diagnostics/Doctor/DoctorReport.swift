public import Discovery
public import LinuxNetwork
public import Networking

/// The result of `homenet doctor`: which scan capabilities work on this system, why not, and the fix.
public struct DoctorReport: Sendable {
  /// The checks, the most important first.
  public var checks: [Check]
  /// The networks that a scan would consider.
  public var networks: [NetworkReport]
  /// A warning about a container's bridged network; `nil` outside of one.
  public var container: String?

  /// Whether a scan can find devices.
  public var isHealthy: Bool { checks.allSatisfy { $0.works || $0.isOptional } }

  /// A system facility that scans use.
  public enum Capability: String, Hashable, Sendable, Codable, CaseIterable {
    /// An interface that is up and on a network that can be scanned.
    case interface
    /// Reading the kernel's neighbour table (ARP and NDP).
    case neighbourTable = "neighbour_table"
    /// Receiving mDNS and SSDP.
    case multicast
    /// A resolver in the local network, which knows its hosts' names.
    case resolver
    /// ICMP echo without privileges, by datagram socket.
    case icmpDatagram = "icmp_datagram"
    /// Raw Ethernet frames (`CAP_NET_RAW`).
    case raw
    /// Hearing DHCP's broadcasts (`CAP_NET_RAW`).
    case dhcp
    /// A registry of makers that knows the devices of the last years.
    case vendors
  }

  /// The registry of makers in use.
  public struct Registry: Hashable, Sendable {
    /// Which one, and how old.
    public var inUse: String
    /// What is wrong with newer ones; empty where nothing is.
    public var problems: [String]
    /// Whether makers of the last years are unknown to it.
    public var isOld: Bool
    /// How to get a newer one.
    public var advice: String

    /// A registry of makers.
    public init(inUse: String, problems: [String], isOld: Bool, advice: String) {
      self.inUse = inUse
      self.problems = problems
      self.isOld = isOld
      self.advice = advice
    }
  }

  /// The check of one capability.
  public struct Check: Hashable, Sendable {
    /// The capability.
    public var capability: Capability
    /// Whether it works.
    public var works: Bool
    /// Why, in words.
    public var because: String
    /// The fix; `nil` if none is needed or known.
    public var fix: String?

    /// Whether a scan finds devices without it.
    public var isOptional: Bool { capability != .interface && capability != .neighbourTable }

    static func works(_ capability: Capability, because: String) -> Check {
      Check(capability: capability, works: true, because: because, fix: nil)
    }

    static func fails(_ capability: Capability, because: String, fix: String?) -> Check {
      Check(capability: capability, works: false, because: because, fix: fix)
    }
  }

  /// Judges the default scan plan, the kernel's capabilities, the probes of the local resolvers and the
  /// registry of makers.
  public init(
    configuration: NetworkConfiguration,
    planned: Result<PlannedScan, ScanPlanError>,
    capabilities: Capabilities,
    resolvers: [ResolverProbe.Output],
    vendors: Registry,
    isContainer: Bool
  ) {
    switch planned {
    case .success(let planned): networks = planned.networks
    case .failure(.noNetwork(let reports)): networks = reports
    case .failure: networks = []
    }
    checks = [
      Self.interface(planned),
      Self.neighbourTable(capabilities),
      Self.multicast(capabilities, planned),
      Self.resolver(configuration, resolvers),
      Self.icmp(capabilities),
      Self.raw(capabilities),
      Self.dhcp(capabilities),
      Self.vendors(vendors),
    ]
    container = Self.container(configuration, isContainer: isContainer)
  }

  /// A container's `eth0` is a veth whose peer is on a bridge of the host.
  private static func container(
    _ configuration: NetworkConfiguration,
    isContainer: Bool
  ) -> String? {
    let ways = Set(configuration.gateways.map(\.interface))
    let pair = configuration.interfaces.first { $0.kind == "veth" && ways.contains($0.index) }
    guard isContainer, let pair else { return nil }
    return "this is a container on a bridged network: \(pair.name) reaches other containers and the"
      + " Internet, but not the home; run it on the host's network (docker run --network host)"
  }
}

extension DoctorReport: Encodable {
  private enum CodingKeys: String, CodingKey { case schema, healthy, container, checks, networks }

  /// Writes `homenet.doctor/1`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode("homenet.doctor/1", forKey: .schema)
    try json.encode(isHealthy, forKey: .healthy)
    try json.encode(container, forKey: .container)
    try json.encode(checks, forKey: .checks)
    try json.encode(networks, forKey: .networks)
  }
}

extension DoctorReport.Check: Encodable {
  private enum CodingKeys: String, CodingKey {
    case capability, works
    case isOptional = "optional"
    case because, fix
  }

  /// Writes an entry of `checks`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(capability, forKey: .capability)
    try json.encode(works, forKey: .works)
    try json.encode(isOptional, forKey: .isOptional)
    try json.encode(because, forKey: .because)
    try json.encode(fix, forKey: .fix)
  }
}
