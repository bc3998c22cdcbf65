import Networking
import Wire
@testable import Diagnostics

/// What a machine sees of its connection, to be made worse by a test.
struct Situation {
  var configuration: NetworkConfiguration
  var gateway: ConnectionStep?
  var resolver: ConnectionStep?
  var name: ConnectionStep?
  var route: ConnectionStep?
  var tcp: ConnectionStep?
  var tls: ConnectionStep?
  /// Steps that most tests have no use for.
  var others: [ConnectionStep] = []
  var host: String?
  var address: IPAddress?
  var reach = ConnectionReach.beyond

  static let router = IPAddress.v4(IPv4Address(192, 168, 1, 1))
  static let far = IPAddress.v4(IPv4Address(9, 9, 9, 9))

  /// All is well, with a target or without one.
  init(host: String? = "far.test.net") {
    let own = IPv4Address(192, 168, 1, 7)
    configuration = NetworkConfiguration(
      interfaces: [
        Interface(index: 1, name: "lo", isLoopback: true),
        Interface(
          index: 2,
          name: "eth0",
          ipv4: [.init(address: own, prefix: IPv4Prefix(own, length: 24))]
        ),
      ],
      gateways: [Gateway(address: Self.router, interface: 2)],
      resolvers: [Self.router]
    )
    gateway = Self.answering()
    resolver = Self.resolver()
    self.host = host
    guard let host else { return }
    name = .name(host, .success([Self.far]))
    route = ConnectionStep(.route, .ok, "far.test.net answers, 8 hops away.")
    tcp = .tcp([(443, .open(rtt: .milliseconds(12)))])
    tls = ConnectionStep(.tls, .ok, "TLS 1.3, the certificate is good for 60 days")
  }

  /// The default route leads onto a point-to-point link, without a next hop.
  mutating func goDirect() {
    configuration.interfaces[1].name = "ppp0"
    configuration.interfaces[1].isBroadcast = false
    configuration.pointToPointInterfaces = [configuration.interfaces[1].index]
    configuration.gateways = []
    gateway = .gateway([], ways: configuration.directInterfaces, elapsed: .zero)
  }

  /// A router that answers.
  static func answering() -> ConnectionStep {
    var finding = GatewayResult(address: router)
    finding.sent = 3
    finding.received = 3
    finding.roundTrip = .microseconds(410)
    return .gateway([finding], elapsed: .seconds(1))
  }

  /// A resolver's answer: records, or none; silence where that is `nil`.
  static func resolver(
    _ code: DNSResponseCode? = .noError,
    lies: Bool = false,
    failure: DNSFailure = .timedOut
  ) -> ConnectionStep {
    let flags = DNSFlags(rawValue: DNSFlags.recursiveQuery.rawValue | (code?.rawValue ?? 0))
    let delivery = DNSResponse(DNSMessage(id: 1, flags: flags), size: 40)
    var reply = DNSReply(
      server: DNSServer(Endpoint(router, port: 53)),
      question: DNSQuestion(DNSName(reverseOf: router), .ptr)
    )
    reply.elapsed = .milliseconds(2)
    reply.outcome = code == nil ? .failure(failure) : .success(delivery)
    return .resolver([ResolverResult(resolver: router, reply: reply, asksName: true, lies: lies)])
  }

  /// What a trace ends with that nobody answers behind a hop.
  static func endingRoute(hop: Int) -> ConnectionStep {
    let address = IPAddress.v4(IPv4Address(10, 0, UInt8(hop), 1))
    return ConnectionStep(
      .route,
      .unknown,
      "The way is seen up to hop \(hop)",
      fault: .pathEnds(hop: hop, hop == 1 ? router : address)
    )
  }

  /// What it comes to.
  var verdict: ConnectionVerdict {
    let steps: [ConnectionStep?] = [
      .link(configuration), .address(configuration), gateway, resolver, name, route, tcp, tls,
    ]
    return ConnectionVerdict(
      steps.compactMap(\.self) + others,
      host: host,
      address: address,
      reach: reach
    )
  }
}
