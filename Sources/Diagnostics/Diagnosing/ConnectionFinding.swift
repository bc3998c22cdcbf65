internal import Wire

/// Weighs a diagnosis' steps.
struct ConnectionFinding {
  var code = ConnectionVerdict.Code.well
  var text = ""
  /// The steps that decided it.
  var kinds: Set<ConnectionStep.Kind> = []

  private let steps: [ConnectionStep.Kind: ConnectionStep]
  private let host: String?
  private let address: IPAddress?
  private let reach: ConnectionReach

  init(steps: [ConnectionStep], host: String?, address: IPAddress?, reach: ConnectionReach) {
    self.steps = Dictionary(steps.map { ($0.kind, $0) }) { $1 }
    self.host = host
    self.address = address
    self.reach = reach
  }

  /// The target as sentences name it.
  private var target: String { host ?? "the target" }

  private func fault(_ kind: ConnectionStep.Kind) -> ConnectionFault? { steps[kind]?.fault }

  private func isBad(_ kind: ConnectionStep.Kind) -> Bool { steps[kind]?.state == .bad }

  private func finding(
    _ code: ConnectionVerdict.Code,
    _ text: String,
    _ kinds: ConnectionStep.Kind...
  ) -> ConnectionFinding {
    var finding = self
    finding.code = code
    finding.text = text
    finding.kinds = Set(kinds)
    return finding
  }

  /// From what the target itself shows to what is nearest: a target that answers proves the way, and
  /// one that doesn't is asked about only when nothing nearer is wrong.
  func decide() -> ConnectionFinding {
    if steps[.tcp]?.state == .ok { return onceConnected() }
    if reach != .itself, let found = ownNetwork() ?? way() { return found }
    if let found = names() { return found }
    if host != nil, let found = unconnected() { return found }
    if let own = ownFailure() { return own }
    guard host == nil, steps[.resolver]?.state == .ok || steps[.gateway]?.state == .ok else {
      return finding(.notKnown, "Too little was seen to say what is wrong.")
    }
    let router = steps[.gateway]?.state == .skipped ? "" : ", router"
    return finding(
      .well,
      "This machine's link, address\(router) and resolver are well; name a host to look farther.",
      .link,
      .address,
      .gateway,
      .resolver
    )
  }

  /// Whether something is wrong with a step that is neither the cause nor comes of it: what lies
  /// behind a fault does.
  func isBeside(_ step: ConnectionStep, _ reach: ConnectionReach) -> Bool {
    guard reach != .itself, !kinds.contains(step.kind),
      step.state == .bad || (step.state == .unknown && step.fault != nil)
    else { return false }
    if code == .well { return true }
    // The way to a target that can't be connected to is a part of the same trouble.
    if step.kind == .route { return kinds.isDisjoint(with: [.tcp, .route]) && code != .ownFailure }
    return kinds.allSatisfy { step.kind.index < $0.index }
  }

  // MARK: The target answers

  private func onceConnected() -> ConnectionFinding {
    if let found = pageInPlace() ?? blackHole() { return found }
    if let found = near() { return found }
    if isBad(.tls), case .tls(let code, let words)? = fault(.tls) {
      if code == .mismatch || code == .noTLS, let liar {
        return finding(
          .captivePortal,
          "Another server answers in place of \(target), as the sign-in pages of guest networks "
            + "do: \(Self.signingIn)",
          liar,
          .tls
        )
      }
      // What was cut short may be a matter of the way alone.
      let isCutShort = [.noTLS, .noCertificate, .noConnection].contains(code)
      if isCutShort, let loss { return loss }
      return finding(Self.code(of: code), Self.sentence(words), .tls)
    }
    if let loss { return loss }
    if case .contentStops(let port, let count)? = fault(.content) {
      let what = count == 0 ? "sends nothing" : "stops sending after \(count) bytes"
      return finding(
        .contentStops,
        "\(target) accepts connections on port \(port), but \(what): its service hangs, or what it "
          + "sends gets lost.",
        .content
      )
    }
    if steps[.name]?.state == .ok, case .resolverLies? = fault(.resolver) {
      return names(withName: true) ?? self
    }
    return finding(
      .well,
      "\(target): \(steps[.tcp]?.words ?? "it answers"); nothing is wrong.",
      .tcp
    )
  }

