public import Wire

/// What is wrong with a connection, in one word and in one sentence.
public struct ConnectionVerdict: Hashable, Sendable {
  /// The finding.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case well
    /// Too little was seen to say.
    case notKnown = "unknown"
    /// This machine failed, so that it can't be said.
    case ownFailure = "own_failure"
    case noInterface = "no_interface"
    case interfaceDown = "interface_down"
    case noCarrier = "no_carrier"
    case noAddress = "no_address"
    case selfAssigned = "self_assigned_address"
    case noGateway = "no_gateway"
    case routeRefuses = "route_refuses"
    case doubledAddress = "doubled_address"
    case gatewayLoss = "gateway_loss"
    case gatewaySilent = "gateway_silent"
    case nothingBeyondGateway = "nothing_beyond_gateway"
    case noResolver = "no_resolver"
    case resolverSilent = "resolver_silent"
    case resolverFails = "resolver_fails"
    case resolverLies = "resolver_lies"
    case captivePortal = "captive_portal"
    case nameUnknown = "name_unknown"
    case nameUntold = "name_untold"
    case pathEnds = "path_ends"
    case pathBlocked = "path_blocked"
    case pathLoop = "path_loop"
    case pathLoss = "path_loss"
    case noRoute = "no_route"
    case blackHole = "mtu_black_hole"
    case contentStops = "content_stops"
    case hostAbsent = "host_absent"
    case hostSilent = "host_silent"
    case refused, filtered, prohibited
    case certificateExpired = "certificate_expired"
    case certificateNotYetValid = "certificate_not_yet_valid"
    case certificateMismatch = "certificate_mismatch"
    case certificateRevoked = "certificate_revoked"
    case tlsFails = "tls_fails"
  }

  /// The finding.
  public var code: Code
  /// The same in one sentence.
  public var text: String
  /// The words of the steps that decided it.
  public var because: [String]
  /// What is wrong beside, without being the cause.
  public var notes: [String]
}

/// How far a diagnosis' target is.
public enum ConnectionReach: Hashable, Sendable {
  /// This machine itself.
  case itself
  /// On a network that this machine is on.
  case near
  /// Behind a router, or not known to be nearer.
  case beyond
}

extension ConnectionVerdict {
  /// The verdict on steps: the nearest fault that explains what is seen, where anything is wrong.
  ///
  /// - Parameters:
  ///   - steps: What was found; steps that weren't taken may be left out.
  ///   - host: The target as it was asked for; `nil` for the own network alone.
  ///   - address: Its address, where that is known.
  ///   - reach: How far it is.
  public init(
    _ steps: [ConnectionStep],
    host: String?,
    address: IPAddress? = nil,
    reach: ConnectionReach = .beyond
  ) {
    let finding = ConnectionFinding(steps: steps, host: host, address: address, reach: reach)
      .decide()
    code = finding.code
    text = finding.text
    because = steps.filter { finding.kinds.contains($0.kind) }.map(\.words)
    notes = steps.filter { finding.isBeside($0, reach) }
      .map { "\($0.kind.rawValue): \($0.words)" }
  }
}
