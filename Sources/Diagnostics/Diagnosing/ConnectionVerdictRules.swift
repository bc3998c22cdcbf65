import Model
internal import Wire

/// The rules that turn the steps of a diagnosis into a verdict.
struct ConnectionVerdictRules {
  var code = ConnectionVerdict.Code.well
  var message = Message(.diagnoseVerdictUnknown)
  /// The steps that decided it.
  var kinds: Set<ConnectionStep.Kind> = []

  let steps: [ConnectionStep.Kind: ConnectionStep]
  let host: String?
  let address: IPAddress?
  let reach: ConnectionReach

  init(steps: [ConnectionStep], host: String?, address: IPAddress?, reach: ConnectionReach) {
    self.steps = Dictionary(steps.map { ($0.kind, $0) }) { $1 }
    self.host = host
    self.address = address
    self.reach = reach
  }

  /// The target as sentences name it.
  var target: Message.Value {
    host.map(Message.Value.text) ?? .message(Message(.diagnoseTheTarget))
  }

  func fault(_ kind: ConnectionStep.Kind) -> ConnectionFault? { steps[kind]?.fault }

  func isBad(_ kind: ConnectionStep.Kind) -> Bool { steps[kind]?.state == .bad }

  func finding(
    _ code: ConnectionVerdict.Code,
    _ message: Message,
    _ kinds: ConnectionStep.Kind...
  ) -> ConnectionVerdictRules {
    var finding = self
    finding.code = code
    finding.message = message
    finding.kinds = Set(kinds)
    return finding
  }

  /// Applies the rules: a target that answers proves the path; otherwise the nearest fault wins.
  func decide() -> ConnectionVerdictRules {
    if steps[.tcp]?.state == .ok { return onceConnected() }
    if reach != .itself, let found = ownNetwork() ?? way() { return found }
    if let found = names() { return found }
    if host != nil, let found = unconnected() { return found }
    if let own = ownFailure() { return own }
    guard host == nil, steps[.resolver]?.state == .ok || steps[.gateway]?.state == .ok else {
      return finding(.notKnown, Message(.diagnoseVerdictUnknown))
    }
    let isDirect = steps[.gateway]?.state == .skipped
    return finding(
      .well,
      isDirect ? Message(.diagnoseVerdictWellDirect) : Message(.diagnoseVerdictWellNear),
      .link,
      .address,
      .gateway,
      .resolver
    )
  }

  /// Whether a step shows a fault that is neither the cause nor a consequence of it; every step beyond
  /// the faulty one counts as a consequence.
  func isBeside(_ step: ConnectionStep, _ reach: ConnectionReach) -> Bool {
    guard reach != .itself, !kinds.contains(step.kind),
      step.state == .bad || (step.state == .unknown && step.fault != nil)
    else { return false }
    if code == .well { return true }
    // A failing route to a target that refuses connections is the same fault.
    if step.kind == .route { return kinds.isDisjoint(with: [.tcp, .route]) && code != .ownFailure }
    return kinds.allSatisfy { step.kind.index < $0.index }
  }

  // MARK: What is near

  private func ownNetwork() -> ConnectionVerdictRules? {
    switch fault(.link) {
    case .noInterface?:
      return finding(.noInterface, Message(.diagnoseVerdictNoInterface), .link)
    case .interfaceDown(let name)?:
      return finding(
        .interfaceDown,
        Message(.diagnoseVerdictInterfaceDown, ["interface": name]),
        .link
      )
    case .noCarrier(let name)?:
      return finding(
        .noCarrier,
        Message(.diagnoseVerdictNoCarrier, ["interface": name]),
        .link
      )
    default: break
    }
    switch fault(.address) {
    case .noAddress(let name)?:
      return finding(
        .noAddress,
        Message(.diagnoseVerdictNoAddress, ["interface": name]),
        .address
      )
    case .selfAssigned(let name, let address)?:
      return finding(
        .selfAssigned,
        Message(
          .diagnoseVerdictSelfAssignedAddress,
          ["interface": name, "address": "\(address)"]
        ),
        .address
      )
    default: return nil
    }
  }

