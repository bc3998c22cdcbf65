/// What a device is taken to be, how surely, and why: a pure function of its evidence.
public struct Verdict: Hashable, Sendable {
  /// What to call it; `nil` where only its address is known.
  public var name: String?
  /// Its kind.
  public var category: Category
  /// Its maker.
  public var vendor: String?
  /// Its model, as a person would say it.
  public var model: String?
  /// Its operating system.
  public var os: String?
  /// How sure the category is, 0–1.
  public var confidence: Double
  /// The next best category, where another was considered.
  public var runnerUp: Category?
  /// The evidence that decided each claim.
  public var because: [Reason]

  /// One piece of deciding evidence.
  public struct Reason: Hashable, Sendable {
    /// What it supports: `category`, `vendor`, `model`, `os`, `name`.
    public var claim: Claim
    /// The evidence's source.
    public var source: Source
    /// The evidence.
    let sentence: EvidenceSentence

    /// The reason with evidence in words of its own.
    public init(claim: Claim, evidence: String, source: Source) {
      self.claim = claim
      self.source = source
      sentence = EvidenceSentence(verbatim: evidence)
    }

    /// The reason with evidence by its template.
    package init(claim: Claim, evidence: EvidenceSentence, source: Source) {
      self.claim = claim
      self.source = source
      sentence = evidence
    }

    /// The evidence in English.
    public var evidence: String { sentence.text }
    /// What the evidence in English is made of.
    package var pieces: (String, String, String, String) { sentence.pieces }
    /// The evidence as code and values.
    public var message: Message { sentence.message }
    /// The code alone.
    package var code: String { sentence.code }
    /// The values alone, in order of their names.
    package var places: [(name: String, value: String)] { sentence.places }
  }

  /// What can be claimed of a device.
  public enum Claim: String, Hashable, Sendable, Codable {
    /// What to call it.
    case name
    /// Its kind.
    case category
    /// Its maker.
    case vendor
    /// Its model.
    case model
    /// Its operating system.
    case os
  }

  /// A verdict; nothing known by default.
  public init(
    name: String? = nil,
    category: Category = .unknown,
    vendor: String? = nil,
    model: String? = nil,
    os: String? = nil,
    confidence: Double = 0,
    runnerUp: Category? = nil,
    because: [Reason] = []
  ) {
    self.name = name
    self.category = category
    self.vendor = vendor
    self.model = model
    self.os = os
    self.confidence = confidence
    self.runnerUp = runnerUp
    self.because = because
  }
}

/// What kind of thing a device is.
public enum Category: String, Hashable, Sendable, Codable, CaseIterable {
  /// The way out of the home, or a Wi-Fi router.
  case router
  /// A mobile phone.
  case phone
  /// A tablet.
  case tablet
  /// A desktop or laptop computer.
  case computer
  /// A loudspeaker, soundbar, receiver.
  case speaker
  /// A game console.
  case gaming
  /// A television, set-top box, projector, media player.
  case tvMedia = "tv_media"
  /// Network storage.
  case storage
  /// A printer or scanner.
  case printer
  /// Lights, plugs, sensors, thermostats, bridges.
  case smartHome = "smart_home"
  /// A camera or doorbell.
  case camera
  /// Network gear that is not the gateway.
  case network
  /// A telephone or its adapter.
  case voip
  /// A watch, tracker, headset.
  case wearable
  /// A washing machine, oven, vacuum cleaner, inverter, car.
  case appliance
  /// A computer that serves, without anyone sitting at it.
  case server
  /// Not known.
  case unknown
}

extension Verdict.Reason: Encodable {
  private enum CodingKeys: String, CodingKey { case claim, evidence, source, code, values }

  /// Writes an entry of `because`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    let message = message
    try json.encode(claim, forKey: .claim)
    try json.encode(evidence, forKey: .evidence)
    try json.encode(source, forKey: .source)
    try json.encode(message.code, forKey: .code)
    try json.encode(message.values, forKey: .values)
  }
}
