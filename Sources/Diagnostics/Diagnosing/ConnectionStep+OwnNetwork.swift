import Model
internal import Networking
internal import Wire

extension ConnectionStep {
  /// Judges the link state of the interfaces.
  static func link(_ configuration: NetworkConfiguration) -> ConnectionStep {
    let interfaces = configuration.outward
    let evidence = interfaces.prefix(16).map { interface in
      Figure.text(interface.name, interface.isReady ? "up" : interface.isUp ? "no link" : "off")
    }
    guard let first = interfaces.first else {
      return ConnectionStep(.link, .bad, Message(.diagnoseLinkNone), fault: .noInterface)
    }
    let ready = interfaces.filter(\.isReady).map(\.name)
    if !ready.isEmpty {
      let message = Message(
        .diagnoseLinkUp,
        ["interfaces": .texts(ready), "count": .count(ready.count)]
      )
      return .ok(.link, message, evidence)
    }
    if let dead = interfaces.first(where: \.isUp) {
      return .bad(
        .link,
        Message(.diagnoseLinkNoCarrier, ["interface": dead.name]),
        .noCarrier(dead.name),
        evidence
      )
    }
    return .bad(
      .link,
      Message(.diagnoseLinkOff, ["interface": first.name]),
      .interfaceDown(first.name),
      evidence
    )
  }

  /// Judges this machine's addresses.
  static func address(_ configuration: NetworkConfiguration) -> ConnectionStep {
    let interfaces = configuration.outward.filter(\.isReady)
    guard let first = interfaces.first else {
      return skipped(.address, Message(.diagnoseAddressNoLink))
    }
    var usable: [Message] = []
    func on(_ interface: Interface, _ address: String) -> Message {
      Message(.diagnoseAddressOn, ["address": address, "interface": interface.name])
    }
    var selfAssigned: (name: String, address: IPAddress)?
    var evidence: [Figure] = []
    for interface in interfaces.prefix(16) {
      for entry in interface.ipv4.prefix(8) {
        let address = IPAddress.v4(entry.address)
        let text = "\(address)/\(entry.prefix.length)"
        evidence.append(.text(interface.name, text))
        if address.scope != .linkLocal {
          usable.append(on(interface, text))
        } else if selfAssigned == nil {
          selfAssigned = (interface.name, address)
        }
      }
      for entry in interface.ipv6.prefix(8) {
        let address = IPAddress.v6(entry.address, zone: nil)
        let text = "\(address)/\(entry.prefixLength)"
        evidence.append(.text(interface.name, text))
        if address.scope != .linkLocal { usable.append(on(interface, text)) }
      }
    }
    if !usable.isEmpty {
      let first = Message.Value.list(usable.prefix(2).map(Message.Value.message))
      let message =
        usable.count > 2
        ? Message(.diagnoseAddressMore, ["addresses": first, "count": .count(usable.count - 2)])
        : Message(.diagnoseAddressOk, ["addresses": first])
      return .ok(.address, message, evidence)
    }
    if let (name, address) = selfAssigned {
      return .bad(
        .address,
        Message(.diagnoseAddressSelfAssigned, ["address": "\(address)", "interface": name]),
        .selfAssigned(name, address),
        evidence
      )
    }
    return .bad(
      .address,
      Message(.diagnoseAddressNone, ["interface": first.name]),
      .noAddress(first.name),
      evidence
    )
  }
}

extension NetworkConfiguration {
  /// The interfaces of default routes, else physical ones, else all but loopback.
  var outward: [Interface] {
    let ways = Set(gateways.map(\.interface) + pointToPointInterfaces)
    let others = interfaces.filter { !$0.isLoopback }
    let leading = others.filter { ways.contains($0.index) }
    if !leading.isEmpty { return leading }
    let hardware = others.filter { $0.kind == nil }
    return hardware.isEmpty ? others : hardware
  }

  /// The interfaces that default routes take without a next hop.
  var directInterfaces: [Interface] {
    interfaces.filter { pointToPointInterfaces.contains($0.index) }
  }
}

extension Interface {
  /// Up, with a link.
  var isReady: Bool { isUp && hasCarrier }
}

extension ConnectionStep {
  /// Judges the routing table: which route leads to the target, or out at all.
  static func routes(
    _ configuration: NetworkConfiguration,
    to address: IPAddress?,
    _ family: AddressFamily? = nil
  ) -> ConnectionStep {
    let evidence = configuration.routes.prefix(16).map { route in
      Figure.text(route.words, route.gateway?.description ?? "none")
    }
    /// `outcome` is a code for programs; `over` is the next hop or interface.
    func step(
      _ state: State,
      _ outcome: String,
      _ message: Message,
      _ fault: ConnectionFault? = nil,
      route: String? = nil,
      over: String? = nil
    ) -> ConnectionStep {
      let facts: [Figure] = [
        .text("outcome", outcome), .text("route", route), .text("over", over),
      ]
      return ConnectionStep(.routes, state, message, fault: fault, evidence: evidence + facts)
    }
    if let address {
      if address.scope == .loopback || configuration.interfaces.have(address) {
        return .skipped(
          .routes,
          Message(.diagnoseRoutesItself, ["address": "\(address)"]),
          reason: "itself"
        )
      }
      if let route = configuration.route(to: address) {
        guard let gateway = route.gateway else {
          return step(
            .bad,
            "refuses",
            Message(.diagnoseRoutesRefuses, ["route": route.words]),
            .routeRefuses(route.words),
            route: route.words
          )
        }
        return step(
          .ok,
          "own_route",
          Message(.diagnoseRoutesOwnRoute, ["route": route.words, "router": "\(gateway)"]),
          .ownRoute(route.words, gateway),
          route: route.words,
          over: gateway.description
        )
      }
      if configuration.interfaces.reach(address) || address.scope == .linkLocal {
        return step(
          .ok,
          "own_network",
          Message(.diagnoseRoutesOwnNetwork, ["address": "\(address)"])
        )
      }
    }
    let gateways = configuration.gateways.filter { $0.address.isOf(address?.family ?? family) }
    if let first = gateways.first {
      let over = first.address.description
      return step(.ok, "default", Message(.diagnoseRoutesDefault, ["router": over]), over: over)
    }
    if let way = configuration.directInterfaces.first {
      return step(
        .ok,
        "direct",
        Message(.diagnoseRoutesDirect, ["interface": way.name]),
        over: way.name
      )
    }
    let others = configuration.routes.filter { $0.gateway != nil }
    guard let first = others.first else {
      return step(.bad, "none", Message(.diagnoseRoutesNone), .noGateway)
    }
    return step(
      .bad,
      "no_default",
      others.count > 1
        ? Message(
          .diagnoseRoutesNoDefaultMore,
          ["route": .text(first.words), "count": .count(others.count - 1)]
        )
        : Message(.diagnoseRoutesNoDefault, ["route": first.words]),
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
  /// The most specific static route to an address, unless an on-link prefix is as specific.
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
