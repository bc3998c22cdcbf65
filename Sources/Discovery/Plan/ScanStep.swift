public import Model
public import Networking
public import Wire

/// One step of a scan, for its log: a request, an event or a failure.
///
/// The runner of the scan decides which steps are logged, and where. Text from devices is cut to a
/// few hundred characters and otherwise unchanged.
public struct ScanStep: Hashable, Sendable {
  /// Whose step it is.
  public var source: Source
  /// Whether it belongs to probing a host, rather than to finding hosts.
  public var isProbing: Bool
  /// What happened.
  public var event: Event

  /// A step of finding hosts, unless `isProbing` says otherwise.
  public init(_ source: Source, isProbing: Bool = false, _ event: Event) {
    self.source = source
    self.isProbing = isProbing
    self.event = event
  }

  /// What can happen.
  public enum Event: Hashable, Sendable {
    /// The scan began: the number of addresses to ask, or the only host.
    case began(addresses: Int, host: IPAddress? = nil)
    /// A connect, a datagram or a frame was sent or queued.
    case asked(String, by: String, purpose: Purpose)
    /// The kernel was made to resolve the link addresses of `count` hosts.
    case solicited(count: Int, interface: String)
    /// A host is asked a question, over a connection or by a datagram.
    case question(String, of: Endpoint)
    /// What became of a connect or a datagram.
    case ended(Endpoint, ProbeOutcome)
    /// A datagram came in.
    case received(from: Endpoint, bytes: Int)
    /// Somebody answered there for the first time.
    case found(IPAddress)
    /// A new observation.
    case learnt(Fact, about: IPAddress?)
    /// A source can't do its part, or not all of it.
    case failed(interface: String, LocalFailure)
    /// All who were to be asked have been.
    case swept
    /// The scan is over.
    case finished
    /// The limit of steps is reached: later ones are left out, except failures and the end.
    case cut
  }

  /// The log level.
  public enum Level: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Every packet.
    case trace
    /// What was asked and learnt.
    case debug
    /// Who was found, and how far the scan is.
    case info
    /// What failed.
    case warning

    /// The order of their weight.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Its weight.
  public var level: Level { event.level }

  /// The most steps of one scan; a scan of thirty devices has about 5,000.
  static let most = 50_000
}

extension ScanStep {
  /// What happened, as a constant text without values.
  public var message: String {
    switch event {
    case .began: "scan began"
    case .asked: "asked"
    case .solicited: "asked the kernel to resolve"
    case .question: "question"
    case .ended(_, .open): "answered"
    case .ended(_, .refused): "refused"
    case .ended(_, .timedOut): "no answer"
    case .ended(_, .unreachable): "unreachable"
    case .ended(_, .localFailure): "not sent"
    case .received: "received"
    case .found: "found"
    case .learnt: "learnt"
    case .failed: "source failed"
    case .swept: "sweep over"
    case .finished: "scan over"
    case .cut: "further steps left out"
    }
  }

  /// The values that go with it.
  public var values: [(key: String, value: String)] {
    [("source", source.rawValue)] + eventValues
  }

  private var eventValues: [(key: String, value: String)] {
    switch event {
    case .began(let addresses, let host):
      [("addresses", "\(addresses)")] + (host.map { [("host", "\($0)")] } ?? [])
    case .asked(let target, let way, let purpose):
      [("to", target), ("by", way), ("purpose", purpose.rawValue)]
    case .solicited(let count, let interface):
      [("addresses", "\(count)"), ("interface", interface)]
    case .question(let topic, let target): [("to", "\(target)"), ("what", Self.cut(topic))]
    case .ended(let target, let outcome): [("of", "\(target)")] + Self.values(of: outcome)
    case .received(let sender, let bytes): [("from", "\(sender)"), ("bytes", "\(bytes)")]
    case .found(let address): [("address", "\(address)")]
    case .learnt(let fact, let subject):
      [("about", subject.map { "\($0)" } ?? "-"), ("fact", fact.logName)]
        + (fact.logValue.map { [("value", Self.cut($0))] } ?? [])
    case .failed(let interface, let failure):
      [("error", failure.words)] + (interface.isEmpty ? [] : [("interface", interface)])
    case .swept, .finished: []
    case .cut: [("after", "\(Self.most)")]
    }
  }

  private static func values(of outcome: ProbeOutcome) -> [(key: String, value: String)] {
    switch outcome {
    case .open(let rtt), .refused(let rtt):
      [("rtt_ms", "\((rtt.milliseconds * 1000).rounded() / 1000)")]
    case .timedOut: []
    case .unreachable(let reason): [("reason", reason.rawValue)]
    case .localFailure(let failure): [("error", failure.words)]
    }
  }

