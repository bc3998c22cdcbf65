public import Model

/// What a registry says of a domain, a network or an autonomous system.
public struct Registration: Hashable, Sendable {
  /// The registry's own name for it.
  public var handle: String?
  /// The domain's, the network's or the system's name.
  public var name: String?
  /// Who sold a domain.
  public var registrar: String?
  /// Whose it is, where that is told.
  public var holder: String?
  /// The holder's or the network's country, two letters.
  public var country: String?
  /// When it was registered, last changed, and when it ends.
  public var created, updated, expires: Timestamp?
  /// What may and may not be done with it.
  public var status: [String] = []
  /// A domain's name servers.
  public var nameServers: [String] = []
  /// Whether a domain is signed (DNSSEC).
  public var isSigned: Bool?
  /// Where abuse is reported.
  public var abuseEmail, abusePhone: String?
  /// A network's first and last address, or the first and last number of systems.
  public var first, last: String?
  /// The network in prefixes.
  public var prefixes: [String] = []

  /// Nothing known.
  public init() {}

  /// Whether anything is known.
  public var isEmpty: Bool { self == Registration() }
}

extension Registration: Encodable {
  private enum CodingKeys: String, CodingKey {
    case handle, name, registrar, holder, country, created, updated, expires, status
    case nameServers = "name_servers"
    case isSigned = "signed"
    case abuse, range, prefixes
  }

  private enum AbuseKeys: String, CodingKey { case email, phone }
  private enum RangeKeys: String, CodingKey { case first, last }

  /// Writes `registration`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(handle, forKey: .handle)
    try json.encode(name, forKey: .name)
    try json.encode(registrar, forKey: .registrar)
    try json.encode(holder, forKey: .holder)
    try json.encode(country, forKey: .country)
    try json.encode(created, forKey: .created)
    try json.encode(updated, forKey: .updated)
    try json.encode(expires, forKey: .expires)
    try json.encode(status, forKey: .status)
    try json.encode(nameServers, forKey: .nameServers)
    try json.encode(isSigned, forKey: .isSigned)
    var abuse = json.nestedContainer(keyedBy: AbuseKeys.self, forKey: .abuse)
    try abuse.encode(abuseEmail, forKey: .email)
    try abuse.encode(abusePhone, forKey: .phone)
    if first == nil, last == nil {
      try json.encodeNil(forKey: .range)
    } else {
      var range = json.nestedContainer(keyedBy: RangeKeys.self, forKey: .range)
      try range.encode(first, forKey: .first)
      try range.encode(last, forKey: .last)
    }
    try json.encode(prefixes, forKey: .prefixes)
  }
}
