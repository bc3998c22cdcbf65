internal import Wire

/// Whom to ask by whois, and how they want to be asked.
///
/// Only where to begin: whoever is asked names who knows more.
enum WhoisServers {
  /// Who knows who knows.
  static let root = "whois.iana.org"

  /// Registries of names whose servers IANA doesn't always tell of, or that are asked most.
  private static let zones: [String: String] = [
    "com": "whois.verisign-grs.com", "net": "whois.verisign-grs.com",
    "org": "whois.publicinterestregistry.org", "de": "whois.denic.de", "eu": "whois.eu",
    "uk": "whois.nic.uk", "nl": "whois.domain-registry.nl", "fr": "whois.nic.fr",
    "it": "whois.nic.it", "at": "whois.nic.at", "ch": "whois.nic.ch", "se": "whois.iis.se",
    "pl": "whois.dns.pl", "be": "whois.dns.be", "io": "whois.nic.io", "info": "whois.nic.info",
  ]

  /// How a server wants its questions, with `%` for the subject; the subject alone for all others.
  private static let domainForms: [String: String] = [
    "whois.verisign-grs.com": "domain %", "whois.denic.de": "-T dn,ace %",
  ]
  private static let addressForms: [String: String] = ["whois.arin.net": "n + %"]
  private static let systemForms: [String: String] = ["whois.arin.net": "a + %"]

  /// The first server to ask.
  static func start(for subject: RegistrySubject) -> String {
    guard case .domain(let name) = subject, let zone = name.split(separator: ".").last else {
      return root
    }
    return zones[String(zone)] ?? root
  }

  /// Whether what a server tells is of the subject itself: IANA tells of the zones and blocks that it
  /// has given away, and whose they are isn't whose the subject is.
  static func tells(_ server: String, _ told: Registration, of subject: RegistrySubject) -> Bool {
    guard server == root else {
      // Some tell of the network of one address, which may be a part of the one asked about alone.
      guard case .network(let network) = subject else { return true }
      return told.holds(network) ?? true
    }
    switch subject {
    case .domain(let name): return told.name == name
    case .system: return told.handle?.uppercased() == subject.description
    case .address, .network: return false
    }
  }

  /// What is sent to a server, without the line's end.
  static func question(_ subject: RegistrySubject, to server: String) -> String {
    let form: String?
    var text = subject.description
    switch subject {
    case .domain: form = domainForms[server]
    case .address: form = addressForms[server]
    case .network(let network):
      // Both look for an address only, and name the network that it is in.
      form = addressForms[server]
      if form != nil || server == root { text = network.base.description }
    case .system(let number):
      form = systemForms[server]
      if form != nil { text = String(number) }
    }
    guard let form, let mark = form.firstIndex(of: "%") else { return text }
    return form[..<mark] + text + form[form.index(after: mark)...]
  }
}

extension Registration {
  /// Whether the network that is registered holds all of another; `nil` where neither its ends nor its
  /// prefixes are told.
  fileprivate func holds(_ network: IPPrefix) -> Bool? {
    let wanted = IPRange(network)
    var told = prefixes.compactMap { IPPrefix($0) }.map { IPRange($0) }
    if let first = first.flatMap({ IPAddress($0) }), let last = last.flatMap({ IPAddress($0) }),
      let range = IPRange(first, through: last)
    {
      told.append(range)
    }
    guard !told.isEmpty else { return nil }
    return told.contains { $0.contains(wanted.first) && $0.contains(wanted.last) }
  }
}