  /// The text cut to a length that fits a log line.
  public static func cut(_ text: String) -> String {
    let limit = 200
    let start = text.unicodeScalars.prefix(limit + 1)
    guard start.count > limit else { return text }
    return String(String.UnicodeScalarView(start.dropLast())) + "…"
  }
}

extension ScanStep.Event {
  /// Its weight.
  public var level: ScanStep.Level {
    switch self {
    case .received: .trace
    case .asked, .solicited, .question, .ended, .learnt: .debug
    case .began, .found, .swept, .finished, .cut: .info
    case .failed: .warning
    }
  }

  /// The step of a request; `nil` if it sends nothing, or continues what is in flight.
  init?(_ request: NetworkRequest, interfaceName: (UInt32) -> String) {
    switch request {
    case .connect(_, let probe):
      self = .asked("\(probe.target)", by: "tcp", purpose: probe.purpose)
    case .exchange(_, let probe, _):
      self = .asked("\(probe.target)", by: "udp", purpose: probe.purpose)
    case .send(_, let target, _, let purpose):
      let isEcho = purpose == .echo || purpose == .latency
      self = .asked(
        isEcho ? "\(target.address)" : "\(target)",
        by: isEcho ? "icmp" : "udp",
        purpose: purpose
      )
    case .transmit(_, _, let target, let purpose):
      self = .asked("\(target)", by: "frame", purpose: purpose)
    case .solicit(_, let addresses, let interface):
      self = .solicited(count: addresses.count, interface: interfaceName(interface))
    default:
      return nil
    }
  }

  /// The step of an event; `nil` if the event is no answer.
  init?(_ event: NetworkEvent) {
    switch event {
    case .probed(_, let target, let outcome): self = .ended(target, outcome)
    case .sendFailed(_, let target, let outcome): self = .ended(target, outcome)
    case .datagram(_, let datagram):
      self = .received(from: datagram.source, bytes: datagram.payload.count)
    default: return nil
    }
  }
}

extension Fact {
  /// The kind of fact.
  fileprivate var logName: String {
    switch self {
    case .answered: "answered"
    case .linkAddress: "mac"
    case .rememberedLinkAddress: "remembered_mac"
    case .unresolved: "unresolved"
    case .name: "name"
    case .hostAddress: "host_address"
    case .service: "service"
    case .ssdp: "ssdp"
    case .netbios: "netbios"
    case .http: "http"
    case .certificate: "certificate"
    case .banner: "banner"
    case .snmp: "snmp"
    case .smb: "smb"
    case .datagram: "datagram"
    case .wsDiscovery: "ws_discovery"
    case .description: "description"
    case .roundTrips: "round_trips"
    case .identity: "identity"
    case .port: "port"
    case .gateway: "gateway"
    case .ownAddress: "own_address"
    case .system: "system"
    case .dhcp: "dhcp"
    case .dhcpServer: "dhcp_server"
    }
  }

  /// The fact's values, cut to a length that fits a log line.
  fileprivate var logValue: String? {
    switch self {
    case .answered(let rttMs): rttMs.map { "\(($0 * 1000).rounded() / 1000) ms" }
    case .linkAddress(let mac), .rememberedLinkAddress(let mac): "\(mac)"
    case .name(let name): name
    case .hostAddress(let host, let address): "\(host) \(address)"
    case .service(let service): "\(service.type) \(service.name)"
    case .ssdp(let said): "\(said.target) \(said.location ?? "")"
    case .netbios(let identity): identity.names.joined(separator: " ")
    case .http(let answer): "\(answer.port ?? 0)\(answer.path ?? "") \(answer.status ?? 0)"
    case .certificate(let shown): "\(shown.port ?? 0) \(shown.subject ?? "")"
    case .banner(let banner): "\(banner.port ?? 0) \(banner.transport) \(banner.text)"
    case .snmp(let identity): identity.description ?? identity.name
    case .smb(let identity): identity.nativeOS
    case .datagram(let answer): "\(answer.port) \(answer.text ?? "")"
    case .wsDiscovery(let answer): answer.types
    case .description(let location, _): location
    case .identity(let kind, let value): "\(kind.rawValue) \(value)"
    case .dhcp(let request): request.hostname ?? request.vendorClass
    case .dhcpServer(let server): server.mac.map { "\($0)" }
    case .port(let port, let transport, let state):
      "\(port)/\(transport.rawValue) \(state.rawValue)"
    case .unresolved, .roundTrips, .gateway, .ownAddress, .system: nil
    }
  }
}