  private static let signingIn = "open any page in a browser and sign in."

  /// A page that something on the way serves in the target's place, if it does.
  private func pageInPlace() -> ConnectionFinding? {
    switch fault(.content) {
    case .portal(let page)? where reach == .beyond:
      let place = page.map { " at \($0)" } ?? ""
      return finding(
        .captivePortal,
        "A sign-in page\(place) answers in place of \(target), as in guest networks: "
          + Self.signingIn,
        .content
      )
    case .pageInPlace(let address, let isSignIn)? where reach == .beyond:
      let page = isSignIn ? "A sign-in page" : "Another page"
      return finding(
        .captivePortal,
        "\(page) answers in place of \(target), as in guest networks (even \(address), an address "
          + "that no host has, serves one): \(Self.signingIn)",
        .content
      )
    case .page(let isSignIn)?:
      // The owner of a domain may well name a server at home: only a resolver that has an address
      // for names that can't exist shows that the address isn't the owner's.
      guard case .resolverLies(let resolver)? = fault(.resolver), steps[.tls]?.state == .skipped,
        case .privateAnswer(let address)? = fault(.name)
      else { return nil }
      let page = isSignIn ? "A sign-in page" : "A page"
      return finding(
        .captivePortal,
        "\(page) at \(address) answers in place of \(target), as in guest networks (the resolver "
          + "\(resolver) gives addresses even for names that can't exist): \(Self.signingIn)",
        .resolver,
        .name,
        .content
      )
    default: return nil
    }
  }

  /// Big packets that vanish, if they do: those of TLS and of content among them.
  private func blackHole() -> ConnectionFinding? {
    if case .blackHole(let mtu)? = fault(.mtu) {
      return finding(
        .blackHole,
        "Packets of more than \(mtu) bytes vanish on the way to \(target), and no router says why "
          + "(a path MTU black hole): connections begin, and then hang.",
        .mtu
      )
    }
    guard case .smallPath(let mtu)? = fault(.mtu) else { return nil }
    var isStuck = false
    if case .contentStops? = fault(.content) { isStuck = true }
    if case .tls(let code, _)? = fault(.tls) {
      isStuck = isStuck || [.noTLS, .noCertificate, .noConnection].contains(code)
    }
    guard isStuck else { return nil }
    return finding(
      .blackHole,
      "The way to \(target) takes packets of \(mtu) bytes at most, and the big ones that it sends "
        + "vanish (a path MTU black hole): connections begin, and then hang.",
      .mtu,
      .tls,
      .content
    )
  }

  /// What is wrong near this machine though the target answers.
  private func near() -> ConnectionFinding? {
    if reach != .itself, case .doubled(let address, let macs, let isOwn)? = fault(.duplicates) {
      let all = macs.joined(separator: " and ")
      return finding(
        .doubledAddress,
        isOwn
          ? "Another device (\(all)) has this machine's address \(address) too: give one of the two "
            + "another."
          : "\(macs.count) devices have the router's address \(address) (\(all)): all but the router "
            + "need another.",
        .duplicates
      )
    }
    if reach != .itself, isBad(.gateway),
      case .gatewayLoses(let router, let lost, let sent)? = fault(.gateway),
      router.isOf(address?.family)
    {
      return finding(
        .gatewayLoss,
        "The link to the router \(router) loses packets (\(lost) of \(sent) echoes): a weak Wi-Fi "
          + "signal, a bad cable or a busy link.",
        .gateway
      )
    }
    return nil
  }

  /// Packets that are lost on the way, if they are.
  private var loss: ConnectionFinding? {
    guard isBad(.route), case .pathLoses(_, _, let words)? = fault(.route) else { return nil }
    return finding(.pathLoss, words, .route)
  }

