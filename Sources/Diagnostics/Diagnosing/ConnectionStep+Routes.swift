internal import Networking
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
    /// `outcome` is what the words say, for programs, `route` and `over` whom they name.
    func step(
      _ state: State,
      _ outcome: String,
      _ words: String,
      _ fault: ConnectionFault? = nil,
      route: String? = nil,
      over: String? = nil
    ) -> ConnectionStep {
      let facts: [Figure] = [
        .text("outcome", outcome), .text("route", route), .text("over", over),
      ]
      return ConnectionStep(.routes, state, words, fault: fault, evidence: evidence + facts)
    }
    if let address {
      if address.scope == .loopback || configuration.interfaces.have(address) {
        return .skipped(.routes, "\(address) is this machine's own", reason: "itself")
      }
      if let route = configuration.route(to: address) {
        guard let gateway = route.gateway else {
          return step(
            .bad,
            "refuses",
            "a route to \(route.words) refuses what takes it",
            .routeRefuses(route.words),
            route: route.words
          )
        }
        return step(
          .ok,
          "own_route",
          "a route to \(route.words) leads over \(gateway)",
          .ownRoute(route.words, gateway),
          route: route.words,
          over: gateway.description
        )
      }
      if configuration.interfaces.reach(address) || address.scope == .linkLocal {
        return step(.ok, "own_network", "\(address) is on this machine's own network")
      }
    }
    let gateways = configuration.gateways.filter { $0.address.isOf(address?.family ?? family) }
    if let first = gateways.first {
      let over = first.address.description
      return step(.ok, "default", "the default route leads over \(over)", over: over)
    }
    if let way = configuration.directInterfaces.first {
      return step(.ok, "direct", "the default route leads onto \(way.name)", over: way.name)
    }
    let others = configuration.routes.filter { $0.gateway != nil }
    guard let first = others.first else {
      return step(.bad, "none", "there is no default route", .noGateway)
    }
    let more = others.count > 1 ? " and \(others.count - 1) more" : ""
    return step(
      .bad,
      "no_default",
      "routes lead to \(first.words)\(more) alone, there is no default route",
      .noDefaultRoute(first.words),
      route: first.words
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
