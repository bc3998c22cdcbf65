import Model
internal import Wire

/// Asks registries by RDAP (RFC 9082).
struct RDAPClient: Sendable {
  let network: RegistryNetwork
  /// How long each server may take.
  let limit: Duration

  /// IANA's lists change a few times a week; a day is as fresh as need be (RFC 9224, section 8).
  private static let freshness = 86_400
  /// The longest `Retry-After` that is waited for, in seconds.
  private static let patience = 5
  private static let documentLimit = 1 << 20
  private static let listLimit = 4 << 20
  private static let type = "application/rdap+json, application/json"

  /// Looks a subject up.
  func look(
    up subject: RegistrySubject,
    _ onProgress: @Sendable (RegistryAttempt) -> Void
  ) async throws(DiagnosticError) -> RegistryResult {
    var finding = RegistryResult()
    guard let list = try await bootstrap(RDAPBootstrap.List(subject), &finding, onProgress) else {
      return finding
    }
    let servers = list.servers(for: subject)
    if servers.isEmpty {
      let attempt = RegistryAttempt(
        source: .bootstrap,
        server: network.bootstrap,
        outcome: .failed,
        because: Message(.registryUnlisted, ["subject": "\(subject)"])
      )
      finding.attempts.append(attempt)
      onProgress(attempt)
    }
    for server in servers.prefix(2) {
      let url = server + (server.hasSuffix("/") ? "" : "/") + path(subject)
      try await ask(url, of: subject, &finding, onProgress)
      if finding.isRegistered != nil || Task.isCancelled { break }
    }
    return finding
  }

  private func path(_ subject: RegistrySubject) -> String {
    switch subject {
    case .domain(let name): "domain/\(name)"
    case .address(let address): "ip/\(address.description.prefix { $0 != "%" })"
    case .network(let network): "ip/\(network.base)/\(network.length)"
    case .system(let number): "autnum/\(number)"
    }
  }

  /// IANA's list: from the cache while it is fresh, else from IANA, else from the cache however old.
  private func bootstrap(
    _ list: RDAPBootstrap.List,
    _ finding: inout RegistryResult,
    _ onProgress: @Sendable (RegistryAttempt) -> Void
  ) async throws(DiagnosticError) -> RDAPBootstrap? {
    let name = "rdap-\(list.rawValue).json"
    let kept = network.cache.read(name, now: network.now())
    if let kept, kept.age < Self.freshness, let known = RDAPBootstrap(kept.bytes) { return known }
    let url = "\(network.bootstrap)\(list.rawValue).json"
    let answer = await network.web.get(
      url,
      accepting: "application/json",
      limit: Self.listLimit,
      within: limit
    )
    if case .answered(200, let body, _) = answer, let known = RDAPBootstrap(body) {
      network.cache.write(body, as: name)
      return known
    }
    let old = kept.flatMap { RDAPBootstrap($0.bytes) }
    var attempt = Self.attempt(.bootstrap, url, answer)
    if attempt.outcome == .answered {
      attempt.outcome = .failed
      attempt.because = Message(.registryNoList)
    }
    if old != nil {
      let reason = attempt.because ?? Message(.registryNoAnswer)
      attempt.because = Message(.registryOlderList, ["reason": .message(reason)])
    }
    finding.attempts.append(attempt)
    onProgress(attempt)
    if old == nil, case .local(let failure) = answer {
      throw .local(failure, during: Message(.errorAsking, ["host": url]))
    }
    return old
  }