  /// The step that shows that another host may use the target's address, too.
  private var liar: ConnectionStep.Kind? {
    if case .resolverLies? = fault(.resolver) { return .resolver }
    if case .privateAnswer? = fault(.name) { return .name }
    return nil
  }

  private static func code(of problem: CertificateReport.Problem.Code) -> ConnectionVerdict.Code {
    switch problem {
    case .expired: .certificateExpired
    case .notYetValid: .certificateNotYetValid
    case .mismatch: .certificateMismatch
    case .revoked: .certificateRevoked
    default: .tlsFails
    }
  }

  // MARK: What is near

  private func ownNetwork() -> ConnectionFinding? {
    switch fault(.link) {
    case .noInterface?:
      return finding(.noInterface, "This machine has no network interface.", .link)
    case .interfaceDown(let name)?:
      return finding(.interfaceDown, "The interface \(name) is switched off.", .link)
    case .noCarrier(let name)?:
      return finding(
        .noCarrier,
        "\(name) has no link: the cable is out, or there is no Wi-Fi network.",
        .link
      )
    default: break
    }
    switch fault(.address) {
    case .noAddress(let name)?:
      return finding(
        .noAddress,
        "\(name) has a link but no address: no DHCP server has given it one.",
        .address
      )
    case .selfAssigned(let name, let address)?:
      return finding(
        .selfAssigned,
        "\(name) has only the address \(address), which it gave itself: no DHCP server answers.",
        .address
      )
    default: return nil
    }
  }

  private func way() -> ConnectionFinding? {
    if let found = near() { return found }
    guard reach == .beyond else { return nil }
    switch fault(.routes) {
    case .routeRefuses(let route)?:
      return finding(
        .routeRefuses,
        "This machine's own route to \(route) refuses packets to \(target).",
        .routes
      )
    case .noDefaultRoute(let route)?:
      return finding(
        .noGateway,
        "This machine has no default route: it reaches \(route) by a route of its own, and nothing "
          + "else beyond its network.",
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
        "This machine's own route to \(route) leads over \(router), which does not answer.",
        .routes,
        .gateway
      )
    }
    switch fault(.gateway) {
    case .noGateway?:
      return finding(
        .noGateway,
        "This machine knows no router that leads out of its network (no default route).",
        .gateway
      )
    case .gatewaySilent(let router)? where router.isOf(address?.family):
      return finding(
        .gatewaySilent,
        "The router \(router) does not answer: it is off, or the link to it is broken.",
        .gateway
      )
    default: return nil
    }
  }

  // MARK: Names

  private func names(withName: Bool = false) -> ConnectionFinding? {
    if host != nil, !isBad(.name), !withName { return nil }
    if case .nameUnknown? = fault(.name) {
      return finding(.nameUnknown, "There is no host called \(target).", .name, .resolver)
    }
    switch fault(.resolver) {
    case .noResolver?:
      return finding(
        .noResolver,
        "This machine has no resolver configured (/etc/resolv.conf): names can't be looked up.",
        .resolver
      )
    case .resolverSilent(let resolvers)?:
      let all = resolvers.map(\.description).joined(separator: " and ")
      let verb = resolvers.count == 1 ? "resolver \(all) does" : "resolvers \(all) do"
      return finding(
        .resolverSilent,
        "The \(verb) not answer, so names can't be looked up.",
        .resolver
      )
    case .resolverFails(let resolver, let words)?:
      return finding(
        .resolverFails,
        "The resolver \(resolver) answers, but can't look names up (\(words)).",
        .resolver
      )
    case .resolverLies(let resolver)?:
      return finding(
        .resolverLies,
        "The resolver \(resolver) gives addresses even for names that can't exist, as those of "
          + "guest networks do before one has signed in.",
        .resolver
      )
    default: break
    }
    guard case .nameUntold? = fault(.name) else { return nil }
    return finding(
      .nameUntold,
      "The address of \(target) can't be looked up: no resolver gives one.",
      .name,
      .resolver
    )
  }

  // MARK: The target does not answer

