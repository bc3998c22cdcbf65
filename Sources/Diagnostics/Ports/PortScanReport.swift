public import LinuxNetwork
public import Model
public import Networking
public import Wire

/// What a port scan has found.
public struct PortScanReport: DiagnosticReport {
  /// How a port's service is known, in nmap's words.
  public enum ServiceMethod: String, Sendable {
    /// From the port's number alone, so that it may be another.
    case table
    /// From what the service said.
    case probed
  }

  /// A port, and what it is taken for.
  public struct Port: Hashable, Sendable {
    /// The port's number.
    public var port: UInt16
    /// TCP or UDP.
    public var transport = TransportProtocol.tcp
    /// Why it is taken for open, closed or filtered.
    public var reason: PortReason
    /// What is spoken there.
    public var service: String?
    /// Where that is known from; `nil` without a service.
    public var serviceMethod: ServiceMethod?
    /// What the service says it is.
    public var version: String?

    /// Whether it was asked often enough to take silence for a filter.
    public var isCertain = true

    /// What the port is taken for.
    public var state: SweptPortState {
      guard isCertain else { return .unknown }
      return transport == .udp ? reason.datagramState : reason.state
    }
  }

  /// How a host's ports were asked.
  public enum Method: String, Hashable, Sendable {
    /// TCP, by half-open SYNs.
    case syn
    /// TCP, by connecting.
    case connect
    /// UDP, each port in its service's own protocol.
    case udp

    init(_ method: PortSweeper.Method) {
      self = method == .halfOpen ? .syn : .connect
    }
  }

  /// Ports that were not asked, and why.
  public struct Spared: Hashable, Sendable {
    /// The ports, in order.
    public var ports: [UInt16]
    /// Why.
    public var because: String
  }

  /// What is known of one host.
  public struct Host: Hashable, Sendable {
    /// As it was asked for.
    public var host: String
    /// Where it is.
    public var address: IPAddress
    /// Whether it said anything: `false` where it can't be reached, `nil` where nothing was heard,
    /// which a filter does as well.
    public var isUp: Bool?
    /// What is said of it where it can't be reached.
    public var absence: PortReason?
    /// How it was asked.
    public var method: Method
    /// Its open ports, or all, in order.
    public var ports: [Port]
    /// How many ports are what.
    public var open, closed, filtered: Int
    /// How many UDP ports said nothing, though they were asked when a closed one would have.
    public var openOrFiltered = 0
    /// How many said nothing, and were not asked often enough to be called filtered, or
    /// open|filtered.
    public var unknown = 0
    /// How many were not asked, since it was interrupted.
    public var unasked: Int
    /// The share of its open ports that is expected to be missed; `nil` where it can't be said.
    public var expectedMissRate: Double?
    /// The share of tries that the path lost; `nil` where nothing shows it.
    public var loss: Double?
    /// How long UDP ports could not be asked, since the host sends only so many errors a second;
    /// `nil` of TCP.
    public var waited: Duration?
    /// What was left out.
    public var spared: [Spared]
    /// What this machine failed at.
    public var failure: LocalFailure?

    /// The same in words.
    public var failureWords: String? { failure?.diagnosticWords }
  }

  /// Each host, in the order they were asked for.
  public var hosts: [Host]
  /// Hosts that were asked for too, and of which no address was learnt.
  public var unknown: [UnknownHost]

  /// The hosts in the order in which they were asked for, and those without an address.
  public init(hosts: [Host], unknown: [UnknownHost] = []) {
    self.hosts = hosts
    self.unknown = unknown
  }

  /// Its JSON's name.
  public static let schema = "homenet.ports/1"

  /// Nobody is there, or nobody could be asked.
  public var isBad: Bool {
    !unknown.isEmpty || hosts.contains { $0.isUp == false || $0.failure != nil }
  }

  /// This machine failed to look one up.
  public var isOwnFailure: Bool { unknown.contains(where: \.isOwnFailure) }
}
