import Model

extension MonitorTracker: Codable {
  private enum CodingKeys: String, CodingKey {
    case state, since, reason, checked, failures, passes, clear, unknowns, losses, history, incident
    case isFlapping = "flapping"
    case roundTripMs = "rtt_ms"
    case roundTrips = "rtts_ms"
    case downFrom = "down_from"
  }

  /// Reads what ``encode(to:)`` writes.
  ///
  /// What is too long is cut, and a reason that can't be read is left out: the state is worth more.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    state = try json.decode(MonitorState.self, forKey: .state)
    since = try json.time(.since)
    reason = try? json.decodeIfPresent(Message.self, forKey: .reason)
    checked = try json.time(.checked)
    roundTripMs = try json.decodeIfPresent(Double.self, forKey: .roundTripMs)
    downFrom = try json.time(.downFrom)
    incident = try json.decodeIfPresent(MonitorState.self, forKey: .incident)
    failures = try json.window(.failures)
    passes = try json.window(.passes)
    clear = try json.window(.clear)
    let unknowns = try json.decodeIfPresent(Int.self, forKey: .unknowns) ?? 0
    self.unknowns = min(max(unknowns, 0), Quorum.most)
    let roundTrips = try json.decodeIfPresent([Double].self, forKey: .roundTrips) ?? []
    let losses = try json.decodeIfPresent([UInt8].self, forKey: .losses) ?? []
    quality = QualityWindow(roundTrips: roundTrips, losses: losses)
    let states = try json.decodeIfPresent(String.self, forKey: .history) ?? ""
    history = FlapHistory(states) ?? FlapHistory()
    isFlapping = try json.decodeIfPresent(Bool.self, forKey: .isFlapping) ?? false
    restoreOrder()
  }

  /// Writes times in milliseconds since 1970, and leaves out what is empty.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(state, forKey: .state)
    try json.encodeIfPresent(since?.milliseconds, forKey: .since)
    try json.encodeIfPresent(reason, forKey: .reason)
    try json.encodeIfPresent(checked?.milliseconds, forKey: .checked)
    try json.encodeIfPresent(roundTripMs, forKey: .roundTripMs)
    try json.encodeIfPresent(downFrom?.milliseconds, forKey: .downFrom)
    try json.encodeIfPresent(incident, forKey: .incident)
    try json.encode(failures, .failures)
    try json.encode(passes, .passes)
    try json.encode(clear, .clear)
    if unknowns > 0 { try json.encode(unknowns, forKey: .unknowns) }
    if !quality.roundTrips.isEmpty { try json.encode(quality.roundTrips, forKey: .roundTrips) }
    if !quality.losses.isEmpty { try json.encode(quality.losses, forKey: .losses) }
    if history != FlapHistory() { try json.encode(history.description, forKey: .history) }
    if isFlapping { try json.encode(isFlapping, forKey: .isFlapping) }
  }

  /// Makes the incident fit the state, whatever was stored.
  private mutating func restoreOrder() {
    switch state {
    case .down, .degraded: incident = state
    case .up, .paused: incident = nil
    case .unknown: if incident != .down, incident != .degraded { incident = nil }
    }
    if incident != .down { downFrom = nil }
  }
}

extension KeyedDecodingContainer {
  fileprivate func time(_ key: Key) throws -> Timestamp? {
    try decodeIfPresent(Int64.self, forKey: key).map(Timestamp.init(milliseconds:))
  }

  /// The times of a window; 0 stands for a check between them.
  fileprivate func window(_ key: Key) throws -> QuorumWindow {
    let times = try decodeIfPresent([Int64].self, forKey: key) ?? []
    let checks: [Timestamp?] = times.map { $0 == 0 ? nil : Timestamp(milliseconds: $0) }
    return QuorumWindow(checks)
  }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encode(_ window: QuorumWindow, _ key: Key) throws {
    guard !window.isEmpty else { return }
    try encode(window.checks.map { $0?.milliseconds ?? 0 }, forKey: key)
  }
}
