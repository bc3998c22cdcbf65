public import Networking
public import Wire

/// Asks each resolver one question, to see whether it answers at all.
public struct ResolverProbe: NetworkMachine {
  /// A resolver, and how asking it ended.
  public struct Output: Hashable, Sendable {
    /// Which resolver.
    public var resolver: IPAddress
    /// How it ended.
    public var outcome: ProbeOutcome

    /// The given ending.
    public init(resolver: IPAddress, outcome: ProbeOutcome) {
      self.resolver = resolver
      self.outcome = outcome
    }
  }

  private let resolvers: [IPAddress]
  private var unanswered: Int

  /// A resolver that takes longer than this doesn't help a scan.
  private static let patience = Duration.seconds(2)

  /// A probe of these resolvers.
  public init(_ resolvers: [IPAddress]) {
    self.resolvers = resolvers
    unanswered = resolvers.count
  }

  /// Asks all of them at once.
  public mutating func start(_ port: inout NetworkPort<Output>) {
    for (index, resolver) in resolvers.enumerated() {
      let probe = Probe(
        target: Endpoint(resolver, port: 53),
        timeout: Self.patience,
        purpose: .reverseDNS,
        isInteractive: true
      )
      // The name of 127.0.0.1: no resolver asks others for it (RFC 6303).
      let question = DNSQuestion(DNSName(reverseOf: .v4(IPv4Address(127, 0, 0, 1))), .ptr)
      let query = DNSMessage(id: 1, flags: .recursiveQuery, questions: [question])
      let ticket = Ticket(owner: 0, number: UInt32(index))
      port.request(.exchange(ticket, probe, payload: query.serialised))
    }
    if resolvers.isEmpty { port.finish() }
  }

  /// Notes how asking one ended; the last one ends the probe.
  public mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    guard case .probed(_, let target, let outcome) = event else { return }
    port.output(Output(resolver: target.address, outcome: outcome))
    unanswered -= 1
    if unanswered == 0 { port.finish() }
  }
}