  private func ask(
    _ url: String,
    of subject: RegistrySubject,
    _ finding: inout RegistryResult,
    _ onProgress: @Sendable (RegistryAttempt) -> Void
  ) async throws(DiagnosticError) {
    for tryNumber in 1...2 {
      let answer = await network.web.get(
        url,
        accepting: Self.type,
        limit: Self.documentLimit,
        within: limit
      )
      var attempt = Self.attempt(.rdap, url, answer)
      switch answer {
      case .answered(200, let body, _):
        if let tree = JSONValue(body), tree["errorCode"].integer == nil,
          RDAPDocument.isOf(subject, tree)
        {
          finding.isRegistered = true
          finding.registration = RDAPDocument.registration(tree)
          finding.raw = String(decoding: body, as: UTF8.self)
        } else {
          attempt.outcome = .failed
          attempt.because = Message(.registryOtherSubject, ["subject": "\(subject)"])
        }
      case .answered(404, _, _): finding.isRegistered = false
      case .local(let failure): throw .local(failure, during: Message(.errorAsking, ["host": url]))
      case .answered, .failed: break
      }
      finding.attempts.append(attempt)
      onProgress(attempt)
      guard tryNumber == 1, case .answered(429, _, let seconds?) = answer,
        seconds <= Self.patience
      else { return }
      do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
    }
  }

  private static func attempt(
    _ source: RegistryAttempt.Source,
    _ url: String,
    _ answer: WebAnswer
  ) -> RegistryAttempt {
    var attempt = RegistryAttempt(source: source, server: url, outcome: .failed)
    switch answer {
    case .answered(200, _, _): attempt.outcome = .answered
    case .answered(404, _, _): attempt.outcome = .absent
    case .answered(429, _, let seconds):
      attempt.outcome = .tooOften
      attempt.because =
        seconds.map { Message(.webTooOftenUntil, ["seconds": .count($0)]) }
        ?? Message(.webTooOften)
    case .answered(let status, _, _):
      attempt.because = Message(.webStatus, ["status": "\(status)"])
    case .failed(let why): attempt.because = why
    case .local(let failure): attempt.because = failure.diagnosticMessage
    }
    return attempt
  }
}

/// IANA's list of which server answers for what (RFC 9224).
struct RDAPBootstrap: Sendable {
  /// The lists that there are.
  enum List: String, Sendable {
    case dns, ipv4, ipv6, asn

    /// The one that knows of the subject.
    init(_ subject: RegistrySubject) {
      self =
        switch subject {
        case .domain: .dns
        case .address(.v4), .network(.v4): .ipv4
        case .address(.v6), .network(.v6): .ipv6
        case .system: .asn
        }
    }
  }

  private var services: [(entries: [String], servers: [String])] = []

  /// Reads a list; `nil` where it is none.
  init?(_ bytes: [UInt8]) {
    guard let tree = JSONValue(bytes), case .list(let all) = tree["services"] else { return nil }
    for service in all {
      let servers = service[1].list.prefix(8).compactMap(\.shortText)
        .filter { $0.hasPrefix("https://") || $0.hasPrefix("http://") }
      services.append((service[0].list.compactMap(\.shortText), servers))
    }
  }

  /// The servers of the most specific entry that matches the subject, those over TLS first.
  func servers(for subject: RegistrySubject) -> [String] {
    var best: (weight: Int, servers: [String]) = (-1, [])
    for service in services {
      for entry in service.entries {
        guard let weight = Self.weight(entry, subject), weight > best.weight else { continue }
        best = (weight, service.servers)
      }
    }
    return best.servers.filter { $0.hasPrefix("https:") }
      + best.servers.filter { !$0.hasPrefix("https:") }
  }

  /// How specifically an entry matches; `nil` where it doesn't.
  private static func weight(_ entry: String, _ subject: RegistrySubject) -> Int? {
    switch subject {
    case .domain(let name):
      let zone = entry.lowercased()
      return name == zone || name.hasSuffix("." + zone) ? zone.utf8.count : nil
    case .address(.v4(let address)):
      guard let prefix = IPv4Prefix(entry), prefix.contains(address) else { return nil }
      return prefix.length
    case .address(.v6(let address, _)):
      guard let prefix = IPv6Prefix(entry), prefix.contains(address) else { return nil }
      return prefix.length
    case .network(let network):
      guard let prefix = IPPrefix(entry), prefix.length <= network.length,
        prefix.contains(network.base)
      else { return nil }
      return prefix.length
    case .system(let number):
      let ends = entry.split(separator: "-").compactMap { UInt32($0) }
      guard let first = ends.first, let last = ends.last, first <= number, number <= last else {
        return nil
      }
      return Int(UInt32.max - (last - first))
    }
  }
}
