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

/// A diagnosis' verdict.
extension MessageTemplate {
  static let diagnoseVerdictWell = MessageTemplate(
    "diagnose.verdict.well",
    "{target}: {finding}; nothing is wrong."
  )
  static let diagnoseVerdictWellNear = MessageTemplate(
    "diagnose.verdict.well_near",
    "This machine's link, address, router and resolver are well; name a host to look farther."
  )
  static let diagnoseVerdictWellDirect = MessageTemplate(
    "diagnose.verdict.well_direct",
    "This machine's link, address and resolver are well; name a host to look farther."
  )
  static let diagnoseVerdictByOtherFamily = MessageTemplate(
    "diagnose.verdict.by_other_family",
    "By {family} it answers: {address} accepts port {port}."
  )
  static let diagnoseVerdictUnknown = MessageTemplate(
    "diagnose.verdict.unknown",
    "Too little was seen to say what is wrong."
  )
  static let diagnoseVerdictOwnFailure = MessageTemplate(
    "diagnose.verdict.own_failure",
    "This machine failed: {failure}."
  )
  static let diagnoseVerdictNoInterface = MessageTemplate(
    "diagnose.verdict.no_interface",
    "This machine has no network interface."
  )
  static let diagnoseVerdictInterfaceDown = MessageTemplate(
    "diagnose.verdict.interface_down",
    "The interface {interface} is switched off."
  )
  static let diagnoseVerdictNoCarrier = MessageTemplate(
    "diagnose.verdict.no_carrier",
    "{interface} has no link: the cable is out, or there is no Wi-Fi network."
  )
  static let diagnoseVerdictNoAddress = MessageTemplate(
    "diagnose.verdict.no_address",
    "{interface} has a link but no address: no DHCP server has given it one."
  )
  static let diagnoseVerdictSelfAssignedAddress = MessageTemplate(
    "diagnose.verdict.self_assigned_address",
    "{interface} has only the address {address}, which it gave itself: no DHCP server answers."
  )
  static let diagnoseVerdictRouteRefuses = MessageTemplate(
    "diagnose.verdict.route_refuses",
    "This machine's own route to {route} refuses packets to {target}."
  )
  static let diagnoseVerdictNoDefaultRoute = MessageTemplate(
    "diagnose.verdict.no_default_route",
    "This machine has no default route: it reaches {route} by a route of its own, and nothing else beyond its network."
  )
  static let diagnoseVerdictOwnRouterSilent = MessageTemplate(
    "diagnose.verdict.own_router_silent",
    "This machine's own route to {route} leads over {router}, which does not answer."
  )
  static let diagnoseVerdictNoGateway = MessageTemplate(
    "diagnose.verdict.no_gateway",
    "This machine knows no router that leads out of its network (no default route)."
  )
  static let diagnoseVerdictGatewaySilent = MessageTemplate(
    "diagnose.verdict.gateway_silent",
    "The router {router} does not answer: it is off, or the link to it is broken."
  )
  static let diagnoseVerdictDoubledOwnAddress = MessageTemplate(
    "diagnose.verdict.doubled_own_address",
    "Another device ({macs}) has this machine's address {address} too: give one of the two another."
  )
  static let diagnoseVerdictDoubledRouterAddress = MessageTemplate(
    "diagnose.verdict.doubled_router_address",
    "{count} devices have the router's address {address} ({macs}): all but the router need another."
  )
  static let diagnoseVerdictGatewayLoss = MessageTemplate(
    "diagnose.verdict.gateway_loss",
    "The link to the router {router} loses packets ({lost} of {sent} echoes): a weak Wi-Fi signal, a bad cable or a busy link."
  )
  static let diagnoseVerdictNameUnknown = MessageTemplate(
    "diagnose.verdict.name_unknown",
    "There is no host called {target}."
  )
  static let diagnoseVerdictNoResolver = MessageTemplate(
    "diagnose.verdict.no_resolver",
    "This machine has no resolver configured (/etc/resolv.conf): names can't be looked up."
  )
  static let diagnoseVerdictResolverSilent = MessageTemplate(
    "diagnose.verdict.resolver_silent",
    one: "The resolver {resolvers} does not answer, so names can't be looked up.",
    other: "The resolvers {resolvers} do not answer, so names can't be looked up."
  )
  static let diagnoseVerdictResolverFails = MessageTemplate(
    "diagnose.verdict.resolver_fails",
    "The resolver {resolver} answers, but can't look names up ({answer})."
  )
  static let diagnoseVerdictResolverLies = MessageTemplate(
    "diagnose.verdict.resolver_lies",
    "The resolver {resolver} gives addresses even for names that can't exist, as those of guest networks do before one has signed in."
  )
  static let diagnoseVerdictNameUnresolved = MessageTemplate(
    "diagnose.verdict.name_untold",
    "The address of {target} can't be looked up: no resolver gives one."
  )
  static let diagnoseVerdictCertificate = MessageTemplate(
    "diagnose.verdict.certificate",
    "{problem^}."
  )
  static let diagnoseVerdictContentStops = MessageTemplate(
    "diagnose.verdict.content_stops",
    "{target} accepts connections on port {port}, but stops sending after {count} bytes: its service hangs, or what it sends gets lost."
  )
  static let diagnoseVerdictContentMissing = MessageTemplate(
    "diagnose.verdict.content_missing",
    "{target} accepts connections on port {port}, but sends nothing: its service hangs, or what it sends gets lost."
  )
  static let diagnoseVerdictPortalTls = MessageTemplate(
    "diagnose.verdict.portal_tls",
    "Another server answers in place of {target}, as the sign-in pages of guest networks do: open any page in a browser and sign in."
  )
  static let diagnoseVerdictPortal = MessageTemplate(
    "diagnose.verdict.portal",
    "A sign-in page answers in place of {target}, as in guest networks: open any page in a browser and sign in."
  )
  static let diagnoseVerdictPortalAt = MessageTemplate(
    "diagnose.verdict.portal_at",
    "A sign-in page at {page} answers in place of {target}, as in guest networks: open any page in a browser and sign in."
  )
  static let diagnoseVerdictPortalSignIn = MessageTemplate(
    "diagnose.verdict.portal_sign_in",
    "A sign-in page answers in place of {target}, as in guest networks (even {address}, an address that no host has, serves one): open any page in a browser and sign in."
  )
  static let diagnoseVerdictPortalPage = MessageTemplate(
    "diagnose.verdict.portal_page",
    "Another page answers in place of {target}, as in guest networks (even {address}, an address that no host has, serves one): open any page in a browser and sign in."
  )
  static let diagnoseVerdictPortalForgedSignIn = MessageTemplate(
    "diagnose.verdict.portal_forged_sign_in",
    "A sign-in page at {address} answers in place of {target}, as in guest networks (the resolver {resolver} gives addresses even for names that can't exist): open any page in a browser and sign in."
  )
  static let diagnoseVerdictPortalForgedPage = MessageTemplate(
    "diagnose.verdict.portal_forged_page",
    "A page at {address} answers in place of {target}, as in guest networks (the resolver {resolver} gives addresses even for names that can't exist): open any page in a browser and sign in."
  )
  static let diagnoseVerdictBlackHole = MessageTemplate(
    "diagnose.verdict.black_hole",
    "Packets of more than {count} bytes vanish on the way to {target}, and no router says why (a path MTU black hole): connections begin, and then hang."
  )
  static let diagnoseVerdictBlackHoleBack = MessageTemplate(
    "diagnose.verdict.black_hole_back",
    "The way to {target} takes packets of {count} bytes at most, and the big ones that it sends vanish (a path MTU black hole): connections begin, and then hang."
  )
  static let diagnoseVerdictRefused = MessageTemplate(
    "diagnose.verdict.refused",
    one: "{target} is there, but refuses port {ports}: no service listens there.",
    other: "{target} is there, but refuses ports {ports}: no service listens there."
  )
  static let diagnoseVerdictProhibited = MessageTemplate(
    "diagnose.verdict.prohibited",
    one: "A filter forbids connections to {target}, port {ports}.",
    other: "A filter forbids connections to {target}, ports {ports}."
  )
  static let diagnoseVerdictHostAbsentNear = MessageTemplate(
    "diagnose.verdict.host_absent_near",
    "No device on this network has the address of {target}: it is off, or has another one now."
  )
  static let diagnoseVerdictHostAbsent = MessageTemplate(
    "diagnose.verdict.host_absent",
    "No device on its own network has the address of {target}: it is off, or has another one now."
  )
  static let diagnoseVerdictNoRoute = MessageTemplate(
    "diagnose.verdict.no_route",
    "This machine has no route to {target}."
  )
  static let diagnoseVerdictHostAsleep = MessageTemplate(
    "diagnose.verdict.host_asleep",
    "{target} is on this network, but answers nothing: it is asleep, or filters everything."
  )
  static let diagnoseVerdictHostSilent = MessageTemplate(
    "diagnose.verdict.host_silent",
    one: "{target} answers nothing on port {ports}.",
    other: "{target} answers nothing on ports {ports}."
  )
  static let diagnoseVerdictNothingBeyondLink = MessageTemplate(
    "diagnose.verdict.nothing_beyond_link",
    "Nothing beyond this machine's link answers: the line to the Internet is down, or it lets nothing through."
  )
  static let diagnoseVerdictNothingBeyondGateway = MessageTemplate(
    "diagnose.verdict.nothing_beyond_gateway",
    "The router answers, but nothing beyond it: its line to the Internet is down, or it lets nothing through."
  )
  static let diagnoseVerdictLineDown = MessageTemplate(
    "diagnose.verdict.line_down",
    "The router {router} answers, but says that packets to {target} can't go on from it ({reason}): its line to the Internet is down."
  )
  static let diagnoseVerdictPathEnds = MessageTemplate(
    "diagnose.verdict.path_ends",
    "Packets to {target} come as far as {router} at hop {hop}; nothing behind it answers."
  )
  static let diagnoseVerdictPathBlocked = MessageTemplate(
    "diagnose.verdict.path_blocked",
    "The router {router} at hop {hop} says that packets to {target} can't go on: {reason}."
  )
  static let diagnoseVerdictFiltered = MessageTemplate(
    "diagnose.verdict.filtered",
    one: "{target} is there, but port {ports} is silent: a filter drops what is sent there.",
    other: "{target} is there, but ports {ports} are silent: a filter drops what is sent there."
  )
}
