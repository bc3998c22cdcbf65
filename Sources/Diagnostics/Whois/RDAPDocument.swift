/// Reads what an RDAP server answers (RFC 9083).
enum RDAPDocument {
  private static let listLimit = 64

  /// The registration in a document.
  static func registration(_ tree: JSONTree) -> Registration {
    var found = Registration()
    found.handle = tree["handle"].text
    found.name = (tree["ldhName"].text?.lowercased()) ?? tree["name"].text
    found.country = tree["country"].text?.uppercased()
    found.status = tree["status"].list.prefix(listLimit).compactMap(\.text)
    found.nameServers = tree["nameservers"].list.prefix(listLimit)
      .compactMap { $0["ldhName"].text?.lowercased() }
    found.isSigned = tree["secureDNS"]["delegationSigned"].flag
    for event in tree["events"].list.prefix(listLimit) {
      let date = event["eventDate"].text.flatMap(RegistryDate.parse)
      switch event["eventAction"].text {
      case "registration": found.created = date
      case "last changed": found.updated = date
      case "expiration": found.expires = date
      default: break
      }
    }
    found.first = tree["startAddress"].text ?? tree["startAutnum"].integer.map { "AS\($0)" }
    found.last = tree["endAddress"].text ?? tree["endAutnum"].integer.map { "AS\($0)" }
    found.prefixes = tree["cidr0_cidrs"].list.prefix(listLimit).compactMap { entry in
      guard let base = entry["v4prefix"].text ?? entry["v6prefix"].text,
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

  private static func roles(_ entity: JSONTree) -> Set<String> {
    Set(entity["roles"].list.prefix(listLimit).compactMap(\.text))
  }

  private static func take(_ entity: JSONTree, _ found: inout Registration) {
    let roles = roles(entity)
    let card = JCard(entity["vcardArray"])
    if roles.contains("registrar") {
      found.registrar = found.registrar ?? card.organisation ?? card.name ?? entity["handle"].text
    }
    if roles.contains("registrant") {
      found.holder = found.holder ?? card.organisation ?? card.name
      found.country = found.country ?? card.country
    }
    takeAbuse(entity, &found)
  }

  private static func takeAbuse(_ entity: JSONTree, _ found: inout Registration) {
    guard roles(entity).contains("abuse") else { return }
    let card = JCard(entity["vcardArray"])
    found.abuseEmail = found.abuseEmail ?? card.email
    found.abusePhone = found.abusePhone ?? card.phone
  }

  /// What a visiting card in JSON says (RFC 7095).
  private struct JCard {
    var name, organisation, email, phone, country: String?

    init(_ tree: JSONTree) {
      for entry in tree[1].list.prefix(listLimit) {
        let value = entry[3].text ?? entry[3][0].text
        switch entry[0].text {
        case "fn": name = name ?? value
        case "org": organisation = organisation ?? value
        case "email": email = email ?? value
        case "tel":
          phone = phone ?? value.map { $0.hasPrefix("tel:") ? String($0.dropFirst(4)) : $0 }
        case "adr": country = country ?? entry[1]["cc"].text?.uppercased() ?? entry[3][6].text
        default: break
        }
      }
    }
  }
}
