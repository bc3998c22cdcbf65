import Diagnostics
import LinuxNetwork
import NIOCore
import NetLab
import Networking
import Server

/// Where served tools run: on this machine's network, or within the demo home and nowhere else.
struct ToolEnvironment: Sendable {
  /// Which targets they may ask.
  let reach: TargetPolicy.Reach
  /// Where their sockets are made; `nil` for this process' own network.
  let namespace: NetworkNamespace?
  /// Whose threads make connections, in that namespace; `nil` for those that all share.
  let group: (any EventLoopGroup)?
  /// Whether the system's resolver is asked for names, and registries for owners.
  let isReal: Bool

  /// This machine's network.
  static let thisMachine = ToolEnvironment(
    reach: .everywhere,
    namespace: nil,
    group: nil,
    isReal: true
  )

  private init(
    reach: TargetPolicy.Reach,
    namespace: NetworkNamespace?,
    group: (any EventLoopGroup)?,
    isReal: Bool
  ) {
    self.reach = reach
    self.namespace = namespace
    self.group = group
    self.isReal = isReal
  }

  /// The demo home: sockets belong to its namespace for life, whatever address they are given.
  ///
  /// Blocks for a moment. Where the home is on loopback, its addresses are all that is ever asked.
  init(in home: DemoHome) throws(LocalFailure) {
    let namespace = home.namespacedHome?.scannerNamespace
    let group = try namespace?.run { () throws(LocalFailure) in
      // A thread begins in the namespace of the one that makes it.
      try EventLoops.one()
    }
    self.init(
      reach: .within(home.prefix),
      namespace: namespace,
      group: group,
      isReal: false
    )
  }

  /// A way into the network that is the caller's alone, so that no round trip waits behind another.
  func network(isPublic: Bool = true) throws(LocalFailure) -> LinuxNetwork {
    try LinuxNetwork(namespace: namespace, allowPublic: isReal && isPublic)
  }
}
