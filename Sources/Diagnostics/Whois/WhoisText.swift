/// Reads what a whois server answers: lines of `key: value`, each registry with keys of its own.
enum WhoisText {
  /// What a key stands for, in lower case.
  private enum Field {
    case handle, name, registrar, holder, country, created, updated, expires, status, nameServer
    case abuseEmail, abusePhone, range, prefix, signed
  }

  private static let fields: [String: Field] = [
    "domain": .name, "domain name": .name, "netname": .name, "as-name": .name, "asname": .name,
    "registry domain id": .handle, "nethandle": .handle, "ashandle": .handle, "aut-num": .handle,
    "registrar": .registrar, "registrar name": .registrar, "sponsoring registrar": .registrar,
    "registrant organization": .holder, "registrant organisation": .holder, "org-name": .holder,
    "orgname": .holder, "organization": .holder, "organisation": .holder, "owner": .holder,
    "registrant": .holder, "registrant name": .holder, "holder": .holder,
    "registrant country": .country, "country": .country, "country-code": .country,
    "creation date": .created, "created": .created, "created on": .created, "regdate": .created,
    "registered": .created, "registered on": .created, "registration time": .created,
    "updated date": .updated, "last-modified": .updated, "changed": .updated, "updated": .updated,
    "last updated": .updated, "last update": .updated, "modified": .updated,
    "registry expiry date": .expires, "registrar registration expiration date": .expires,
    "expiry date": .expires, "expires": .expires, "expire date": .expires, "paid-till": .expires,
    "expiration date": .expires, "expiration time": .expires, "renewal date": .expires,
    "expires on": .expires, "domain status": .status, "status": .status, "state": .status,
    "eppstatus": .status, "name server": .nameServer, "nserver": .nameServer,
    "nameserver": .nameServer, "nameservers": .nameServer, "name servers": .nameServer,
    "registrar abuse contact email": .abuseEmail, "orgabuseemail": .abuseEmail,
    "abuse-mailbox": .abuseEmail, "abuse contact email": .abuseEmail,
    "registrar abuse contact phone": .abusePhone, "orgabusephone": .abusePhone,
    "inetnum": .range, "inet6num": .prefix, "netrange": .range, "cidr": .prefix, "route": .prefix,
    "route6": .prefix, "dnssec": .signed, "asnumber": .handle,
  ]

  /// Keys whose value is a server that knows more.
  private static let referrals: Set<String> = [
    "refer", "whois", "whois server", "registrar whois server", "referralserver", "resourcelink",
  ]

  /// What servers say where nothing is registered, in lower case, at a line's beginning.
  private static let absences = [
    "no match", "not found", "no data found", "no entries found", "no object found",
    "domain not found", "the queried object does not exist", "object does not exist",
    "status: free",
    "status: available", "nothing found", "%error:101",
  ]

  /// What servers say where they are asked too often.
  private static let rejections = [
    "query rate limit exceeded", "exceeded the maximum", "limit exceeded", "too many requests",
    "rate limit", "quota exceeded", "access denied", "%error:201", "connection refused",
  ]

  /// Lines that are read of one answer.
  private static let lineLimit = 5000
  private static let listLimit = 64

  /// Whether nothing is registered.
  static func saysAbsent(_ text: String) -> Bool {
    begins(text, with: absences)
  }

  /// Whether the server won't answer now.
  static func saysTooOften(_ text: String) -> Bool {
    // A real answer may speak of limits in its small print.
    registration(text).isEmpty && begins(text, with: rejections, anywhere: true)
  }

  private static func begins(
    _ text: String,
    with phrases: [String],
    anywhere: Bool = false
  ) -> Bool {
    lines(text).prefix(60).contains { line in
      let plain = line.drop { "%#>* ".contains($0) }.lowercased()
      let whole = line.lowercased()
      return phrases.contains { phrase in
        anywhere ? whole.contains(phrase) : plain.hasPrefix(phrase) || whole.hasPrefix(phrase)
      }
    }
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(maxSplits: lineLimit, omittingEmptySubsequences: true, whereSeparator: \.isNewline)
      .prefix(lineLimit).map { $0[...] }
  }

  private static func pairs(_ text: String) -> [(key: String, value: String)] {
    lines(text).compactMap { line in
      guard let colon = line.firstIndex(of: ":"), !"%#".contains(line.first ?? " ") else {
        return nil
      }
      let key = trimmed(line[..<colon]).lowercased()
      let value = trimmed(line[line.index(after: colon)...])
      return key.isEmpty || key.utf8.count > 60 || value.isEmpty
        ? nil : (key, String(value.prefix(512)))
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true || text.first == "." { text.removeFirst() }
    while text.last?.isWhitespace == true || text.last == "." { text.removeLast() }
    return String(text)
  }

  /// The server that the text names for more, as a host's name; `nil` where it names none.
  static func referral(_ text: String) -> String? {
    var found: String?
    for (key, value) in pairs(text) where referrals.contains(key) {
      var host = value.lowercased()[...]
      for scheme in ["whois://", "rwhois://"] where host.hasPrefix(scheme) {
        host = host.dropFirst(scheme.count)
      }
      // Web pages are referred to under the same key.
      guard !host.contains("://"), !value.lowercased().hasPrefix("rwhois") else { continue }
      let name = host.prefix { $0 != "/" && $0 != ":" }
      if let name = HostNameASCII.of(String(name)), name.contains(".") { found = name }
    }
    return found
  }

  /// What the text says, the first value of each kind counting.
  static func registration(_ text: String) -> Registration {
    var found = Registration()
    for (key, value) in pairs(text) {
      guard let field = fields[key] else { continue }
      take(field, value, &found)
    }
    return found
  }

  private static func take(_ field: Field, _ value: String, _ found: inout Registration) {
    switch field {
    case .handle: found.handle = found.handle ?? value
    case .name: found.name = found.name ?? (value.contains(".") ? value.lowercased() : value)
    case .registrar: found.registrar = found.registrar ?? value
    case .holder: found.holder = found.holder ?? value
    case .country:
      if found.country == nil, value.utf8.count == 2 { found.country = value.uppercased() }
    case .created: found.created = found.created ?? RegistryDate.parse(value)
    case .updated: found.updated = found.updated ?? RegistryDate.parse(value)
    case .expires: found.expires = found.expires ?? RegistryDate.parse(value)
    case .status:
      // EPP's names come with a link to what they mean.
      let name = String(value.prefix { $0 != " " || !value.contains("http") })
      if found.status.count < listLimit, !found.status.contains(name) { found.status.append(name) }
    case .nameServer:
      let name = value.split { $0 == " " || $0 == "\t" }.first.map { $0.lowercased() }
      if let name, found.nameServers.count < listLimit, !found.nameServers.contains(name) {
        found.nameServers.append(name)
      }
    case .abuseEmail: found.abuseEmail = found.abuseEmail ?? value
    case .abusePhone: found.abusePhone = found.abusePhone ?? value
    case .range:
      let ends = value.split { $0 == "-" || $0 == " " }.map(String.init)
      if found.first == nil, ends.count == 2 { (found.first, found.last) = (ends[0], ends[1]) }
    case .prefix:
      let all = value.split { $0 == "," || $0 == " " }.map(String.init)
      if found.prefixes.isEmpty { found.prefixes = Array(all.prefix(listLimit)) }
    case .signed:
      let words = value.lowercased()
      found.isSigned = found.isSigned ?? (words.hasPrefix("signed") || words == "yes")
    }
  }
}
