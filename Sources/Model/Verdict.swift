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
  public struct Reason: Hashable, Sendable, Codable {
    /// What it supports: `category`, `vendor`, `model`, `os`, `name`.
    public var claim: Claim
    /// The evidence, in words.
    public var evidence: String
    /// Who said it.
    public var source: Source
    /// The form of the evidence's sentence; `nil` where it is a sentence of its own.
    public var form: EvidenceForm?

    private enum CodingKeys: String, CodingKey { case claim, evidence, source }

    /// The given reason.
    public init(claim: Claim, evidence: String, source: Source, form: EvidenceForm? = nil) {
      self.claim = claim
      self.evidence = evidence
      self.source = source
      self.form = form
    }

    /// The reason with evidence in words of a form.
    package init(claim: Claim, evidence: EvidenceWords, source: Source) {
      self.init(claim: claim, evidence: evidence.text, source: source, form: evidence.form)
    }
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
