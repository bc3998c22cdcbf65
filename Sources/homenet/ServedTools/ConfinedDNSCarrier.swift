import Diagnostics
import Networking
import Server
import Wire

/// Carries questions to the system's resolvers, and to name servers that tools may ask; to nobody else,
/// whatever address a zone names as its server's.
struct ConfinedDNSCarrier: DNSCarrier {
  private let policy: TargetPolicy
  private let resolvers: Set<IPAddress>
  private let carrier: any DNSCarrier

  /// - Parameters:
  ///   - policy: Who may be asked.
  ///   - resolvers: Who may be asked beside: this machine's own resolver may be on the machine itself.
  ///   - carrier: What carries the questions.
  init(
    policy: TargetPolicy,
    resolvers: [IPAddress] = ResolverConfiguration.system.resolvers,
    carrier: any DNSCarrier = SystemDNSCarrier()
  ) {
    self.policy = policy
    self.resolvers = Set(resolvers)
    self.carrier = carrier
  }

  func carry(
    _ query: DNSQuery,
    to server: DNSServer,
    over transport: DNSTransport,
    within limit: Duration
  ) async -> Result<DNSDelivery, DNSFailure> {
    // Names of the link are asked of a group.
    if transport != .multicast, let address = server.endpoint?.address,
      !resolvers.contains(address), let rejection = policy.rejection(of: address)
    {
      return .failure(.local(.refusedByPolicy(rejection)))
    }
    return await carrier.carry(query, to: server, over: transport, within: limit)
  }
}
