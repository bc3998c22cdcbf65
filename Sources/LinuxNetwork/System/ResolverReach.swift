import Networking
internal import Wire

/// Whether this machine can ask its resolvers at all, as far as it can know that itself.
struct ResolverReach {
  /// Whether anything but loopback has a link and an address.
  var hasNetwork: Bool
  /// Whether this machine's routing table has nothing that leads to an address.
  var lacksRoute: (IPAddress) -> Bool

  /// That of the calling thread's namespace.
  static var ofThisMachine: ResolverReach {
    // Where it can't be read, nothing is known against it.
    let interfaces = try? NetworkConfiguration.read(resolvers: []).interfaces
    return ResolverReach(
      hasNetwork: interfaces.map(hasNetwork) ?? true,
      lacksRoute: OwnRoute.isMissing
    )
  }

  /// Whether an interface but loopback is up, with a link and an address.
  static func hasNetwork(_ interfaces: [Interface]) -> Bool {
    interfaces.contains { interface in
      !interface.isLoopback && interface.isUp && interface.hasCarrier
        && !(interface.ipv4.isEmpty && interface.ipv6.isEmpty)
    }
  }

  /// Whether none of the resolvers can be asked, so that a missing answer is this machine's own trouble.
  ///
  /// One on the machine itself asks others: without any network it can't, but where there is some, who
  /// knows whom it asks. Where none is named the C library asks the machine itself (resolv.conf(5)).
  func isCutOff(from resolvers: [IPAddress]) -> Bool {
    guard !resolvers.isEmpty else { return !hasNetwork }
    return resolvers.allSatisfy { resolver in
      resolver.scope == .loopback ? !hasNetwork : lacksRoute(resolver)
    }
  }
}
