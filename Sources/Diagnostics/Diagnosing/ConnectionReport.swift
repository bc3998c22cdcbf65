public import Model
public import Wire

/// The result of `diagnose`, written as `homenet.diagnose/1`.
public struct ConnectionReport: DiagnosticReport, Hashable {
  /// The name and version of its JSON.
  public static let schema = "homenet.diagnose/1"

  /// The target as typed; `nil` for the own network alone.
  public var host: String?
  /// Its address, where it is known.
  public var address: IPAddress?
  /// The port, where one was given or implied by the URL.
  public var port: UInt16?
  /// The steps, from the nearest to the farthest.
  public var steps: [ConnectionStep]
  /// The verdict.
  public var verdict: ConnectionVerdict

  /// Whether something is wrong.
  public var isBad: Bool { verdict.code != .well && verdict.code != .notKnown }

  /// Whether a local failure prevented the diagnosis.
  public var isOwnFailure: Bool { verdict.code == .ownFailure }
}

extension ConnectionReport: Encodable {
  private enum CodingKeys: String, CodingKey { case host, address, port, verdict, steps }

  /// Writes the members of `homenet.diagnose/1`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(host, forKey: .host)
    try json.encode(address?.description, forKey: .address)
    try json.encode(port, forKey: .port)
    try json.encode(verdict, forKey: .verdict)
    try json.encode(steps, forKey: .steps)
  }
}

extension ConnectionStep: Encodable {
  private enum CodingKeys: String, CodingKey {
    case step, state, text, message, evidence
    case took = "duration_ms"
  }

  /// Writes an entry of `steps`, or a progress event.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(kind, forKey: .step)
    try json.encode(state, forKey: .state)
    try json.encode(words, forKey: .text)
    try json.encode(message, forKey: .message)
    try json.encode(took?.roundedMilliseconds, forKey: .took)
    try json.encode(evidence, forKey: .evidence)
  }
}

extension ConnectionStep.Figure: Encodable {
  private enum CodingKeys: String, CodingKey { case name, value }

  /// Writes an entry of `evidence`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(name, forKey: .name)
    switch value {
    case .number(let number): try json.encode(number, forKey: .value)
    case .text(let text): try json.encode(text, forKey: .value)
    case .truth(let truth): try json.encode(truth, forKey: .value)
    case nil: try json.encodeNil(forKey: .value)
    }
  }
}

/// The verdict on a connection: a code and a sentence.
public struct ConnectionVerdict: Hashable, Sendable {
  /// The cause, as a code for programs.
  public enum Code: String, CaseIterable, Encodable, Sendable {
    case well
    /// Too few steps had a result.
    case notKnown = "unknown"
    /// A local failure prevented the diagnosis.
    case ownFailure = "own_failure"
    case noInterface = "no_interface"
    case interfaceDown = "interface_down"
    case noCarrier = "no_carrier"
    case noAddress = "no_address"
    case selfAssigned = "self_assigned_address"
    case noGateway = "no_gateway"
    case routeRefuses = "route_refuses"
    case duplicateAddress = "doubled_address"
    case gatewayLoss = "gateway_loss"
    case gatewaySilent = "gateway_silent"
    case nothingBeyondGateway = "nothing_beyond_gateway"
    case noResolver = "no_resolver"
    case resolverSilent = "resolver_silent"
    case resolverFails = "resolver_fails"
    case resolverLies = "resolver_lies"
    case captivePortal = "captive_portal"
    case nameUnknown = "name_unknown"
    case nameUnresolved = "name_untold"
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

  /// The cause.
  public var code: Code
  /// The same in one sentence.
  public var message: Message
  /// What the steps that show it found.
  public var reasons: [Message]
  /// Other faults, which are not the cause.
  public var asides: [Message]

  /// A verdict in words that have no code.
  public init(code: Code, text: String, because: [String], notes: [String]) {
    self.code = code
    message = .verbatim(text)
    reasons = because.map(Message.verbatim)
    asides = notes.map(Message.verbatim)
  }

  /// The sentence in English.
  public var text: String { message.text }
  /// The reasons in English.
  public var because: [String] { reasons.map(\.text) }
  /// The other faults in English.
  public var notes: [String] { asides.map(\.text) }
}

extension ConnectionVerdict: Encodable {
  private enum CodingKeys: String, CodingKey {
    case code, text, because, notes, message
    case reasons = "because_messages"
    case asides = "notes_messages"
  }

  /// Writes `verdict`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(code, forKey: .code)
    try json.encode(text, forKey: .text)
    try json.encode(because, forKey: .because)
    try json.encode(notes, forKey: .notes)
    try json.encode(message, forKey: .message)
    try json.encode(reasons, forKey: .reasons)
    try json.encode(asides, forKey: .asides)
  }
}

/// The distance of a diagnosis' target.
public enum ConnectionReach: Hashable, Sendable {
  /// This machine itself.
  case itself
  /// On a network that this machine is on.
  case near
  /// Behind a router, or not known to be nearer.
  case beyond
}

extension ConnectionVerdict {
  /// The nearest fault that explains the steps' results; `host` is `nil` for the own network alone.
  public init(
    _ steps: [ConnectionStep],
    host: String?,
    address: IPAddress? = nil,
    reach: ConnectionReach = .beyond
  ) {
    let finding = ConnectionVerdictRules(steps: steps, host: host, address: address, reach: reach)
      .decide()
    code = finding.code
    message = finding.message
    reasons = steps.filter { finding.kinds.contains($0.kind) }.map(\.message)
    asides = steps.filter { finding.isBeside($0, reach) }.map { step in
      Message(
        .diagnoseNote,
        ["step": .text(step.kind.rawValue), "finding": .message(step.message)]
      )
    }
  }
}
