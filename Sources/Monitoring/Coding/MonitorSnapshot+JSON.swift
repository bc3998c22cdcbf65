import Model

/// A monitor in the API: its own keys, and how it is.
extension MonitorSnapshot: Encodable {
  /// Writes all keys, but no secret.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: AnyCodingKey.self)
    for (key, value) in monitor.shown.fields {
      try json.encode(value, forKey: AnyCodingKey(stringValue: key))
    }
    let now: [(key: String, value: any Encodable)] = [
      ("state", self.state), ("since", since), ("reason", reason), ("checked", checked),
      ("rtt_ms", roundTripMs?.rounded(places: 3)), ("flapping", isFlapping),
      ("in_maintenance", isInMaintenance), ("uptime", uptime), ("incident", incident),
      ("muted_until", mutedUntil), ("http_status", httpStatus),
      ("certificate_end", certificateEnd),
    ]
    for (key, value) in now { try json.encode(value, forKey: AnyCodingKey(stringValue: key)) }
  }
}

extension Uptime: Codable {
  private enum CodingKeys: String, CodingKey { case share, coverage }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      share: try json.decodeIfPresent(Double.self, forKey: .share),
      coverage: try json.decode(Double.self, forKey: .coverage)
    )
  }

  /// Writes both to a millionth: a year's outage of half a minute is one.
  ///
  /// Rounded down, so that what was down for a moment is never all of the time up.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(share.map(Self.millionths), forKey: .share)
    try json.encode(Self.millionths(coverage), forKey: .coverage)
  }

  private static func millionths(_ share: Double) -> Double {
    let scaled = share * 1_000_000
    // 0.999 times a million is a little less than it should be.
    let nearest = scaled.rounded()
    return (abs(scaled - nearest) < 1e-6 ? nearest : scaled.rounded(.down)) / 1_000_000
  }
}

/// A check in the API: what came of it and what was found.
extension CheckResult: Encodable {
  private enum CodingKeys: String, CodingKey {
    case outcome, reason, facts
    case roundTripMs = "rtt_ms"
  }

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(outcome.word, forKey: .outcome)
    try json.encode(reason, forKey: .reason)
    try json.encode(roundTripMs?.rounded(places: 3), forKey: .roundTripMs)
    try json.encode(facts, forKey: .facts)
  }
}

extension CheckResult.Outcome {
  /// The outcome in JSON.
  fileprivate var word: String {
    switch self {
    case .passed: "passed"
    case .degraded: "degraded"
    case .failed: "failed"
    case .unknown: "unknown"
    }
  }
}

/// What a check found, in the API; of a body only its beginning, so that conditions can be written for it.
extension CheckFacts: Encodable {
  private enum CodingKeys: String, CodingKey {
    case address, status, headers, body, trusted, answers, authenticated, loss, presence, connected
    case bodyBytes = "body_bytes"
    case responseTimeMs = "response_time_ms"
    case certificateExpiration = "certificate_expiration_s"
    case certificateName = "certificate_name"
    case responseCode = "response_code"
  }

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(isConnected, forKey: .connected)
    try json.encode(responseTimeMs?.rounded(places: 3), forKey: .responseTimeMs)
    try json.encode(address, forKey: .address)
    try json.encode(status, forKey: .status)
    try json.encode(headers, forKey: .headers)
    try json.encode(beginning, forKey: .body)
    try json.encode(body?.count, forKey: .bodyBytes)
    try json.encode(certificateExpiration?.rounded(), forKey: .certificateExpiration)
    try json.encode(certificateName, forKey: .certificateName)
    try json.encode(isTrusted, forKey: .trusted)
    try json.encode(responseCode, forKey: .responseCode)
    try json.encode(answers, forKey: .answers)
    try json.encode(isAuthenticated, forKey: .authenticated)
    try json.encode(loss?.rounded(places: 3), forKey: .loss)
    try json.encode(presence, forKey: .presence)
  }

  /// The beginning of the body, with replacement characters for what is no UTF-8.
  private var beginning: String? {
    guard let body else { return nil }
    var bytes = body.prefix(Self.shownBody)
    // A character that is cut apart goes as a whole.
    if bytes.count < body.count {
      for _ in 0..<3 where String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
    }
    return String(validating: bytes, as: UTF8.self)
      ?? String(decoding: body.prefix(Self.shownBody), as: UTF8.self)
  }

  private static let shownBody = 2048
}

/// What came of sending, in the API.
extension Delivery: Encodable {
  private enum CodingKeys: String, CodingKey {
    case outcome, error
    case retryAfter = "retry_after_s"
  }

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    let failure: (word: String, error: Message?, retryAfter: Duration?)
    switch self {
    case .sent: failure = ("sent", nil, nil)
    case .failed(let error, let retryAfter): failure = ("failed", error, retryAfter)
    case .refused(let error): failure = ("refused", error, nil)
    }
    try json.encode(failure.word, forKey: .outcome)
    try json.encode(failure.error, forKey: .error)
    try json.encode(failure.retryAfter.map { $0 / .seconds(1) }, forKey: .retryAfter)
  }
}

/// A mute in the API and in the store: `monitor`, `device` or `everything`, and `until`.
extension Mute: Codable {
  /// Reads a mute; without `until` it is for ever.
  ///
  /// - Throws: ``MonitoringError/unacceptable(key:_:)`` for what is missing, unknown or of another form.
  public init(from decoder: any Decoder) throws {
    let json = try FieldReader(decoder)
    try json.allow(["monitor", "device", "everything", "until"])
    let monitor = try json.text("monitor")
    let device = try json.text("device")
    let isEverything = try json.flag("everything") ?? false
    let until = try json.time("until") ?? Timestamp(milliseconds: .max)
    switch (monitor, device, isEverything) {
    case (let monitor?, nil, false): self.init(.monitor(monitor), until: until)
    case (nil, let device?, false): self.init(.device(device), until: until)
    case (nil, nil, true): self.init(.everything, until: until)
    default: throw json.wrong("monitor", .muteSubject)
    }
  }

  private enum CodingKeys: String, CodingKey { case monitor, device, everything, until }

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    var monitor: String?
    var device: String?
    switch subject {
    case .monitor(let id): monitor = id
    case .device(let id): device = id
    case .everything: break
    }
    try json.encode(monitor, forKey: .monitor)
    try json.encode(device, forKey: .device)
    try json.encode(subject == .everything, forKey: .everything)
    try json.encode(until, forKey: .until)
  }
}

extension MessageTemplate {
  static let muteSubject = MessageTemplate(
    "alert.mute_subject",
    "Say one of monitor with an id, device with an id, or everything with true."
  )
}
