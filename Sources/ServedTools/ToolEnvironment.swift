package import DemoHome
import Diagnostics
import LinuxNetwork
import Model
import NIOCore
package import Networking
import Server
import Wire

/// The network that served tools use: this machine's, or the demo home's only.
package struct ToolEnvironment: Sendable {
  let reach: TargetPolicy.Reach
  /// The namespace of their sockets; `nil` for this process' own.
  let namespace: NetworkNamespace?
  /// The event loops in that namespace; `nil` for the shared ones.
  let group: (any EventLoopGroup)?
  /// Whether the system's resolver and the registries are asked.
  let isReal: Bool

  /// This machine's network, whole.
  package static let thisMachine = ToolEnvironment(
    reach: .everywhere,
    namespace: nil,
    group: nil,
    isReal: true
  )

  /// A network of the caller's own, so that no other run delays its round trips; what it sends is
  /// counted with that of all tools.
  func network(isPublic: Bool = true) throws(LocalFailure) -> LinuxNetwork {
    try LinuxNetwork(namespace: namespace, allowPublic: isReal && isPublic, ledger: .tools)
  }
}

extension ToolEnvironment {
  /// The demo home: sockets are made in its namespace; without one, only its loopback addresses are asked.
  ///
  /// Blocks for a moment.
  package init(in home: DemoHome) throws(LocalFailure) {
    let namespace = home.namespacedHome?.scannerNamespace
    let group = try namespace?.run { () throws(LocalFailure) in
      // Threads inherit the namespace of their creator.
      try EventLoops.one()
    }
    self.init(reach: .within(home.prefix), namespace: namespace, group: group, isReal: false)
  }
}

/// Sends DNS queries only to the system's resolvers and to servers that the policy allows, whatever
/// addresses a zone gives for its servers.
struct ConfinedDNSCarrier: DNSCarrier {
  private let policy: TargetPolicy
  private let resolvers: Set<IPAddress>
  private let carrier: any DNSCarrier

  /// The resolvers are exempt from the policy: they may run on this machine.
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
  ) async -> Result<DNSResponse, DNSFailure> {
    // mDNS goes to a multicast group, which the policy rejects.
    if transport != .multicast, let address = server.endpoint?.address,
      !resolvers.contains(address), let rejection = policy.rejection(of: address)
    {
      return .failure(.local(.refusedByPolicy(rejection)))
    }
    return await carrier.carry(query, to: server, over: transport, within: limit)
  }
}
