internal import Wire

/// Reads what an RDAP server answers (RFC 9083).
enum RDAPDocument {
  private static let listLimit = 64

  /// The registration in a document.
  static func registration(_ tree: JSONValue) -> Registration {
    var found = Registration()
    found.handle = tree["handle"].shortText
    found.name = (tree["ldhName"].shortText?.lowercased()) ?? tree["name"].shortText
    found.country = tree["country"].shortText?.uppercased()
    found.status = tree["status"].list.prefix(listLimit).compactMap(\.shortText)
    found.nameServers = tree["nameservers"].list.prefix(listLimit)
      .compactMap { $0["ldhName"].shortText?.lowercased() }
    found.isSigned = tree["secureDNS"]["delegationSigned"].flag
    for event in tree["events"].list.prefix(listLimit) {
      let date = event["eventDate"].shortText.flatMap(RegistryDate.parse)
      switch event["eventAction"].shortText {
      case "registration": found.created = date
      case "last changed": found.updated = date
      case "expiration": found.expires = date
      default: break
      }
    }
    found.first = tree["startAddress"].shortText ?? tree["startAutnum"].integer.map { "AS\($0)" }
    found.last = tree["endAddress"].shortText ?? tree["endAutnum"].integer.map { "AS\($0)" }
    found.prefixes = tree["cidr0_cidrs"].list.prefix(listLimit).compactMap { entry in
      guard let base = entry["v4prefix"].shortText ?? entry["v6prefix"].shortText,
        let length = entry["length"].integer
      else { return nil }
      return "\(base)/\(length)"
    }
    // Those of a domain, a network or a system, and what they themselves name.
    for entity in tree["entities"].list.prefix(listLimit) {
      take(entity, &found)
      for inner in entity["entities"].list.prefix(listLimit) { takeAbuse(inner, &found) }
    }
    return found
  }

  private static func roles(_ entity: JSONValue) -> Set<String> {
    Set(entity["roles"].list.prefix(listLimit).compactMap(\.shortText))
  }

  private static func take(_ entity: JSONValue, _ found: inout Registration) {
    let roles = roles(entity)
    let card = JCard(entity["vcardArray"])
    if roles.contains("registrar") {
      found.registrar =
        found.registrar ?? card.organisation ?? card.name ?? entity["handle"].shortText
    }
    if roles.contains("registrant") {
      found.holder = found.holder ?? card.organisation ?? card.name
      found.country = found.country ?? card.country
    }
    takeAbuse(entity, &found)
  }

  private static func takeAbuse(_ entity: JSONValue, _ found: inout Registration) {
    guard roles(entity).contains("abuse") else { return }
    let card = JCard(entity["vcardArray"])
    found.abuseEmail = found.abuseEmail ?? card.email
    found.abusePhone = found.abusePhone ?? card.phone
  }

  /// What a visiting card in JSON says (RFC 7095).
  private struct JCard {
    var name, organisation, email, phone, country: String?

    init(_ tree: JSONValue) {
      for entry in tree[1].list.prefix(listLimit) {
        let value = entry[3].shortText ?? entry[3][0].shortText
        switch entry[0].shortText {
        case "fn": name = name ?? value
        case "org": organisation = organisation ?? value
        case "email": email = email ?? value
        case "tel":
          phone = phone ?? value.map { $0.hasPrefix("tel:") ? String($0.dropFirst(4)) : $0 }
        case "adr":
          country = country ?? entry[1]["cc"].shortText?.uppercased() ?? entry[3][6].shortText
        default: break
        }
      }
    }
  }
}

extension RDAPDocument {
  /// Whether a document is of what was asked about: it says what kind of object it is (RFC 9083,
  /// section 4.9), or which, and neither is another.
  static func isOf(_ subject: RegistrySubject, _ tree: JSONValue) -> Bool {
    let kind = tree["objectClassName"].shortText?.lowercased()
    let isIt = names(subject, tree)
    guard kind != nil || isIt != nil else { return false }
    return kind ?? className(subject) == className(subject) && isIt ?? true
  }

  /// RFC 9083, section 5.
  private static func className(_ subject: RegistrySubject) -> String {
    switch subject {
    case .domain: "domain"
    case .address, .network: "ip network"
    case .system: "autnum"
    }
  }

  /// Whether the object that it names is the subject, or holds it; `nil` where it names none.
  private static func names(_ subject: RegistrySubject, _ tree: JSONValue) -> Bool? {
    switch subject {
    case .domain(let name):
      guard var told = tree["ldhName"].shortText?.lowercased() else { return nil }
      if told.hasSuffix(".") { told.removeLast() }
      // Some write there what belongs into `unicodeName`.
      told = (try? HostNameASCII.inASCII(told)) ?? told
      // The registered name, which the subject may be below.
      return name == told || told.contains(".") && name.hasSuffix("." + told)
    case .address(let address):
      return holds(IPRange(address.withoutZone, through: address.withoutZone), tree)
    case .network(let network): return holds(IPRange(network), tree)
    case .system(let number):
      guard let first = tree["startAutnum"].integer else { return nil }
      return first <= Int(number) && Int(number) <= tree["endAutnum"].integer ?? first
    }
  }

  /// Whether the network that it names holds all those addresses; `nil` where it names none.
  private static func holds(_ range: IPRange?, _ tree: JSONValue) -> Bool? {
    guard let first = tree["startAddress"].shortText.flatMap({ IPAddress($0) }) else { return nil }
    let last = tree["endAddress"].shortText.flatMap { IPAddress($0) } ?? first
    guard let range, let told = IPRange(first, through: last) else { return false }
    return told.contains(range.first) && told.contains(range.last)
  }
}
