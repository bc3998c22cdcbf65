import Model
internal import Wire

extension ConnectionVerdictRules {
  // MARK: The target answers

  func onceConnected() -> ConnectionVerdictRules {
    if let found = pageInPlace() ?? blackHole() { return found }
    if let found = near() { return found }
    if isBad(.tls), case .tls(let code, let problem)? = fault(.tls) {
      if code == .mismatch || code == .noTLS, let liar {
        return finding(
          .captivePortal,
          Message(.diagnoseVerdictPortalTls, ["target": target]),
          liar,
          .tls
        )
      }
      // Packet loss alone can cut a handshake short.
      let isCutShort = [.noTLS, .noCertificate, .noConnection].contains(code)
      if isCutShort, let loss { return loss }
      return finding(
        Self.code(of: code),
        Message(.diagnoseVerdictCertificate, ["problem": .message(problem)]),
        .tls
      )
    }
    if let loss { return loss }
    if case .contentStops(let port, let count)? = fault(.content) {
      let values = ["target": target, "port": .text("\(port)"), "count": .count(count)]
      return finding(
        .contentStops,
        count == 0
          ? Message(.diagnoseVerdictContentMissing, values)
          : Message(.diagnoseVerdictContentStops, values),
        .content
      )
    }
    if steps[.name]?.state == .ok, case .resolverLies? = fault(.resolver) {
      return names(withName: true) ?? self
    }
    return finding(
      .well,
      Message(
        .diagnoseVerdictWell,
        [
          "target": target,
          "finding": .message(steps[.tcp]?.message ?? Message(.diagnoseAnswers)),
        ]
      ),
      .tcp
    )
  }

  /// A captive portal that answers in the target's place.
  private func pageInPlace() -> ConnectionVerdictRules? {
    switch fault(.content) {
    case .portal(let page)? where reach == .beyond:
      return finding(
        .captivePortal,
        page.map { Message(.diagnoseVerdictPortalAt, ["page": .text($0), "target": target]) }
          ?? Message(.diagnoseVerdictPortal, ["target": target]),
        .content
      )
    case .pageInPlace(let address, let isSignIn)? where reach == .beyond:
      return finding(
        .captivePortal,
        Message(
          isSignIn ? .diagnoseVerdictPortalSignIn : .diagnoseVerdictPortalPage,
          ["target": target, "address": .text("\(address)")]
        ),
        .content
      )
    case .page(let isSignIn)?:
      // A domain's owner may publish a private address; only a resolver that also forges addresses of
      // impossible names shows that this one is forged.
      guard case .resolverLies(let resolver)? = fault(.resolver), steps[.tls]?.state == .skipped,
        case .privateAnswer(let address)? = fault(.name)
      else { return nil }
      return finding(
        .captivePortal,
        Message(
          isSignIn ? .diagnoseVerdictPortalForgedSignIn : .diagnoseVerdictPortalForgedPage,
          [
            "target": target, "address": .text("\(address)"), "resolver": .text("\(resolver)"),
          ]
        ),
        .resolver,
        .name,
        .content
      )
    default: return nil
    }
  }

