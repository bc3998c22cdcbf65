public import Model
public import Wire

/// What DNSSEC says of an answer: how far the chain of trust leads from the anchor to its records,
/// and where it breaks.
public struct DNSSECReport: Hashable, Sendable {
  /// What an answer is worth (RFC 4035, section 4.3).
  public enum State: String, Encodable, Sendable {
    /// Every record is signed, from the trust anchor down.
    case secure
    /// A zone above proves that nothing below is signed, or only in ways that are not followed.
    case insecure
    /// It should be signed and isn't rightly: what validating resolvers refuse.
    case bogus
    /// It can't be told: no trust anchor, or no answers.
    case indeterminate
  }

  /// What the whole answer is worth: its weakest part.
  public var state: State
  /// Why it isn't secure; `nil` where it is.
  public var message: Message?
  /// The one link that is broken, where the answer is bogus.
  public var brokenLink: BrokenLink?
  /// The zone that trust begins with; `nil` where no anchor stands above the name.
  public var anchor: DNSName?
  /// The zones on the way from the anchor, in that order.
  public var links: [Link] = []
  /// The record sets that make up the answer, aliases first; the last may be the proof that there
  /// are none.
  public var answers: [Answer] = []
  /// What it took.
  public var effort = ValidationEffort()

  /// A report without links.
  public init(_ state: State, message: Message? = nil) {
    self.state = state
    self.message = message
  }

  /// Why it isn't secure, in one line of English; `nil` where it is.
  public var reason: String? { message?.text }

  /// Where a chain of trust breaks.
  public struct BrokenLink: Error, Hashable, Sendable {
    /// The zone in which it does, as far as that is known.
    public var zone: DNSName
    /// Whose records are at fault.
    public var name: DNSName
    /// Their type.
    public var type: DNSType
    /// What is wrong.
    public var message: Message

    /// The chain breaks in that zone, at that record set.
    public init(zone: DNSName, name: DNSName, type: DNSType, message: Message) {
      self.zone = zone
      self.name = name
      self.type = type
      self.message = message
    }

    /// What is wrong, in one line of English.
    public var words: String { message.text }
  }

  /// A zone on the way from the trust anchor.
  public struct Link: Hashable, Sendable {
    /// The zone.
    public var zone: DNSName
    /// What its keys are worth.
    public var state: State
    /// What its parent, or the trust anchor, says of its keys; empty where it says that there are
    /// none.
    public var signers: [DelegationSigner] = []
    /// Its keys.
    public var keys: [DNSKey] = []
    /// By which of its keys the set of keys is signed.
    public var signedBy: UsedKey?
    /// Why it isn't secure; `nil` where it is.
    public var message: Message?

    /// A zone on the chain, without its keys yet.
    public init(_ zone: DNSName, _ state: State) {
      self.zone = zone
      self.state = state
    }

    /// Why it isn't secure, in one line of English; `nil` where it is.
    public var reason: String? { message?.text }
  }

  /// A record set of the answer, or the proof that there is none.
  public struct Answer: Hashable, Sendable {
    /// Whose records they are.
    public var name: DNSName
    /// Their type.
    public var type: DNSType
    /// What they are worth.
    public var state: State
    /// Whether it is the proof that there are no such records.
    public var isDenial: Bool
    /// The zone that signed them, where one did.
    public var zone: DNSName?
    /// By which key.
    public var signedBy: UsedKey?
    /// From when and until when the signature holds.
    public var inception, expiration: Timestamp?
    /// The wildcard that stood for the name.
    public var wildcard: DNSName?

    /// A record set, or a proof that there is none.
    public init(_ name: DNSName, _ type: DNSType, _ state: State, isDenial: Bool = false) {
      self.name = name
      self.type = type
      self.state = state
      self.isDenial = isDenial
    }
  }

  /// A key that made a signature.
  public struct UsedKey: Hashable, Sendable {
    /// Its tag.
    public var tag: UInt16
    /// How it signs.
    public var algorithm: DNSSECAlgorithm

    /// A key by its tag and algorithm (RFC 4034, section 5.1).
    public init(tag: UInt16, algorithm: DNSSECAlgorithm) {
      self.tag = tag
      self.algorithm = algorithm
    }
  }
}

extension DNSSECReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case state, reason, message, anchor
    case brokenLink = "broken_link"
    case links, answers, effort
  }

  /// Writes the members of `dnssec` in `homenet.dns/1`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(state, forKey: .state)
    try json.encode(reason, forKey: .reason)
    try json.encode(message, forKey: .message)
    try json.encode(brokenLink, forKey: .brokenLink)
    try json.encode(anchor?.description, forKey: .anchor)
    try json.encode(links, forKey: .links)
    try json.encode(answers, forKey: .answers)
    try json.encode(effort, forKey: .effort)
  }
}

extension DNSSECReport.BrokenLink: Encodable {
  private enum CodingKeys: String, CodingKey { case zone, name, type, words, message }

  /// Writes `broken_link`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(zone.description, forKey: .zone)
    try json.encode(name.description, forKey: .name)
    try json.encode(type.description, forKey: .type)
    try json.encode(words, forKey: .words)
    try json.encode(message, forKey: .message)
  }
}

extension DNSSECReport.Link: Encodable {
  private enum CodingKeys: String, CodingKey {
    case zone, state, reason, message, ds, keys
    case signedBy = "signed_by"
  }

  private struct DS: Encodable {
    var key_tag: UInt16
    var algorithm: String
    var digest_type: String
  }

  private struct Key: Encodable {
    var key_tag: UInt16
    var algorithm: String
    var secure_entry_point: Bool
    var revoked: Bool
  }

  /// Writes an entry of `links`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(zone.description, forKey: .zone)
    try json.encode(state, forKey: .state)
    try json.encode(reason, forKey: .reason)
    try json.encode(message, forKey: .message)
    let ds = signers.map { signer in
      DS(
        key_tag: signer.keyTag,
        algorithm: signer.algorithm.description,
        digest_type: signer.digestType.description
      )
    }
    try json.encode(ds, forKey: .ds)
    let keys = keys.map { key in
      Key(
        key_tag: key.tag,
        algorithm: key.algorithm.description,
        secure_entry_point: key.isSecureEntryPoint,
        revoked: key.isRevoked
      )
    }
    try json.encode(keys, forKey: .keys)
    try json.encode(signedBy, forKey: .signedBy)
  }
}

extension DNSSECReport.Answer: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, type, state
    case isDenial = "denial"
    case zone
    case signedBy = "signed_by"
    case inception, expiration, wildcard
  }

  /// Writes an entry of `answers`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(name.description, forKey: .name)
    try json.encode(type.description, forKey: .type)
    try json.encode(state, forKey: .state)
    try json.encode(isDenial, forKey: .isDenial)
    try json.encode(zone?.description, forKey: .zone)
    try json.encode(signedBy, forKey: .signedBy)
    try json.encode(inception, forKey: .inception)
    try json.encode(expiration, forKey: .expiration)
    try json.encode(wildcard?.description, forKey: .wildcard)
  }
}

extension DNSSECReport.UsedKey: Encodable {
  private enum CodingKeys: String, CodingKey {
    case tag = "key_tag"
    case algorithm
  }

  /// Writes `signed_by`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(tag, forKey: .tag)
    try json.encode(algorithm.description, forKey: .algorithm)
  }
}
