import Wire

extension Validation {
  /// Validates a record set that an answer holds.
  mutating func answer(
    _ set: RecordSet,
    in message: DNSMessage
  ) async -> (DNSSECReport.Answer, Finding?) {
    var answer = DNSSECReport.Answer(set.name, set.type, .secure)
    do throws(Finding) {
      try await validate(set, in: message, &answer)
      return (answer, nil)
    } catch {
      answer.state = error.state
      return (answer, error)
    }
  }

  /// Validates an alias, and that the CNAME made from a DNAME is what it makes.
  mutating func answer(
    _ alias: Alias,
    in message: DNSMessage
  ) async -> (DNSSECReport.Answer, Finding?) {
    var (answer, finding) = await answer(alias.basis, in: message)
    if finding == nil, !alias.isConsistent, let made = alias.synthesised {
      let words = "\(made.words) is not what \(alias.basis.words) makes of it: \(alias.target)"
      finding = broken(answer.zone ?? alias.basis.name, made.name, .cname, words)
      answer.state = .bogus
    }
    return (answer, finding)
  }

  private mutating func validate(
    _ set: RecordSet,
    in message: DNSMessage,
    _ answer: inout DNSSECReport.Answer
  ) async throws(Finding) {
    // What a parent says of a zone belongs to the parent.
    let scope = set.type == .ds ? set.name.parent : set.name
    let (zone, signature) = try await bySigner(of: set.signatures, scope: scope) {
      (validation, zone) throws(Finding) in
      (zone, try validation.verify(set, with: zone))
    }
    answer.sign(zone.name, signature, self)
    guard signature.isExpanded(for: set.name) else { return }
    let labels = Int(signature.labels)
    answer.wildcard = set.name.suffix(labels: labels).wildcard
    let proof = try proof(in: message, from: zone)
    switch proof.allowsWildcard(for: set.name, labels: labels, &hasher) {
    case .whole: return
    case .optOut: throw .insecure(Self.optOut(zone.name, set.name))
    case nil:
      let words = "\(set.words) comes from a wildcard of \(zone.name), without the proof that"
      throw broken(zone.name, set.name, set.type, "\(words) no closer name is there")
    }
  }

  /// Validates that a name has no such records, or doesn't exist.
  mutating func denial(
    of name: DNSName,
    _ type: DNSType,
    in message: DNSMessage
  ) async -> (DNSSECReport.Answer, Finding?) {
    var answer = DNSSECReport.Answer(name, type, .secure, isDenial: true)
    do throws(Finding) {
      try await deny(name, type, in: message, &answer)
      return (answer, nil)
    } catch {
      answer.state = error.state
      return (answer, error)
    }
  }

  private mutating func deny(
    _ name: DNSName,
    _ type: DNSType,
    in message: DNSMessage,
    _ answer: inout DNSSECReport.Answer
  ) async throws(Finding) {
    let scope = type == .ds ? name.parent : name
    let sets = RecordSet.sets(in: message.authorities)
      .filter { [.nsec, .nsec3, .soa].contains($0.type) }
    let isMissing = message.flags.responseCode == 3
    let (zone, strength) = try await bySigner(of: sets.flatMap(\.signatures), scope: scope) {
      (validation, zone) throws(Finding) in
      let proof = try validation.proof(in: message, from: zone)
      let strength =
        isMissing
        ? proof.deniesName(name, &validation.hasher)
        : proof.deniesData(name, type, &validation.hasher)
      if let strength { return (zone, strength) }
      let what = isMissing ? "\(name) does not exist" : "\(name) has no \(type) record"
      let gap = proof.isEmpty ? "no proof that \(what)" : "its proof that \(what) leaves a gap"
      throw validation.broken(zone.name, name, type, "the zone \(zone.name): \(gap)")
    }
    for set in sets where set.type != .soa {
      if let signature = set.signatures.first(where: { $0.signer == zone.name }) {
        answer.sign(zone.name, signature, self)
        break
      }
    }
    if strength == .optOut { throw .insecure(Self.optOut(zone.name, name)) }
  }

  func broken(
    _ zone: DNSName,
    _ name: DNSName,
    _ type: DNSType,
    _ words: String
  ) -> Finding {
    .broken(.init(zone: zone, name: name, type: type, words: words))
  }

  private static func optOut(_ zone: DNSName, _ name: DNSName) -> String {
    "\(zone) leaves unsigned zones out of its proof of what \(name) is not (opt-out)"
  }
}

extension DNSSECReport.Answer {
  /// Notes who signed.
  fileprivate mutating func sign(
    _ zone: DNSName,
    _ signature: DNSSignature,
    _ validation: Validation
  ) {
    self.zone = zone
    signedBy = .init(tag: signature.keyTag, algorithm: signature.algorithm)
    inception = validation.time(signature.inception)
    expiration = validation.time(signature.expiration)
  }
}
