public import Discovery
public import LinuxNetwork
public import Networking

/// What this system lets a scan do: each capability works or does not, because, and how to mend it.
public struct Diagnosis: Sendable {
  /// The findings, the most important first.
  public var checks: [Check]
  /// The networks that a scan would consider.
  public var networks: [NetworkReport]
  /// What is said of the container that this runs in; `nil` if it runs in none, or on the host's
  /// own network.
  public var container: String?

  /// Whether a scan can find devices.
  public var isHealthy: Bool { checks.allSatisfy { $0.works || $0.isOptional } }

  /// Something that a scan can use, if this system lets it.
  public enum Capability: String, Hashable, Sendable, Codable, CaseIterable {
    /// An interface that is up and on a network that can be scanned.
    case interface
    /// The kernel asks ARP and NDP for us, and tells what it learns.
    case neighbourTable = "neighbour_table"
    /// Hearing mDNS and SSDP.
    case multicast
    /// A resolver of the network's own that knows its hosts' names.
    case resolver
    /// ICMP echo without privileges, by datagram socket.
    case icmpDatagram = "icmp_datagram"
    /// Frames of our own making (`CAP_NET_RAW`).
    case raw
  }

  /// One capability's finding.
  public struct Check: Hashable, Sendable {
    /// Which.
    public var capability: Capability
    /// Whether it works.
    public var works: Bool
    /// Why, in words.
    public var because: String
    /// What to do about it; `nil` where it works or nothing can be done.
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

  /// Diagnoses the machine.
  ///
  /// - Parameters:
  ///   - configuration: Its network.
  ///   - planned: What would be scanned by default, or why nothing.
  ///   - capabilities: What the kernel permits.
  ///   - resolvers: How asking the network's own resolvers ended.
  ///   - isContainer: Whether a container engine's marks were found.
  public init(
    configuration: NetworkConfiguration,
    planned: Result<PlannedScan, ScanPlanError>,
    capabilities: Capabilities,
    resolvers: [ResolverProbe.Output],
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
    ]
    container = Self.container(configuration, isContainer: isContainer)
  }

  /// A container's `eth0` is one end of a pair, whose other end is on a bridge of the host's.
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
