public import LinuxNetwork
public import Model
public import Networking
public import Wire

/// The network, resolver, streams, trust roots and clock that a diagnosis uses.
public struct ConnectionEnvironment: Sendable {
  /// Resolves a host name like `getaddrinfo`.
  public typealias LookUp =
    @Sendable (String, AddressFamily?) async -> Result<[IPAddress], HostLookup.Failure>

  /// Sends echoes, connects and path probes; without a named target its policy must refuse Internet
  /// addresses.
  public var network: any Network
  /// The host lookup.
  public var lookUp: LookUp
  /// Sends DNS queries.
  public var questions: any DNSCarrier
  /// Carries TLS handshakes and HTTP.
  public var streams: any StreamNetwork
  /// Streams within TLS to a host, its certificate unverified; `nil` where TLS can't be set up.
  public var secured: @Sendable (String) -> (any StreamNetwork)? = { host in
    (try? StreamSecurity(.anybody, name: IPAddress(host) == nil ? host : nil)).map {
      SystemStreams(for: .diagnosis, security: $0)
    }
  }
  /// The trusted certificate authorities.
  public var roots: TrustRoots
  /// The time at which certificates are validated.
  public var now: @Sendable () -> Timestamp

  /// The system's resolver, streams and clock, with that network.
  public init(
    network: any Network,
    lookUp: @escaping LookUp = { host, family in
      do throws(HostLookup.Failure) {
        return .success(try await HostLookup.addresses(of: host, family))
      } catch {
        return .failure(error)
      }
    },
    questions: any DNSCarrier = SystemDNSCarrier(),
    streams: any StreamNetwork = SystemStreams(for: .diagnosis),
    roots: TrustRoots = .system(),
    now: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.network = network
    self.lookUp = lookUp
    self.questions = questions
    self.streams = streams
    self.roots = roots
    self.now = now
  }
}

/// Runs the steps of a diagnosis, each within its time limit.
struct ConnectionStepRunner: Sendable {
  let environment: ConnectionEnvironment
  let configuration: NetworkConfiguration
  /// The deadline of the whole diagnosis.
  let end: ContinuousClock.Instant

  /// A step's time limit, capped by the time left.
  func within(_ limit: Duration) -> Duration {
    max(.milliseconds(1), min(limit, ContinuousClock.now.duration(to: end)))
  }

  /// Resolves a name; `nil` on timeout.
  func lookUp(
    _ host: String,
    _ family: AddressFamily?
  ) async -> Result<[IPAddress], HostLookup.Failure>? {
    let lookUp = environment.lookUp
    // `getaddrinfo` can't be interrupted: its thread is abandoned.
    return await raced(within(.seconds(5))) { await lookUp(host, family) }
  }

  /// Connects to ports of the target.
  func connect(_ endpoints: [Endpoint]) async -> [PortConnects.Output] {
    // TCP retransmits a lost SYN after one second, and after three.
    let found = await collect(
      PortConnects(endpoints, timeout: within(.milliseconds(3500))),
      within: within(.seconds(4))
    )
    return endpoints.compactMap { endpoint in found.first { $0.target == endpoint } }
  }

  /// Runs the TLS handshake and validates the certificate.
  func tls(of host: TargetHost, port: UInt16) async -> ConnectionStep? {
    let limit = within(.seconds(3))
    let tool = CertificateDiagnostic(
      CertificateDiagnostic.Options(
        Endpoint(host.address, port: port).description,
        serverName: host.host,
        timeout: max(0.1, limit.roundedMilliseconds / 1000)
      ),
      roots: environment.roots,
      streams: environment.streams,
      now: environment.now
    )
    do throws(DiagnosticError) {
      let report = try await tool.run { _ in }
      return Task.isCancelled && report.certificate == nil ? nil : .tls(report)
    } catch {
      if case .local(let failure, _) = error { return .own(.tls, failure) }
      return ConnectionStep(.tls, .unknown, error.message)
    }
  }

  /// A machine's outputs until it finishes or times out; 4096 at most.
  func collect<Machine: NetworkMachine>(
    _ machine: Machine,
    within limit: Duration
  ) async -> [Machine.Output] {
    let events = environment.network.run(machine)
    return await bounded(limit) {
      var all: [Machine.Output] = []
      for await output in events where all.count < 4096 { all.append(output) }
      return all
    } ?? []
  }
}

/// Connects to a few ports at once, and reports each outcome.
struct PortConnects: NetworkMachine {
  /// A port and the outcome of its connect.
  struct Output: Hashable, Sendable {
    var target: Endpoint
    var outcome: ProbeOutcome
  }

  private let targets: [Endpoint]
  private let timeout: Duration
  private var left: Int

  init(_ targets: [Endpoint], timeout: Duration) {
    self.targets = targets
    self.timeout = timeout
    left = targets.count
  }

  mutating func start(_ port: inout NetworkPort<Output>) {
    for (number, target) in targets.enumerated() {
      let probe = Probe(target: target, timeout: timeout, purpose: .path, isInteractive: true)
      port.request(.connect(Ticket(owner: 0, number: UInt32(number)), probe))
    }
    if targets.isEmpty { port.finish() }
  }

  mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    guard case .probed(let ticket, _, let outcome) = event,
      targets.indices.contains(Int(ticket.number))
    else { return }
    port.output(Output(target: targets[Int(ticket.number)], outcome: outcome))
    left -= 1
    if left == 0 { port.finish() }
  }
}

/// Reads the kernel's neighbour table once.
package struct NeighbourTable: NetworkMachine {
  /// A machine that hasn't read it yet.
  package init() {}

  /// Asks for the table.
  package mutating func start(_ port: inout NetworkPort<[Neighbour]>) {
    port.request(.readNeighbours(Ticket(owner: 0, number: 0)))
  }

  /// Outputs it, and ends.
  package mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<[Neighbour]>) {
    switch event {
    case .neighbours(_, let all):
      port.output(all)
      port.finish()
    case .failed: port.finish()
    default: break
    }
  }
}