  private func way() -> ConnectionVerdictRules? {
    if let found = near() { return found }
    guard reach == .beyond else { return nil }
    switch fault(.routes) {
    case .routeRefuses(let route)?:
      return finding(
        .routeRefuses,
        Message(.diagnoseVerdictRouteRefuses, ["route": .text(route), "target": target]),
        .routes
      )
    case .noDefaultRoute(let route)?:
      return finding(
        .noGateway,
        Message(.diagnoseVerdictNoDefaultRoute, ["route": route]),
        .routes
      )
    default: break
    }
    guard isBad(.gateway) else { return nil }
    if case .ownRoute(let route, let router)? = fault(.routes),
      case .gatewaySilent(router)? = fault(.gateway)
    {
      return finding(
        .gatewaySilent,
        Message(
          .diagnoseVerdictOwnRouterSilent,
          ["route": route, "router": "\(router)"]
        ),
        .routes,
        .gateway
      )
    }
    switch fault(.gateway) {
    case .noGateway?:
      return finding(
        .noGateway,
        Message(.diagnoseVerdictNoGateway),
        .gateway
      )
    case .gatewaySilent(let router)? where router.isOf(address?.family):
      return finding(
        .gatewaySilent,
        Message(.diagnoseVerdictGatewaySilent, ["router": "\(router)"]),
        .gateway
      )
    default: return nil
    }
  }

  /// Duplicate addresses and loss on the first link, which matter even if the target answers.
  func near() -> ConnectionVerdictRules? {
    if reach != .itself, case .doubled(let address, let macs, let isOwn)? = fault(.duplicates) {
      let values: [String: Message.Value] = [
        "macs": .texts(macs), "address": .text("\(address)"), "count": .count(macs.count),
      ]
      return finding(
        .duplicateAddress,
        isOwn
          ? Message(.diagnoseVerdictDoubledOwnAddress, values)
          : Message(.diagnoseVerdictDoubledRouterAddress, values),
        .duplicates
      )
    }
    if reach != .itself, isBad(.gateway),
      case .gatewayLoses(let router, let lost, let sent)? = fault(.gateway),
      router.isOf(address?.family)
    {
      return finding(
        .gatewayLoss,
        Message(
          .diagnoseVerdictGatewayLoss,
          ["router": .text("\(router)"), "lost": .count(lost), "sent": .count(sent)]
        ),
        .gateway
      )
    }
    return nil
  }

  // MARK: Names

  func names(withName: Bool = false) -> ConnectionVerdictRules? {
    if host != nil, !isBad(.name), !withName { return nil }
    if case .nameUnknown? = fault(.name) {
      return finding(
        .nameUnknown,
        Message(.diagnoseVerdictNameUnknown, ["target": target]),
        .name,
        .resolver
      )
    }
    switch fault(.resolver) {
    case .noResolver?:
      return finding(
        .noResolver,
        Message(.diagnoseVerdictNoResolver),
        .resolver
      )
    case .resolverSilent(let resolvers)?:
      return finding(
        .resolverSilent,
        Message(
          .diagnoseVerdictResolverSilent,
          [
            "resolvers": .texts(resolvers.map(\.description)), "count": .count(resolvers.count),
          ]
        ),
        .resolver
      )
    case .resolverFails(let resolver, let words)?:
      return finding(
        .resolverFails,
        Message(
          .diagnoseVerdictResolverFails,
          ["resolver": "\(resolver)", "answer": words]
        ),
        .resolver
      )
    case .resolverLies(let resolver)?:
      return finding(
        .resolverLies,
        Message(.diagnoseVerdictResolverLies, ["resolver": "\(resolver)"]),
        .resolver
      )
    default: break
    }
    guard case .nameUnresolved? = fault(.name) else { return nil }
    return finding(
      .nameUnresolved,
      Message(.diagnoseVerdictNameUnresolved, ["target": target]),
      .name,
      .resolver
    )
  }

  private func ownFailure() -> ConnectionVerdictRules? {
    for kind in ConnectionStep.Kind.allCases {
      guard case .own? = fault(kind), let failure = steps[kind]?.message else { continue }
      return finding(
        .ownFailure,
        Message(.diagnoseVerdictOwnFailure, ["failure": .message(failure)]),
        kind
      )
    }
    return nil
  }
}
