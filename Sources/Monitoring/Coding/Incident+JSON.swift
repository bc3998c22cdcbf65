import Model

/// An incident as it is stored, and as the API shows it.
extension Incident: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, monitor, from, to, state, reason, diagnosis
    case confirmedBy = "confirmed_by"
    case isAcknowledged = "acknowledged"
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try json.decode(Int64.self, forKey: .id),
      monitor: try json.decode(String.self, forKey: .monitor),
      from: try json.decode(Timestamp.self, forKey: .from),
      to: try json.decodeIfPresent(Timestamp.self, forKey: .to),
      state: try json.decode(MonitorState.self, forKey: .state),
      reason: try json.decodeIfPresent(Message.self, forKey: .reason),
      confirmedBy: try json.decodeIfPresent(Message.self, forKey: .confirmedBy),
      diagnosis: try json.decodeIfPresent(IncidentDiagnosis.self, forKey: .diagnosis),
      isAcknowledged: try json.decode(Bool.self, forKey: .isAcknowledged)
    )
  }

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(monitor, forKey: .monitor)
    try json.encode(from, forKey: .from)
    try json.encode(to, forKey: .to)
    try json.encode(state, forKey: .state)
    try json.encode(reason, forKey: .reason)
    try json.encode(confirmedBy, forKey: .confirmedBy)
    try json.encode(diagnosis, forKey: .diagnosis)
    try json.encode(isAcknowledged, forKey: .isAcknowledged)
  }
}

/// A diagnosis: its message's `code`, `text` and `values`, with the `cause` and the `evidence` beside them.
extension IncidentDiagnosis: Codable {
  private enum CodingKeys: String, CodingKey { case cause, code, text, values, evidence }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      code: try json.decode(String.self, forKey: .cause),
      message: try Message(from: decoder),
      evidence: try json.decode([Message].self, forKey: .evidence)
    )
  }

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(code, forKey: .cause)
    try json.encode(message.code, forKey: .code)
    try json.encode(message.text, forKey: .text)
    try json.encode(message.values, forKey: .values)
    try json.encode(evidence, forKey: .evidence)
  }
}

/// An event as it is stored, and as the API shows it.
extension MonitorEvent: Codable {
  private enum CodingKeys: String, CodingKey {
    case seq, time, monitor, name, kind, was, reason, incident
    case now = "is"
    case deadParents = "dead_parents"
    case isInMaintenance = "in_maintenance"
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      seq: try json.decode(Int64.self, forKey: .seq),
      time: try json.decode(Timestamp.self, forKey: .time),
      monitor: try json.decode(String.self, forKey: .monitor),
      name: try json.decode(String.self, forKey: .name),
      kind: try json.decode(Kind.self, forKey: .kind),
      was: try json.decode(MonitorState.self, forKey: .was),
      now: try json.decode(MonitorState.self, forKey: .now),
      reason: try json.decodeIfPresent(Message.self, forKey: .reason),
      incident: try json.decodeIfPresent(Int64.self, forKey: .incident),
      deadParents: try json.decode([String].self, forKey: .deadParents),
      isInMaintenance: try json.decode(Bool.self, forKey: .isInMaintenance)
    )
  }

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(seq, forKey: .seq)
    try json.encode(time, forKey: .time)
    try json.encode(monitor, forKey: .monitor)
    try json.encode(name, forKey: .name)
    try json.encode(kind, forKey: .kind)
    try json.encode(was, forKey: .was)
    try json.encode(now, forKey: .now)
    try json.encode(reason, forKey: .reason)
    try json.encode(incident, forKey: .incident)
    try json.encode(deadParents, forKey: .deadParents)
    try json.encode(isInMaintenance, forKey: .isInMaintenance)
  }
}

/// A change of state as the API shows it.
extension MonitorStateChange: Encodable {
  private enum CodingKeys: String, CodingKey {
    case monitor, time, state
    case isInMaintenance = "in_maintenance"
  }

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(monitor, forKey: .monitor)
    try json.encode(time, forKey: .time)
    try json.encode(state, forKey: .state)
    try json.encode(isInMaintenance, forKey: .isInMaintenance)
  }
}
