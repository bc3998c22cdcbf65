internal import LinuxNetwork
internal import Wire

/// What asking a resolver showed.
struct ResolverFinding: Sendable {
  var resolver: IPAddress
  /// Its answer about the target's name, or about a name of its own; `nil` where it wasn't asked.
  var reply: DNSReply?
  /// Whether that was the target's name, so that the answer must tell of it.
  var asksName = false
  /// Whether it knows an address of a name that can't have any (RFC 6761); `nil` where not asked.
  var lies: Bool?

  /// Whether it answered as it should.
  var isWell: Bool {
    guard let reply else { return false }
    // What few know of may be refused: an answer it is all the same.
    return asksName ? reply.isConclusive : reply.message != nil
  }
}

extension ConnectionStep {
  /// Judges what asking the resolvers showed.
  static func resolver(_ findings: [ResolverFinding]) -> ConnectionStep {
    guard let first = findings.first else {
      return ConnectionStep(.resolver, .bad, "none is configured", fault: .noResolver)
    }
    let evidence = findings.flatMap { finding -> [Figure] in
      [
        .text("resolver", finding.resolver.description),
        .text("answer", finding.reply.map { $0.message?.responseCode.description ?? $0.words }),
        .milliseconds("rtt_ms", finding.reply?.message == nil ? nil : finding.reply?.elapsed),
        .truth("lies", finding.lies),
      ]
    }
    let asked = findings.compactMap { finding in finding.reply.map { (finding.resolver, $0) } }
    if let liar = findings.first(where: { $0.lies == true }) {
      return ConnectionStep(
        .resolver,
        .bad,
        "\(liar.resolver) gives an address for a name that can't exist",
        fault: .resolverLies(liar.resolver),
        evidence: evidence
      )
    }
    if let finding = findings.first(where: \.isWell), let reply = finding.reply {
      let resolver = finding.resolver
      var words = "\(resolver) answers in \(time(reply.elapsed))"
      let silent = asked.filter { $0.1.message == nil }.map(\.0.description)
      if !silent.isEmpty { words += ", but \(silent.joined(separator: " and ")) doesn't" }
      return ConnectionStep(.resolver, .ok, words, evidence: evidence)
    }
    guard let (resolver, reply) = asked.first(where: { $0.1.message != nil }) ?? asked.first else {
      return ConnectionStep(
        .resolver,
        .skipped,
        "\(first.resolver) is on the Internet, and only asked for the name of a host",
        evidence: evidence
      )
    }
    if reply.message != nil {
      return ConnectionStep(
        .resolver,
        .bad,
        "\(resolver) answers \(reply.words)",
        fault: .resolverFails(resolver, reply.words),
        evidence: evidence
      )
    }
    if case .failure(.local(let failure)) = reply.outcome, failure != .noRoute {
      return own(.resolver, failure)
    }
    let all = asked.map { "\($0.0): \($0.1.words)" }.joined(separator: "; ")
    return ConnectionStep(
      .resolver,
      .bad,
      all,
      fault: .resolverSilent(asked.map(\.0)),
      evidence: evidence
    )
  }

  /// Judges what looking the target's name up showed; `nil` where that was not waited for.
  static func name(
    _ host: String,
    _ found: Result<[IPAddress], HostLookup.Failure>?
  ) -> ConnectionStep {
    switch found {
    case .success(let addresses):
      guard let first = addresses.first else { return name(host, .failure(.unknown)) }
      let more = addresses.count > 1 ? " and \(addresses.count - 1) more" : ""
      let evidence = addresses.prefix(8).map { Figure.text("address", $0.description) }
      let isOfInternet = RegistrySubject.isOfInternet(host)
      let isPrivate = [.privateUse, .linkLocal, .loopback].contains(first.scope)
      return ConnectionStep(
        .name,
        .ok,
        "\(host) is \(first)\(more)",
        fault: isOfInternet && isPrivate ? .privateAnswer(first) : nil,
        evidence: evidence
      )
    case .failure(.unknown):
      return ConnectionStep(
        .name,
        .bad,
        "there is no \(host)",
        fault: .nameUnknown,
        evidence: [.text("outcome", "no_such_name")]
      )
    // That no way leads to a resolver, the steps before this one tell.
    case .failure(.unanswered), .failure(.cutOff), .failure(.cancelled), nil:
      return ConnectionStep(
        .name,
        .bad,
        "no resolver gives an address of \(host)",
        fault: .nameUntold,
        evidence: [.text("outcome", "unanswered")]
      )
    case .failure(.local(let failure)): return own(.name, failure)
    }
  }
}

extension RegistrySubject {
  /// Whether a name belongs to the Internet's names, rather than to a home's.
  fileprivate static func isOfInternet(_ host: String) -> Bool {
    guard let subject = try? RegistrySubject(host), case .domain = subject else { return false }
    return SpecialUse.words(subject) == nil
  }
}
