internal import Net
internal import Wire

extension ConnectionStep {
  /// Looks at this machine's own routes: which leads to the target, or out at all.
  static func routes(
    _ configuration: NetworkConfiguration,
    to address: IPAddress?,
    _ family: AddressFamily? = nil
  ) -> ConnectionStep {
    let evidence = configuration.routes.prefix(16).map { route in
      Figure.text(route.words, route.gateway?.description ?? "none")
    }
    func step(_ state: State, _ words: String, _ fault: ConnectionFault? = nil) -> ConnectionStep {
      ConnectionStep(.routes, state, words, fault: fault, evidence: evidence)
    }
    if let address {
      if address.scope == .loopback || configuration.interfaces.have(address) {
        return .skipped(.routes, "\(address) is this machine's own")
      }
      if let route = configuration.route(to: address) {
        guard let gateway = route.gateway else {
          return step(
            .bad,
            "a route to \(route.words) refuses what takes it",
            .routeRefuses(route.words)
          )
        }
        return step(
          .ok,
          "a route to \(route.words) leads over \(gateway)",
          .ownRoute(route.words, gateway)
        )
      }
      if configuration.interfaces.reach(address) || address.scope == .linkLocal {
        return step(.ok, "\(address) is on this machine's own network")
      }
    }
    let gateways = configuration.gateways.filter { $0.address.isOf(address?.family ?? family) }
    if let first = gateways.first {
      return step(.ok, "the default route leads over \(first.address)")
    }
    if let way = configuration.directInterfaces.first {
      return step(.ok, "the default route leads onto \(way.name)")
    }
    let others = configuration.routes.filter { $0.gateway != nil }
    guard let first = others.first else {
      return step(.bad, "there is no default route", .noGateway)
    }
    let more = others.count > 1 ? " and \(others.count - 1) more" : ""
    return step(
      .bad,
      "routes lead to \(first.words)\(more) alone, there is no default route",
      .noDefaultRoute(first.words)
    )
  }
}

extension StaticRoute {
  /// Where it leads, as `203.0.113.0/24`.
  var words: String { "\(destination)/\(length)" }
}

extension NetworkConfiguration {
  /// The static route that leads to an address, unless the address is on a network of this machine
  /// that is told of as exactly.
  func route(to address: IPAddress) -> StaticRoute? {
    guard let best = routes.filter({ $0.leads(to: address) }).max(by: { $0.length < $1.length })
    else { return nil }
    let near = interfaces.filter { [$0].reach(address) }.flatMap { interface in
      address.v4 == nil
        ? interface.ipv6.map(\.prefixLength).filter { $0 < 128 }
        : interface.ipv4.map(\.prefix.length)
    }
    return best.length > near.max() ?? 0 ? best : nil
  }
}