  private func unconnected() -> ConnectionFinding? {
    switch fault(.tcp) {
    case .own?: return nil
    case .refused(let ports)?:
      return finding(
        .refused,
        "\(target) is there, but refuses \(Self.list(ports)): no service listens there.",
        .tcp
      )
    case .prohibited(let ports)?:
      return finding(
        .prohibited,
        "A filter forbids connections to \(target), \(Self.list(ports)).",
        .tcp
      )
    case .hostAbsent?:
      // What goes round in circles ends as if nobody had the address.
      if case .pathLoops(let words)? = fault(.route) {
        return finding(.pathLoop, words, .route, .tcp)
      }
      // A router's word: it may be about another router.
      if reach == .beyond, let found = blocked() { return found }
      let place = reach == .near ? "this network" : "its own network"
      return finding(
        .hostAbsent,
        "No device on \(place) has the address of \(target): it is off, or has another one now.",
        .tcp
      )
    case .noRoute?:
      // It may be a router's word that this machine repeats.
      if let found = blocked() { return found }
      return finding(.noRoute, "This machine has no route to \(target).", .tcp)
    case .filtered(let ports)?: return silent(ports)
    default: return nil
    }
  }

  /// Silence from the ports: how far packets come tells why.
  private func silent(_ ports: [UInt16]) -> ConnectionFinding {
    if let found = blocked() ?? loss { return found }
    switch fault(.route) {
    case .pathLoops(let words)?: return finding(.pathLoop, words, .route, .tcp)
    case .pathEnds where reach == .near:
      return finding(
        .hostSilent,
        "\(target) is on this network, but answers nothing: it is asleep, or filters everything.",
        .tcp,
        .route
      )
    case .pathEnds(nil, _)? where steps[.gateway]?.state == .skipped:
      return finding(
        .nothingBeyondGateway,
        "Nothing beyond this machine's link answers: the line to the Internet is down, or it lets "
          + "nothing through.",
        .gateway,
        .route,
        .tcp
      )
    case .pathEnds(let hop, _)? where (hop ?? 0) <= 1:
      return finding(
        .nothingBeyondGateway,
        "The router answers, but nothing beyond it: its line to the Internet is down, or it lets "
          + "nothing through.",
        .gateway,
        .route,
        .tcp
      )
    case .pathEnds(let hop?, let router?)?:
      return finding(
        .pathEnds,
        "Packets to \(target) come as far as \(router) at hop \(hop); nothing behind it answers.",
        .route,
        .tcp
      )
    default: break
    }
    if steps[.route]?.state == .ok {
      return finding(
        .filtered,
        "\(target) is there, but \(Self.list(ports)) \(ports.count == 1 ? "is" : "are") silent: a "
          + "filter drops what is sent there.",
        .tcp,
        .route
      )
    }
    return finding(.hostSilent, "\(target) answers nothing on \(Self.list(ports)).", .tcp)
  }

  /// What a router says of why packets can't go on.
  private func blocked() -> ConnectionFinding? {
    guard case .pathBlocked(let hop, let router, let words)? = fault(.route) else { return nil }
    if hop == 1, reach == .beyond, address.map({ $0.scope != .privateUse }) ?? true {
      return finding(
        .nothingBeyondGateway,
        "The router \(router) answers, but says that packets to \(target) can't go on from it "
          + "(\(words)): its line to the Internet is down.",
        .gateway,
        .route,
        .tcp
      )
    }
    return finding(
      .pathBlocked,
      "The router \(router) at hop \(hop) says that packets to \(target) can't go on: \(words).",
      .route,
      .tcp
    )
  }

  private func ownFailure() -> ConnectionFinding? {
    for kind in ConnectionStep.Kind.allCases {
      guard case .own? = fault(kind), let words = steps[kind]?.words else { continue }
      return finding(.ownFailure, "This machine failed: \(words).", kind)
    }
    return nil
  }

  private static func list(_ ports: [UInt16]) -> String {
    "port\(ports.count == 1 ? "" : "s") " + ports.map(String.init).joined(separator: " and ")
  }

  private static func sentence(_ words: String) -> String {
    (words.first.map { $0.uppercased() } ?? "") + words.dropFirst() + "."
  }
}
