import Model
internal import Wire

/// Asks registries by whois (RFC 3912), from one to the next that knows more.
struct WhoisClient: Sendable {
  let network: RegistryNetwork
  /// How long each server may take.
  let limit: Duration

  /// IANA, the registry, the registrar, and one more.
  private static let depth = 4

  /// Looks a subject up.
  func look(
    up subject: RegistrySubject,
    _ onProgress: @Sendable (RegistryAttempt) -> Void
  ) async throws(DiagnosticError) -> RegistryResult {
    var finding = RegistryResult()
    var texts: [String] = []
    var server: String? = WhoisServers.start(for: subject)
    var asked: Set<String> = []
    while let current = server, asked.count < Self.depth, asked.insert(current).inserted {
      let isFirstWord = finding.isRegistered == nil
      var (attempt, text) = try await ask(current, subject, isFirstWord: isFirstWord)
      let told = text.map(WhoisText.registration) ?? Registration()
      let next = text.flatMap(WhoisText.referral)
      if attempt.outcome == .answered, next == nil {
        if told.isEmpty {
          attempt.outcome = .failed
          attempt.because = Message(.registryUnreadable)
        } else if !WhoisServers.tells(current, told, of: subject) {
          attempt.because = Message(
            current == WhoisServers.root ? .registryLargerBlock : .registryOtherNetwork,
            ["subject": "\(subject)"]
          )
        }
      }
      finding.attempts.append(attempt)
      onProgress(attempt)
      guard let text else { break }
      texts.append("# \(current)\n\(text)")
      server = next
      if attempt.outcome == .absent {
        // The registry may have answered for a domain that the registrar doesn't find.
        if finding.isRegistered == nil { finding.isRegistered = false }
        break
      }
      guard !told.isEmpty, WhoisServers.tells(current, told, of: subject) else { continue }
      finding.isRegistered = true
      finding.registration = finding.registration.map { $0.completed(by: told) } ?? told
      if Task.isCancelled { break }
    }
    if !texts.isEmpty { finding.raw = texts.joined(separator: "\n") }
    return finding
  }

  /// Asks one server; this machine's own failure ends all where nothing is known of the subject yet.
  private func ask(
    _ server: String,
    _ subject: RegistrySubject,
    isFirstWord: Bool
  ) async throws(DiagnosticError) -> (RegistryAttempt, String?) {
    var attempt = RegistryAttempt(source: .whois, server: server, outcome: .failed)
    let resolved: IPAddress?
    do throws(DiagnosticError) {
      resolved = try await network.resolve(server)
    } catch {
      if isFirstWord, error.isOwnFailure { throw error }
      attempt.because = if case .unknownHost(_, let why) = error { why } else { error.message }
      return (attempt, nil)
    }
    guard let address = resolved else {
      attempt.because = Message(.registryPrivate)
      return (attempt, nil)
    }
    let (exchange, end) = await network.streams.carry(
      WhoisProtocol(WhoisServers.question(subject, to: server)),
      to: Endpoint(address, port: network.whoisPort),
      within: limit
    )
    // A registry's answer is kept if its registrar can't be asked.
    if isFirstWord, case .local(let failure) = end {
      throw .local(failure, during: Message(.errorAsking, ["host": server]))
    }
    let text = exchange.text
    guard end == .closed || end == .done, !text.isEmpty else {
      attempt.because = end == .closed ? Message(.registryClosed) : end.message
      return (attempt, nil)
    }
    if WhoisText.saysTooOften(text) {
      attempt.outcome = .tooOften
      attempt.because = Message(.webTooOften)
      return (attempt, nil)
    }
    attempt.outcome = WhoisText.saysAbsent(text) ? .absent : .answered
    return (attempt, text)
  }
}

extension Registration {
  /// This one, and from the other what it doesn't say: the registry's word before the registrar's.
  func completed(by other: Registration) -> Registration {
    var whole = self
    whole.handle = handle ?? other.handle
    whole.name = name ?? other.name
    whole.registrar = registrar ?? other.registrar
    whole.holder = holder ?? other.holder
    whole.country = country ?? other.country
    whole.created = created ?? other.created
    whole.updated = updated ?? other.updated
    whole.expires = expires ?? other.expires
    whole.isSigned = isSigned ?? other.isSigned
    whole.abuseEmail = abuseEmail ?? other.abuseEmail
    whole.abusePhone = abusePhone ?? other.abusePhone
    whole.first = first ?? other.first
    whole.last = last ?? other.last
    if status.isEmpty { whole.status = other.status }
    if nameServers.isEmpty { whole.nameServers = other.nameServers }
    if prefixes.isEmpty { whole.prefixes = other.prefixes }
    return whole
  }
}

/// One question by whois (RFC 3912): a line there, text back until the connection ends.
struct WhoisProtocol: StreamProtocol {
  let question: String
  private(set) var bytes: [UInt8] = []

  /// More than any registry answers.
  static let limit = 256 << 10

  init(_ question: String) {
    self.question = question
  }

  var isDone: Bool { bytes.count >= Self.limit }

  mutating func begin() -> [UInt8] { Array("\(question)\r\n".utf8) }

  mutating func receive(_ more: [UInt8]) -> [UInt8] {
    bytes += more.prefix(Self.limit - bytes.count)
    return []
  }

  /// The answer; registries of old write Latin-1.
  var text: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

/// Where whois look-ups start, and each server's query syntax; referrals lead on.
enum WhoisServers {
  /// IANA refers to the registries.
  static let root = "whois.iana.org"

  /// Common registries, and those IANA doesn't always refer to.
  private static let zones: [String: String] = [
    "com": "whois.verisign-grs.com", "net": "whois.verisign-grs.com",
    "org": "whois.publicinterestregistry.org", "de": "whois.denic.de", "eu": "whois.eu",
    "uk": "whois.nic.uk", "nl": "whois.domain-registry.nl", "fr": "whois.nic.fr",
    "it": "whois.nic.it", "at": "whois.nic.at", "ch": "whois.nic.ch", "se": "whois.iis.se",
    "pl": "whois.dns.pl", "be": "whois.dns.be", "io": "whois.nic.io", "info": "whois.nic.info",
  ]

  /// Query templates, `%` for the subject; other servers take the subject alone.
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

  /// Whether an answer is about the subject itself; IANA's are mostly about the enclosing zone or block.
  static func tells(_ server: String, _ told: Registration, of subject: RegistrySubject) -> Bool {
    guard server == root else {
      // Some servers answer for a smaller network.
      guard case .network(let network) = subject else { return true }
      return told.holds(network) ?? true
    }
    switch subject {
    case .domain(let name): return told.name == name
    case .system: return told.handle?.uppercased() == subject.description
    case .address, .network: return false
    }
  }

  /// The query line without CR LF.
  static func question(_ subject: RegistrySubject, to server: String) -> String {
    let form: String?
    var text = subject.description
    switch subject {
    case .domain: form = domainForms[server]
    case .address: form = addressForms[server]
    case .network(let network):
      // ARIN and IANA take an address only.
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
  /// Whether the registered range contains the network; `nil` if the range is unknown.
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
