public import Model

/// What a registry says of a domain, a network or an autonomous system.
public struct Registration: Hashable, Sendable {
  /// The registry's own name for it.
  public var handle: String?
  /// The domain's, the network's or the system's name.
  public var name: String?
  /// A domain's registrar.
  public var registrar: String?
  /// The holder, if it is published.
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

/// Dates as registries write them.
enum RegistryDate {
  private static let months = [
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9,
    "oct": 10, "nov": 11, "dec": 12,
  ]

  /// The moment; midnight if only the day is given; `nil` if it is no date.
  ///
  /// `2026-01-31T12:00:00Z`, `2026-01-31 12:00:00`, `2026-01-31`, `2026/01/31`, `2026.01.31`,
  /// `20260131`, `31-Jan-2026`, `31.01.2026`.
  static func parse(_ text: String) -> Timestamp? {
    let text = text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: "T")
    guard text.utf8.count <= 40 else { return nil }
    if let time = Timestamp(text) ?? Timestamp(text + "Z") { return time }
    // Offsets without a colon, and zones in words, after the time: the day is enough.
    let day = text.split(separator: "T").first.map(String.init) ?? text
    let parts = day.split { "-/.".contains($0) }.map(String.init)
    switch parts.count {
    case 1 where day.count == 8 && day.allSatisfy(\.isNumber):
      return moment(day.prefix(4), day.dropFirst(4).prefix(2), day.suffix(2))
    case 3 where parts[0].count == 4: return moment(parts[0], parts[1], parts[2])
    case 3 where parts[2].count == 4: return moment(parts[2], parts[1], parts[0])
    default: return nil
    }
  }

  private static func moment(
    _ year: some StringProtocol,
    _ month: some StringProtocol,
    _ day: some StringProtocol
  ) -> Timestamp? {
    let number = months[String(month.lowercased().prefix(3))] ?? Int(month)
    guard let number, let day = Int(day) else { return nil }
    let two = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
    return Timestamp("\(year)-\(two(number))-\(two(day))T00:00:00Z")
  }
}
