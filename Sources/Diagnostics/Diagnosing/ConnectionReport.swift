public import Wire

/// What `diagnose` found: `homenet.diagnose/1`.
public struct ConnectionReport: DiagnosticReport, Hashable {
  /// The name and version of its JSON.
  public static let schema = "homenet.diagnose/1"

  /// The target as it was asked for; `nil` for the own network alone.
  public var host: String?
  /// Its address, where it is known.
  public var address: IPAddress?
  /// The port that was asked, where one was named or implied.
  public var port: UInt16?
  /// What was looked at, from the nearest to the farthest.
  public var steps: [ConnectionStep]
  /// What it means.
  public var verdict: ConnectionVerdict

  /// Whether something is wrong.
  public var isBad: Bool { verdict.code != .well && verdict.code != .notKnown }

  /// Whether this machine failed, so that nothing can be said.
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

extension ConnectionVerdict: Encodable {
  private enum CodingKeys: String, CodingKey { case code, text, because, notes }

  /// Writes `verdict`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(code.rawValue, forKey: .code)
    try json.encode(text, forKey: .text)
    try json.encode(because, forKey: .because)
    try json.encode(notes, forKey: .notes)
  }
}

extension ConnectionStep: Encodable {
  private enum CodingKeys: String, CodingKey {
    case step, state, text, evidence
    case took = "duration_ms"
  }

  /// Writes an entry of `steps`, and what is told of one while the tool runs.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(kind, forKey: .step)
    try json.encode(state, forKey: .state)
    try json.encode(words, forKey: .text)
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