  /// A path MTU black hole, which also stalls TLS and content.
  private func blackHole() -> ConnectionVerdictRules? {
    if case .blackHole(let mtu)? = fault(.mtu) {
      return finding(
        .blackHole,
        Message(.diagnoseVerdictBlackHole, ["count": .count(mtu), "target": target]),
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
      Message(.diagnoseVerdictBlackHoleBack, ["count": .count(mtu), "target": target]),
      .mtu,
      .tls,
      .content
    )
  }

  /// Packet loss along the path.
  private var loss: ConnectionVerdictRules? {
    guard isBad(.route), case .pathLoses(_, _, let found)? = fault(.route) else { return nil }
    return finding(.pathLoss, found, .route)
  }

  /// The DNS step that shows that the target's address may be forged.
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

  // MARK: The target does not answer

  func unconnected() -> ConnectionVerdictRules? {
    switch fault(.tcp) {
    case .own?: return nil
    case .refused(let ports)?:
      return finding(
        .refused,
        Message(.diagnoseVerdictRefused, values(ports)),
        .tcp
      )
    case .prohibited(let ports)?:
      return finding(
        .prohibited,
        Message(.diagnoseVerdictProhibited, values(ports)),
        .tcp
      )
    case .hostAbsent?:
      // A routing loop ends with the same ICMP error.
      if case .pathLoops(let found)? = fault(.route) {
        return finding(.pathLoop, found, .route, .tcp)
      }
      // The error may be about a router on the path.
      if reach == .beyond, let found = blocked() { return found }
      return finding(
        .hostAbsent,
        reach == .near
          ? Message(.diagnoseVerdictHostAbsentNear, ["target": target])
          : Message(.diagnoseVerdictHostAbsent, ["target": target]),
        .tcp
      )
    case .noRoute?:
      // The kernel may repeat a router's ICMP error.
      if let found = blocked() { return found }
      return finding(.noRoute, Message(.diagnoseVerdictNoRoute, ["target": target]), .tcp)
    case .filtered(let ports, let isThere)?: return silent(ports, isThere: isThere)
    default: return nil
    }
  }

  /// Timed-out ports: how far the trace gets tells why, and on this network whether the host answers ARP.
  private func silent(_ ports: [UInt16], isThere: Bool?) -> ConnectionVerdictRules {
    if let found = blocked() ?? loss { return found }
    if reach == .near, isThere == false, steps[.route]?.state != .ok {
      return finding(
        .hostAbsent,
        Message(.diagnoseVerdictHostAbsentNear, ["target": target]),
        .tcp
      )
    }
    switch fault(.route) {
    case .pathLoops(let found)?: return finding(.pathLoop, found, .route, .tcp)
    case .pathEnds where reach == .near:
      return finding(
        .hostSilent,
        Message(
          isThere == true ? .diagnoseVerdictHostAsleep : .diagnoseVerdictHostUnheard,
          ["target": target]
        ),
        .tcp,
        .route
      )
    case .pathEnds(nil, _)? where steps[.gateway]?.state == .skipped:
      return finding(
        .nothingBeyondGateway,
        Message(.diagnoseVerdictNothingBeyondLink),
        .gateway,
        .route,
        .tcp
      )
    case .pathEnds(let hop, _)? where (hop ?? 0) <= 1:
      return finding(
        .nothingBeyondGateway,
        Message(.diagnoseVerdictNothingBeyondGateway),
        .gateway,
        .route,
        .tcp
      )
    case .pathEnds(let hop?, let router?)?:
      return finding(
        .pathEnds,
        Message(
          .diagnoseVerdictPathEnds,
          ["target": target, "router": .text("\(router)"), "hop": .count(hop)]
        ),
        .route,
        .tcp
      )
    default: break
    }
    if steps[.route]?.state == .ok {
      return finding(
        .filtered,
        Message(.diagnoseVerdictFiltered, values(ports)),
        .tcp,
        .route
      )
    }
    return finding(.hostSilent, Message(.diagnoseVerdictHostSilent, values(ports)), .tcp)
  }

  /// An ICMP unreachable error from a router on the path.
  private func blocked() -> ConnectionVerdictRules? {
    guard case .pathBlocked(let hop, let router, let reason)? = fault(.route) else { return nil }
    let values: [String: Message.Value] = [
      "target": target, "router": .text("\(router)"), "hop": .count(hop),
      "reason": .message(reason),
    ]
    if hop == 1, reach == .beyond, address.map({ $0.scope != .privateUse }) ?? true {
      return finding(
        .nothingBeyondGateway,
        Message(.diagnoseVerdictLineDown, values),
        .gateway,
        .route,
        .tcp
      )
    }
    return finding(
      .pathBlocked,
      Message(.diagnoseVerdictPathBlocked, values),
      .route,
      .tcp
    )
  }

  /// The target and ports of it.
  private func values(_ ports: [UInt16]) -> [String: Message.Value] {
    ["target": target, "ports": .texts(ports.map(String.init)), "count": .count(ports.count)]
  }
}
