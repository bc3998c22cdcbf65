internal import Identification
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
  public struct Spared: Encodable, Hashable, Sendable {
    /// The ports, in order.
    public var ports: [UInt16]
    /// Why.
    public var reason: Message

    private enum CodingKeys: String, CodingKey {
      case ports, because
      case reason = "message"
    }

    /// Ports with the reason why they were not asked.
    public init(ports: [UInt16], because reason: Message) {
      self.ports = ports
      self.reason = reason
    }

    /// The reason in English.
    public var because: String { reason.text }

    /// Writes an entry of `spared`.
    public func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(ports, forKey: .ports)
      try json.encode(because, forKey: .because)
      try json.encode(reason, forKey: .reason)
    }
  }

  /// What is known of one host.
  public struct Host: Hashable, Sendable {
    /// As it was asked for.
    public var host: String
    /// Where it is.
    public var address: IPAddress
    /// Whether it answered: `false` if it is unreachable, `nil` without any answer, which may be a
    /// filter's.
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

extension PortScanReport.Host: Encodable {
  private enum CodingKeys: String, CodingKey {
    case host, address, state, reason, method, ports, counts, loss, spared, failure
    case expectedMissRate = "expected_miss_rate"
    case waited = "waited_ms"
  }
  private enum Counts: String, CodingKey {
    case open, closed, filtered, unknown, unasked
    case openOrFiltered = "open_filtered"
  }

  /// Writes an entry of `hosts`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(host, forKey: .host)
    try json.encode("\(address)", forKey: .address)
    try json.encode(isUp.map { $0 ? "up" : "down" }, forKey: .state)
    try json.encode(absence?.rawValue, forKey: .reason)
    try json.encode(method.rawValue, forKey: .method)
    try json.encode(ports, forKey: .ports)
    var counts = json.nestedContainer(keyedBy: Counts.self, forKey: .counts)
    try counts.encode(open, forKey: .open)
    try counts.encode(closed, forKey: .closed)
    try counts.encode(filtered, forKey: .filtered)
    try counts.encode(openOrFiltered, forKey: .openOrFiltered)
    try counts.encode(unknown, forKey: .unknown)
    try counts.encode(unasked, forKey: .unasked)
    try json.encode(expectedMissRate.map(Self.rounded), forKey: .expectedMissRate)
    try json.encode(loss.map(Self.rounded), forKey: .loss)
    try json.encode(waited.map { $0.milliseconds.rounded() }, forKey: .waited)
    try json.encode(spared, forKey: .spared)
    try json.encode(failureWords, forKey: .failure)
  }

  /// Three significant digits.
  private static func rounded(_ rate: Double) -> Double {
    guard rate > 0 else { return 0 }
    var scale = 1000.0
    while rate * scale < 1000, scale < 1e15 { scale *= 10 }
    return (rate * scale).rounded() / scale
  }
}

extension PortScanReport.Port: Encodable {
  private enum CodingKeys: String, CodingKey {
    case port, state, reason, service, version
    case transport = "protocol"
    case serviceMethod = "service_method"
  }

  /// Writes an entry of `ports`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(port, forKey: .port)
    try json.encode(transport.rawValue, forKey: .transport)
    try json.encode(state.rawValue, forKey: .state)
    try json.encode(reason.rawValue, forKey: .reason)
    try json.encode(service, forKey: .service)
    try json.encode(serviceMethod?.rawValue, forKey: .serviceMethod)
    try json.encode(version, forKey: .version)
  }
}

extension PortScanReport.Host {
  init(
    _ name: String,
    _ host: SweptHost,
    _ method: PortSweeper.Method,
    spared: [PortScanReport.Spared],
    listsAll: Bool
  ) {
    var ports: [PortScanReport.Port] = []
    var counts: [SweptPortState: Int] = [:]
    var unasked = 0
    let enough = host.triesForFiltered ?? .max
    for index in host.reasons.indices {
      guard host.reasons[index] != nil || host.tries[index] > 0 else {
        unasked += 1
        continue
      }
      let reason = host.reasons[index] ?? .silence
      let isCertain = reason != .silence || Int(host.tries[index]) >= enough
      let state = isCertain ? reason.state : .unknown
      counts[state, default: 0] += 1
      if listsAll || state == .open {
        let port = host.ports[index]
        let service = PortNames.service(atTCP: port)
        ports.append(
          PortScanReport.Port(
            port: port,
            reason: reason,
            service: service,
            serviceMethod: service.map { _ in .table },
            version: nil,
            isCertain: isCertain
          )
        )
      }
    }
    var spared = spared
    if let usual = host.usualPorts {
      let left = host.reasons.indices.filter {
        host.reasons[$0] == nil && host.tries[$0] == 0 && !usual.contains(host.ports[$0])
      }
      unasked -= left.count
      if !left.isEmpty {
        spared.append(
          PortScanReport.Spared(
            ports: left.map { host.ports[$0] }.sorted(),
            because: Message(.portsPrinterByIPP)
          )
        )
      }
    }
    // A host that was never begun has no reasons at all.
    if host.reasons.isEmpty { unasked = host.portCount }
    self.init(
      host: name,
      address: host.address,
      isUp: host.absence != nil ? false : host.hasAnswered ? true : nil,
      absence: host.absence,
      method: PortScanReport.Method(method),
      ports: ports.sorted { $0.port < $1.port },
      open: counts[.open] ?? 0,
      closed: counts[.closed] ?? 0,
      filtered: counts[.filtered] ?? 0,
      unknown: counts[.unknown] ?? 0,
      unasked: unasked,
      expectedMissRate: host.expectedMissRate,
      loss: host.measuredLoss,
      spared: spared,
      failure: host.failure
    )
  }
}

/// Why ports are not asked.
extension MessageTemplate {
  package static let portsPrinted = MessageTemplate(
    "ports.printed",
    "what is sent there gets printed"
  )
  static let portsPrinter = MessageTemplate(
    "ports.printer",
    "it is a printer ({evidence}); --include-printers asks them"
  )
  static let portsPrinterByIPP = MessageTemplate(
    "ports.printer_by_ipp",
    "it speaks IPP as printers do; --include-printers asks them"
  )
}
